import {
  type RangeId,
  rangeIds,
  timeRanges,
  windowOfDay,
  windowOfHours,
  windowOfRange,
} from '@upvigil/core/time-ranges';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MonitorRow } from '../../../storage/tables.ts';
import { fillHistory, makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { latencyHistory, windowSummary } from './latency-history.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let storage: TestStorage;
let monitor: MonitorRow;
let id: number;
beforeEach(async () => {
  storage = await openTestStorage();
  monitor = await makeMonitor(storage.db);
  ({ id } = monitor);
});
afterEach(() => storage.close());

const fill = (days: number) =>
  fillHistory(storage.db, {
    monitor_ids: [id],
    from: testNow - days * day,
    to: testNow + 5 * minute,
    interval_seconds: 300,
    quarter_days: 8,
  });

test('has the spread of each quarter of an hour, within 2 percent, and gaps where nothing was checked or answered', async () => {
  const other = await makeMonitor(storage.db);
  await fillHistory(storage.db, {
    monitor_ids: [id],
    from: testNow - hour,
    to: testNow - 30 * minute,
    interval_seconds: 9,
    check: (at) => ({
      is_up: at < testNow - 45 * minute,
      is_slow: at < testNow - 45 * minute && at >= testNow - 52.5 * minute,
      response_time_us: 1000 * (1 + (at - (testNow - hour)) / 9000),
      status: null,
    }),
  });
  await fillHistory(storage.db, { monitor_ids: [other.id], from: testNow - hour, to: testNow, interval_seconds: 60 });
  const [first, second, ...rest] = await latencyHistory(storage.db, id, windowOfHours(2, testNow), testNow);
  expect(first).toMatchObject({ time: new Date(testNow - hour).toISOString(), checks: 100, failures: 0, slow: 50 });
  expect(Math.abs((first?.p5_response_time ?? 0) / 0.005 - 1)).toBeLessThanOrEqual(0.02);
  expect(Math.abs((first?.p50_response_time ?? 0) / 0.05 - 1)).toBeLessThanOrEqual(0.02);
  expect(Math.abs((first?.p95_response_time ?? 0) / 0.095 - 1)).toBeLessThanOrEqual(0.02);
  expect(second).toEqual({
    time: new Date(testNow - 45 * minute).toISOString(),
    checks: 100,
    failures: 100,
    slow: 0,
    maintenance_checks: 0,
    p5_response_time: null,
    p50_response_time: null,
    p95_response_time: null,
  });
  expect(rest).toEqual([]);
});

test('is coarser the longer the window, and ends with the stretch that holds now', async () => {
  await fill(400);
  const stretches = async (hours: number, now = testNow) => {
    const history = await latencyHistory(storage.db, id, windowOfHours(hours, now), now);
    const [last, before] = history.toReversed().map(({ time }) => Date.parse(time));
    return [history.length, ((last ?? 0) - (before ?? 0)) / minute, (now - (last ?? 0)) / minute];
  };
  expect(await stretches(1)).toEqual([4, 15, 0]);
  expect(await stretches(24, testNow + minute)).toEqual([96, 15, 1]);
  expect(await stretches(168)).toEqual([672, 15, 0]);
  expect(await stretches(169)).toEqual([169, 60, 0]);
  expect(await stretches(720)).toEqual([720, 60, 0]);
  expect(await stretches(721)).toEqual([30, 24 * 60, 12 * 60]);
  expect(await stretches(8760)).toEqual([365, 24 * 60, 12 * 60]);
});

test('is one statement, whatever the window', async () => {
  await fill(2);
  const statements: string[] = [];
  storage.storage.onStatement((sql) => statements.push(sql));
  for (const range of rangeIds) await latencyHistory(storage.db, id, windowOfRange(range, testNow), testNow);
  expect(statements).toHaveLength(rangeIds.length);
});

test('a range has stretches of its own, whose percentiles come from the sketches of what they hold', async () => {
  await fill(400);
  const history = async (range: RangeId) => latencyHistory(storage.db, id, windowOfRange(range, testNow), testNow);
  for (const range of ['24h', '7d', '30d', '90d', '1y'] as const) {
    const times = (await history(range)).map(({ time }) => Date.parse(time));
    const { hours, bucketMinutes } = timeRanges[range];
    expect(times.slice(1).every((time, at) => time - (times[at] ?? 0) === bucketMinutes * minute)).toBe(true);
    expect(Math.abs(times.length - (hours * 60) / bucketMinutes)).toBeLessThanOrEqual(1);
  }
  const [six] = await latencyHistory(
    storage.db,
    id,
    { from: testNow - 12 * hour, to: testNow, bucketMs: 6 * hour },
    testNow,
  );
  const hours = await latencyHistory(
    storage.db,
    id,
    { from: testNow - 12 * hour, to: testNow, bucketMs: hour },
    testNow,
  );
  const within = hours.filter(
    ({ time }) => Math.floor(Date.parse(time) / (6 * hour)) === Date.parse(six?.time ?? '') / (6 * hour),
  );
  expect(six?.checks).toBe(within.reduce((sum, { checks }) => sum + checks, 0));
  const p95s = within.flatMap(({ p95_response_time }) => p95_response_time ?? []);
  expect(six?.p95_response_time).toBeGreaterThanOrEqual(Math.min(...p95s));
  expect(six?.p95_response_time).toBeLessThanOrEqual(Math.max(...p95s));
});

test('a day that is over has its own stretches only, coarser after a week', async () => {
  await fill(20);
  const midnight = Math.floor(testNow / day) * day;
  const stretchesOf = async (daysAgo: number) => {
    const from = midnight - daysAgo * day;
    const history = await latencyHistory(storage.db, id, windowOfDay(from, from + day, testNow), testNow);
    return [history.length, (Date.parse(history[0]?.time ?? '') - from) / minute];
  };
  expect(await stretchesOf(1)).toEqual([96, 0]);
  expect(await stretchesOf(10)).toEqual([24, 0]);
});

test('sums a window, and the same time before it', async () => {
  await fillHistory(storage.db, {
    monitor_ids: [id],
    from: testNow - 3 * day,
    to: testNow,
    interval_seconds: 300,
    check: (at) => {
      const is_slow = at >= testNow - 4 * hour && at < testNow - 3 * hour;
      return { is_up: true, is_slow, response_time_us: is_slow ? 9_000_000 : 300_000, status: null };
    },
  });
  const of = { now: testNow, counts: false };
  const { previous, ...figures } = await windowSummary(storage.db, monitor, windowOfRange('24h', testNow), of);
  expect(figures).toMatchObject({ failed_checks: 0, slow_checks: 12, uptime_percentage: 100 });
  expect(previous.slow_checks).toBe(0);
  expect(Math.abs(figures.total_checks - previous.total_checks)).toBeLessThanOrEqual(3);
});
