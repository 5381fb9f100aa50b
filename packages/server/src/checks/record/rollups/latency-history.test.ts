import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillHistory, makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { latencyHistory } from './latency-history.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let storage: TestStorage;
let id: number;
beforeEach(async () => {
  storage = await openTestStorage();
  ({ id } = await makeMonitor(storage.db));
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
      is_slow: false,
      response_time_us: 1000 * (1 + (at - (testNow - hour)) / 9000),
      status: null,
    }),
  });
  await fillHistory(storage.db, { monitor_ids: [other.id], from: testNow - hour, to: testNow, interval_seconds: 60 });
  const [first, second, ...rest] = await latencyHistory(storage.db, id, 2, testNow);
  expect(first).toMatchObject({ time: new Date(testNow - hour).toISOString(), checks: 100, failures: 0 });
  expect(Math.abs((first?.p5_response_time ?? 0) / 0.005 - 1)).toBeLessThanOrEqual(0.02);
  expect(Math.abs((first?.p50_response_time ?? 0) / 0.05 - 1)).toBeLessThanOrEqual(0.02);
  expect(Math.abs((first?.p95_response_time ?? 0) / 0.095 - 1)).toBeLessThanOrEqual(0.02);
  expect(second).toEqual({
    time: new Date(testNow - 45 * minute).toISOString(),
    checks: 100,
    failures: 100,
    p5_response_time: null,
    p50_response_time: null,
    p95_response_time: null,
  });
  expect(rest).toEqual([]);
});

test('is coarser the longer the window, and ends with the stretch that holds now', async () => {
  await fill(400);
  const stretches = async (hours: number, now = testNow) => {
    const history = await latencyHistory(storage.db, id, hours, now);
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
  for (const hours of [1, 168, 720, 8760]) await latencyHistory(storage.db, id, hours, testNow);
  expect(statements).toHaveLength(4);
});
