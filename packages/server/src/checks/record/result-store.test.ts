import { dayMs, hourMs } from '@upvigil/core/time';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../base/clock.ts';
import { finishedCheck, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import type { RaiseAlerts } from './recording/recorded-check.ts';
import { createResultRecorder } from './recording/result-recorder.ts';
import { windowPercentiles, windowSumsByMonitor } from './result-store.ts';
import { bucketStart, quarterHour } from './rollups/rollup.ts';
import { noSums, uptimeOf } from './rollups/sums.ts';
import { lastHours } from './rollups/window.ts';

let storage: TestStorage;
beforeEach(async () => {
  storage = await openTestStorage();
});
afterEach(() => storage.close());

const noAlerts: RaiseAlerts = async (_trx, recorded) => ({
  states: new Map(recorded.map(({ monitor }) => [monitor.id, monitor])),
  has_deliveries: false,
});

/** Checks at irregular times over the last ten days, a tenth of them failed, recorded as by the engine. */
async function recordTenDays(monitorIds: readonly number[], stepMilliseconds: number) {
  const clock: Clock = { ...systemClock, now: () => testNow, monotonic: () => 0 };
  const changes = { publish: () => undefined, subscribe: () => () => undefined };
  const log = { warn: () => undefined, error: () => undefined };
  const recorder = createResultRecorder({ db: storage.db, clock, changes, raiseAlerts: noAlerts, log });
  const checks = [];
  let turn = 0;
  for (let at = testNow - 10 * dayMs; at <= testNow; at += stepMilliseconds) {
    turn += 1;
    const id = monitorIds[turn % monitorIds.length] ?? 0;
    const is_up = turn % 10 !== 0;
    checks.push(
      finishedCheck({ id, revision: 1, created_at: testNow }, { checked_at: at, is_up, response_time_us: 1000 + turn }),
    );
  }
  recorder.record(checks);
  await recorder.stop();
  return checks;
}

/**
 * The same statistics counted from raw checks, from the same start: a quarter of an hour, or an hour beyond the
 * retention of quarters.
 */
function countRaw(checks: readonly ReturnType<typeof finishedCheck>[], monitorId: number, hours: number) {
  const since = testNow - hours * hourMs;
  const from = bucketStart(since, hours > 8 * 24 ? hourMs : quarterHour);
  const own = checks.filter((check) => check.monitor_id === monitorId && check.checked_at >= from);
  const successful = own.filter(({ is_up }) => is_up);
  return {
    checks: own.length,
    failures: own.length - successful.length,
    sum_us: successful.reduce((sum, check) => sum + (check.response_time_us ?? 0), 0),
    maintenance_checks: 0,
    maintenance_failures: 0,
    // Each comes more than two intervals after the one before.
    observed_seconds: own.length * 120,
  };
}

describe('the sums of a window', () => {
  test('are those of its raw checks, for any length', async () => {
    const { id: website_id } = await makeWebsite(storage.db);
    const ids: number[] = [];
    for (let at = 0; at < 3; at++) ids.push((await makeMonitor(storage.db, { website_id })).id);
    const checks = await recordTenDays(ids, 613_000);
    for (const hours of [1, 2, 11, 12, 13, 24, 47, 168, 191, 200, 230]) {
      const sums = await windowSumsByMonitor(storage.db, ids, lastHours(hours, testNow));
      for (const id of ids) expect(sums.get(id) ?? noSums, `${hours} h`).toEqual(countRaw(checks, id, hours));
    }
  });

  test('are the same whether few monitors are asked for, many or all', async () => {
    const { id: website_id } = await makeWebsite(storage.db);
    const ids: number[] = [];
    await storage.db.transaction().execute(async (trx) => {
      for (let at = 0; at < 300; at++) ids.push((await makeMonitor(trx, { website_id })).id);
    });
    await recordTenDays(ids, 900_000);
    const window = lastHours(100, testNow);
    const all = await windowSumsByMonitor(storage.db, 'all', window);
    expect(all.size).toBe(300);
    expect(await windowSumsByMonitor(storage.db, ids, window)).toEqual(all);
    const few = ids.slice(0, 20);
    const expected = new Map([...all].filter(([id]) => few.includes(id)));
    expect(await windowSumsByMonitor(storage.db, few, window)).toEqual(expected);
    expect(await windowSumsByMonitor(storage.db, [], window)).toEqual(new Map());
  });

  test('never round a failure away', () => {
    expect(uptimeOf({ ...noSums, checks: 1_000_000, failures: 1 })).toBe(99.99);
    expect(uptimeOf(noSums)).toBeNull();
  });
});

test('percentiles are null without checks', async () => {
  const { id } = await makeMonitor(storage.db);
  expect(await windowPercentiles(storage.db, id, lastHours(24, testNow), [50, 99])).toEqual([null, null]);
});
