import type { StatusDetail } from '@upvigil/core/contract/public-status';
import { dayMs, hourMs } from '@upvigil/core/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRaiseAlerts } from '../../../alerts/decide/raise-alerts.ts';
import { type Clock, systemClock } from '../../../base/clock.ts';
import type { FinishedCheck } from '../../../base/domain/check.ts';
import { deleteCheck } from '../../../checks/record/check-store.ts';
import { bucketStart, quarterHour } from '../../../checks/record/rollups/rollup.ts';
import { averageSecondsOf, noSums, type Sums, uptimeOf } from '../../../checks/record/rollups/sums.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { changeOn } from '../../../testing/change-on.ts';
import { channelRules } from '../../../testing/channel-rules.ts';
import { startRecording, type TestRecording } from '../../../testing/recording.ts';
import { finishedCheck, makeMonitor, makeWebsite, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { statusDetail } from '../documents/status-json.ts';
import { createWebsiteDetails } from '../website-details.ts';
import { oldestDay, oldestQuarter } from './figures.ts';
import { readCurrent } from './read-current.ts';

const minute = 60_000;

let test: TestStorage;
let now: number;
let recording: TestRecording;
/** Checks of existing monitors; roll-ups keep counting deleted ones. */
let recorded: FinishedCheck[];
beforeEach(async () => {
  test = await openTestStorage();
  now = testNow;
  recorded = [];
  const clock: Clock = { ...systemClock, now: () => now };
  recording = startRecording({ db: test.db, clock, raiseAlerts: createRaiseAlerts({ clock, channels: channelRules }) });
});
afterEach(() => test.close());

const monitors = (): Promise<MonitorRow[]> => test.db.selectFrom('monitors').selectAll().orderBy('id').execute();

/** The figures of all websites as documents show them. */
async function readFigures() {
  const websites = await test.db.selectFrom('websites').select('id').orderBy('id').execute();
  const details = createWebsiteDetails({ db: test.db, now: () => now, current: () => current });
  const current = await readCurrent(
    {
      db: test.db,
      readSettings: async () => ({ brand: '', language: 'en', counts_maintenance: false }),
      presentSince: () => Number.POSITIVE_INFINITY,
      publicUrl: () => 'https://status.example.org',
    },
    { now, figures: null, details: details.details },
  );
  await details.refresh(new Set(websites.map(({ id }) => id)));
  const { view } = current;
  return view.websites.map((website) => {
    const own = view.details.get(website.id);
    if (!own) throw new Error('The details were to be read');
    const { urls, network_monitors }: StatusDetail = statusDetail(view, website, own);
    return {
      uptimes: [website.uptime_24h, website.uptime_7d, website.uptime_30d],
      average: website.avg_response_time_seconds,
      days: website.daily_uptime.map(({ uptime, checks }) => [uptime, checks]),
      services: [...urls, ...network_monitors].map((service) => ({
        uptime: service.uptime_24h,
        times: service.response_times,
        days: service.daily_uptime.map(({ uptime, checks }) => [uptime, checks]),
      })),
    };
  });
}

function sumsOf(checks: readonly FinishedCheck[], from: number, to = Number.POSITIVE_INFINITY): Sums {
  const sums = { ...noSums };
  for (const { checked_at, is_up, response_time_us } of checks) {
    if (checked_at < from || checked_at >= to) continue;
    sums.checks += 1;
    if (!is_up) sums.failures += 1;
    else sums.sum_us += response_time_us ?? 0;
  }
  return sums;
}

const daysOf = (checks: readonly FinishedCheck[]) =>
  Array.from({ length: 30 }, (_, at) => {
    const start = oldestDay(now) + at * dayMs;
    const sums = sumsOf(checks, start, start + dayMs);
    return [uptimeOf(sums), sums.checks];
  });

function timesOf(checks: readonly FinishedCheck[]) {
  const starts = Array.from({ length: 96 }, (_, at) => oldestQuarter(now) + (at + 1) * quarterHour);
  return starts.flatMap((start) => {
    const value = averageSecondsOf(sumsOf(checks, start, start + quarterHour));
    return value === null ? [] : [{ time: new Date(start).toISOString(), value }];
  });
}

/** The same figures, computed from the checks. */
async function computeFigures() {
  const enabled = (await monitors()).filter((monitor) => monitor.enabled === 1);
  const websites = await test.db.selectFrom('websites').select('id').orderBy('id').execute();
  return websites.map(({ id }) => {
    const own = enabled.filter(({ website_id }) => website_id === id);
    const checksOf = (some: readonly MonitorRow[]) =>
      recorded.filter(({ monitor_id }) => some.some((monitor) => monitor.id === monitor_id));
    const pages = own.filter(({ kind }) => kind === 'URL');
    const services = own.filter(({ kind }) => kind !== 'URL');
    const lastDayOf = (some: readonly MonitorRow[]) => sumsOf(checksOf(some), oldestQuarter(now));
    const timed = lastDayOf(pages).checks > 0 ? lastDayOf(pages) : lastDayOf(services);
    const weekStart = bucketStart(now - 7 * dayMs, quarterHour);
    return {
      uptimes: [oldestQuarter(now), weekStart, oldestDay(now)].map((from) => uptimeOf(sumsOf(checksOf(own), from))),
      average: averageSecondsOf(timed),
      days: daysOf(checksOf(own)),
      services: [...pages, ...services].map((monitor) => ({
        uptime: uptimeOf(lastDayOf([monitor])),
        times: timesOf(checksOf([monitor])),
        days: daysOf(checksOf([monitor])),
      })),
    };
  });
}

/** Reproducible numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function happenings(random: () => number): Record<string, () => Promise<unknown>> {
  const below = (most: number): number => Math.floor(random() * most);
  const check = (monitor: MonitorRow, ago: number) =>
    finishedCheck(monitor, {
      checked_at: now - ago,
      is_up: random() < 0.8,
      response_time_us: 1000 + below(900_000),
      is_slow: random() < 0.2,
    });
  const record = async (latest: number): Promise<void> => {
    const some = (await monitors()).filter(() => random() < 0.5);
    const checks = some.map((one) => check(one, below(latest)));
    recorded.push(...checks);
    if (checks.length > 0) await recording.record(...checks);
  };
  const one = async (): Promise<MonitorRow | undefined> => {
    const all = await monitors();
    return all[below(all.length)];
  };
  const pass = (milliseconds: number) => async () => {
    now += milliseconds;
  };
  return {
    checks: () => record(minute),
    'checks that waited': () => record(3 * dayMs),
    'a monitor is turned off or on': async () => {
      const edited = await one();
      if (!edited) return;
      const change = { revision: edited.revision + 1, enabled: edited.enabled === 1 ? 0 : 1 } as const;
      await test.db.updateTable('stored_monitors').set(change).where('id', '=', edited.id).execute();
    },
    'the last check is deleted': async () => {
      const of = await one();
      const checks = test.db.selectFrom('checks').selectAll().orderBy('id', 'desc');
      const last = of && (await checks.where('monitor_id', '=', of.id).executeTakeFirst());
      if (last) await changeOn(test.db)((trx) => deleteCheck(trx, last));
    },
    'a monitor comes': async () => {
      const website_id = (await one())?.website_id ?? (await makeWebsite(test.db)).id;
      await makeMonitor(test.db, { website_id, failure_threshold: 1 });
    },
    'a monitor goes': async () => {
      const gone = await one();
      if (!gone || (await monitors()).length <= 2) return;
      await test.db.deleteFrom('stored_monitors').where('id', '=', gone.id).execute();
      recorded = recorded.filter(({ monitor_id }) => monitor_id !== gone.id);
    },
    'a minute passes': pass(minute),
    'a quarter passes': pass(quarterHour),
    'an hour and more passes': pass(hourMs + 7 * minute),
    'days pass': pass(2 * dayMs + hourMs),
    'midnight comes': async () => {
      now = bucketStart(now, dayMs) + dayMs + below(1000);
    },
  };
}

it.each(Array.from({ length: 6 }, (_, index) => index + 1))(
  'figures are what the checks add up to, whatever happens (%i)',
  async (seed) => {
    const random = randomFrom(seed);
    for (let website = 0; website < 2; website++) {
      const { id: website_id } = await makeWebsite(test.db);
      await makeMonitor(test.db, { website_id, failure_threshold: 1 });
      await makeMonitor(test.db, { website_id, kind: 'TCP_PORT' });
    }
    const things = Object.entries(happenings(random));
    const history: string[] = [];
    for (let step = 0; step < 60; step++) {
      const [name, happen] = things[Math.floor(random() * things.length)] ?? [];
      if (!name || !happen) continue;
      history.push(name);
      await happen();
      if (random() < 0.3) expect(await readFigures(), history.join(', ')).toEqual(await computeFigures());
    }
    expect(await readFigures(), history.join(', ')).toEqual(await computeFigures());
  },
  60_000,
);
