import { mostOpenProblems } from '@upvigil/core/contract/dashboard';
import { windowOfHours } from '@upvigil/core/time-ranges';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRaiseAlerts } from '../../alerts/decide/raise-alerts.ts';
import { systemClock } from '../../base/clock.ts';
import type { FinishedCheck } from '../../base/domain/check.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { channelRules } from '../../testing/channel-rules.ts';
import { startRecording, type TestRecording } from '../../testing/recording.ts';
import { finishedCheck, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { dashboardStats } from './dashboard-store.ts';

const minute = 60_000;
let storage: TestStorage;
let recording: TestRecording;
let now: number;
let website_id: number;
beforeEach(async () => {
  storage = await openTestStorage();
  const clock = { ...systemClock, now: () => now };
  const raiseAlerts = createRaiseAlerts({ clock, channels: channelRules });
  recording = startRecording({ db: storage.db, clock, raiseAlerts });
  website_id = (await makeWebsite(storage.db, { name: 'Shop' })).id;
});
afterEach(() => storage.close());

const down = { is_up: false, error_message: 'HTTP 503', status_code: 503, response_time_us: 80_000 };
const slow = { is_slow: true, response_time_us: 6_000_000 };

const url = (given: Partial<MonitorRow> = {}) =>
  makeMonitor(storage.db, { website_id, failure_threshold: 1, ...given });

async function record(monitor: MonitorRow, minutesAgo: number, given: Partial<FinishedCheck> = {}): Promise<void> {
  now = testNow - minutesAgo * minute;
  await recording.record(finishedCheck(monitor, { ...given, checked_at: now }));
}

async function problems() {
  const { open_problems, last_outage_ended_at } = await dashboardStats(storage.db, windowOfHours(24, testNow), testNow);
  if (!open_problems) throw new Error('there are no open problems');
  return { ...open_problems, last_outage_ended_at };
}

test('has target, cause, beginning and last checks of a problem', async () => {
  const page = await url({ target: 'https://me:secret@shop.example.com/cart' });
  await record(page, 5);
  await record(page, 3, down);
  const { worst } = await problems();
  expect(worst).toEqual([
    {
      monitor_id: page.id,
      kind: 'URL',
      website_id,
      website_name: 'Shop',
      name: null,
      target: 'https://shop.example.com/cart',
      alert_type: 'DOWN',
      cause: 'HTTP 503',
      since: new Date(testNow - 3 * minute).toISOString(),
      alert_id: expect.any(Number),
      acknowledged_at: null,
      acknowledged_by: null,
      response_time_threshold: 5,
      recent_checks: { states: 'ud', ms: [120, 80] },
    },
  ]);
});

test('has monitors that are down before slow ones, the oldest first, and counts a monitor once', async () => {
  const [slowOne, both, service, silent] = [await url(), await url(), await url({ kind: 'TCP_PORT' }), await url()];
  await record(slowOne, 50, slow);
  await record(both, 40, slow);
  await record(silent, 30, { ...down, status_code: null, error_message: 'Timeout after 10 s' });
  await record(service, 20, { ...down, error_message: 'Connection refused' });
  await record(both, 10, down);
  const { worst, ...counts } = await problems();
  expect(counts).toMatchObject({ down: 3, slow: 1, metadata: 0 });
  expect(worst.map((each) => [each.monitor_id, each.alert_type, each.cause])).toEqual([
    [silent.id, 'ERROR', 'Timeout after 10 s'],
    [service.id, 'DOWN', 'Connection refused'],
    [both.id, 'DOWN', 'HTTP 503'],
    [slowOne.id, 'SLOW', '6.00s, limit 5.00s'],
  ]);
  expect(worst[1]).toMatchObject({ name: 'Database', target: 'db.example.com:5432' });
});

test('includes a problem whose alert was deleted, and leaves out that of a disabled monitor', async () => {
  const [page, off] = [await url(), await url()];
  await record(page, 9, down);
  await record(off, 8, down);
  await storage.db.deleteFrom('alerts').execute();
  await storage.db.updateTable('stored_monitors').set({ enabled: 0 }).where('id', '=', off.id).execute();
  const { worst } = await problems();
  expect(worst.map(({ monitor_id }) => monitor_id)).toEqual([page.id]);
  expect(worst[0]).toMatchObject({ alert_type: 'DOWN', cause: null, since: null, alert_id: null });
});

test('counts all, and lists the worst of many', async () => {
  for (let at = 0; at < mostOpenProblems + 2; at++) await record(await url(), 100 - at, down);
  const { down: count, worst } = await problems();
  expect(count).toBe(mostOpenProblems + 2);
  expect(worst).toHaveLength(mostOpenProblems);
});

test('has the end of the last outage, ignoring slow responses', async () => {
  const page = await url();
  await record(page, 60, down);
  await record(page, 50);
  await record(page, 40, slow);
  await record(page, 30);
  const { worst, last_outage_ended_at } = await problems();
  expect(worst).toEqual([]);
  expect(last_outage_ended_at).toBe(new Date(testNow - 50 * minute).toISOString());
});
