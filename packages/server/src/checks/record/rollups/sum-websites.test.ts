import { dayMs, hourMs } from '@upvigil/core/time';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRaiseAlerts } from '../../../alerts/decide/raise-alerts.ts';
import { websiteStatistics } from '../../../api/routes/website-statistics.ts';
import { type Clock, systemClock } from '../../../base/clock.ts';
import { createChangeFeed } from '../../../base/domain/change-feed.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { changeOn } from '../../../testing/change-on.ts';
import { channelRules } from '../../../testing/channel-rules.ts';
import { startRecording } from '../../../testing/recording.ts';
import { fillHistory, finishedCheck, makeMonitor, makeWebsite, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { deleteMonitors, markMonitors } from '../../monitors/delete-monitors.ts';
import { createRetention } from '../retention.ts';
import { createWebsiteSumming } from './sum-websites.ts';
import { findSummedWebsite, websiteResolutions } from './website-rollups.ts';
import { websitesToSum } from './website-sums-store.ts';

let storage: TestStorage;
let now: number;
let page: MonitorRow;
let service: MonitorRow;

beforeEach(async () => {
  now = testNow;
  storage = await openTestStorage();
  const { id: website_id } = await makeWebsite(storage.db);
  page = await makeMonitor(storage.db, { website_id });
  service = await makeMonitor(storage.db, { website_id, kind: 'TCP_PORT' });
  for (const { id } of [page, service]) {
    await addHistory(id, testNow - 8 * dayMs, testNow - 5 * dayMs);
    await addHistory(id, testNow - 2 * dayMs, testNow);
  }
});
afterEach(() => storage.close());

const clock: Clock = { ...systemClock, now: () => now };

/** A check every ten minutes; one in seven fails. */
const addHistory = (monitorId: number, from: number, to: number): Promise<void> =>
  fillHistory(storage.db, {
    monitor_ids: [monitorId],
    from,
    to,
    interval_seconds: 600,
    check: (at) => ({
      is_up: at % (7 * 600_000) !== 0,
      is_slow: false,
      response_time_us: 100_000 + (at % 1000),
      status: at % (7 * 600_000) === 0 ? '503' : null,
    }),
  });

const log = { error: () => undefined };

const sum = (): Promise<void> =>
  createWebsiteSumming({ db: storage.db, clock, changes: { subscribe: () => () => true }, log }).runOnce();

async function statistics(hours = 720) {
  const website = await findSummedWebsite(storage.db, page.website_id);
  if (!website) throw new Error('the website is gone');
  return websiteStatistics(storage.db, website, { hours }, now);
}

/** Statistics from the roll-ups of monitors, without those of the website. */
async function unsummed(hours?: number) {
  return storage.db
    .transaction()
    .execute(async (trx) => {
      await trx.deleteFrom('website_rollup_ends').execute();
      const website = await findSummedWebsite(trx, page.website_id);
      throw Object.assign(new Error('rolled back'), {
        found: website && (await websiteStatistics(trx, website, { hours: hours ?? 720 }, now)),
      });
    })
    .catch((error: unknown) => (error as { found: unknown }).found);
}

const storedRows = async (): Promise<number> =>
  (await storage.db.selectFrom('website_rollups').select('bucket_start').execute()).length;

test('a website is summed to what its monitors add up to, for any window', async () => {
  await sum();
  expect(await storedRows()).toBeGreaterThan(100);
  for (const hours of [1, 24, 168, 720]) expect(await statistics(hours), `${hours} h`).toEqual(await unsummed(hours));
  expect((await statistics()).status_breakdown).toMatchObject({ 503: expect.any(Number) });
});

test('a day that is over has its own hours', async () => {
  await sum();
  const website = await findSummedWebsite(storage.db, page.website_id);
  if (!website) throw new Error('the website is gone');
  const end = Math.floor(now / hourMs) * hourMs - 20 * hourMs;
  const query = { hours: 24, until: new Date(end).toISOString() };
  const day = await websiteStatistics(storage.db, website, query, now);
  expect(day.total_checks).toBe(2 * 144);
  expect(day.hourly_stats.map((entry) => Date.parse(entry.hour))).toEqual(
    Array.from({ length: 24 }, (_, at) => end - (24 - at) * hourMs),
  );
});

test('summed buckets are read from its own rows, and open ones from those of its monitors', async () => {
  await sum();
  const before = await statistics();
  await storage.db.updateTable('rollups_hourly').set({ checks: 1000 }).execute();
  const after = await statistics();
  const changed = after.hourly_stats.filter((entry, at) => entry.uptime !== before.hourly_stats[at]?.uptime);
  expect(changed.map((entry) => Date.parse(entry.hour))).toEqual([testNow - hourMs]);
});

test('an hour is summed when it has been over for an hour', async () => {
  await sum();
  now += hourMs;
  const left = await Promise.all(websiteResolutions.map((table) => websitesToSum(storage.db, table, now)));
  expect(left.map((websites) => websites.length)).toEqual([1, 0]);
  await sum();
  expect(await websitesToSum(storage.db, 'rollups_hourly', now)).toEqual([]);
  expect(await statistics()).toEqual(await unsummed());
});

test('a result that comes days late is in the statistics at once, and is summed again', async () => {
  await sum();
  const before = await statistics();
  const raiseAlerts = createRaiseAlerts({ clock, channels: channelRules });
  const recording = startRecording({ db: storage.db, clock, raiseAlerts });
  await recording.record(finishedCheck(page, { checked_at: now - 3 * dayMs, is_up: false }));
  const after = await statistics();
  expect(after.total_checks).toBe(before.total_checks + 1);
  expect(after).toEqual(await unsummed());
  await sum();
  expect(await statistics()).toEqual(after);
  expect(await websitesToSum(storage.db, 'rollups_daily', now)).toEqual([]);
});

test('a monitor that is deleted takes its past along', async () => {
  await sum();
  await changeOn(storage.db)((trx) => markMonitors(trx, [service.id], now));
  const left = await statistics();
  expect(left).toEqual(await unsummed());
  await deleteMonitors({ db: storage.db, removeScreenshots: async () => undefined }, [service.id]);
  expect(await statistics()).toEqual(left);
  await sum();
  expect(await statistics()).toEqual(left);
});

test('what was summed while the clock was ahead is summed again', async () => {
  now += 30 * dayMs;
  await sum();
  now = testNow + hourMs;
  await addHistory(page.id, testNow, now);
  expect(await statistics()).toEqual(await unsummed());
  now += 3 * hourMs;
  await sum();
  expect(await statistics()).toEqual(await unsummed());
});

test('a cancelled run continues where it stopped, and changes no published figure', async () => {
  const expected = await statistics();
  const summing = createWebsiteSumming({ db: storage.db, clock, changes: { subscribe: () => () => true }, log });
  const running = summing.runOnce();
  await summing.stop();
  await running;
  expect(await statistics()).toEqual(expected);
  await sum();
  expect(await statistics()).toEqual(expected);
});

test('sums are kept no longer than the roll-ups that they are of', async () => {
  await sum();
  const days = { checks: 30, quarterHourlyRollups: 8, hourlyRollups: 1, dailyRollups: 3, alerts: null };
  const retention = createRetention({
    storage: storage.storage,
    clock,
    days,
    log: { warn: () => undefined, error: () => undefined },
    removeScreenshots: async () => undefined,
    finishDeletions: async () => undefined,
  });
  await retention.runOnce();
  expect(await statistics()).toEqual(await unsummed());
  const oldest = await storage.db
    .selectFrom('website_rollups')
    .select(({ fn }) => ['width', fn.min<number>('bucket_start').as('oldest')])
    .groupBy('width')
    .orderBy('width')
    .execute();
  expect(oldest.map((row) => row.oldest >= testNow - (row.width === hourMs ? 1 : 3) * dayMs)).toEqual([true, true]);
});

test('sums are made soon after a start, and after a change', async () => {
  const changes = createChangeFeed(() => undefined);
  const summing = createWebsiteSumming({ db: storage.db, clock, changes, log, soonMilliseconds: 1 });
  summing.start();
  await expect.poll(storedRows).toBeGreaterThan(100);
  await storage.db.deleteFrom('website_rollup_ends').execute();
  changes.publish({ is_structural: true });
  await expect.poll(() => websitesToSum(storage.db, 'rollups_daily', now)).toEqual([]);
  await summing.stop();
});
