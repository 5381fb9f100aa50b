import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { advanceStreaks } from '../alerting/problems.ts';
import type { Clock } from '../clock.ts';
import type { FinishedCheck } from '../monitoring/check.ts';
import type { MonitorRow } from '../storage/tables.ts';
import { finishedCheck, makeMonitor, makeWebsite, testNow } from '../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { type Change, createChangeFeed } from './change-feed.ts';
import { sketchPercentile } from './latency-sketch.ts';
import type { ProblemState, RaiseAlerts } from './recorded-check.ts';
import { createResultRecorder, type ResultRecorder, type ResultRecorderOptions } from './result-recorder.ts';
import { rollupTables } from './rollup.ts';

const clock: Clock = { now: () => testNow, monotonic: () => 0 };
const minute = 60_000;

/** Streaks alone, without alerts: each monitor's state after its checks, in order. */
const countStreaks: RaiseAlerts = async (_trx, recorded) => {
  const states = new Map<number, ProblemState>();
  for (const { check, monitor } of recorded) {
    const before = states.get(monitor.id) ?? monitor;
    states.set(monitor.id, { ...problemState(before), ...advanceStreaks(before, check) });
  }
  return { states, has_deliveries: false };
};
const problemState = ({ outage_alert_id, slow_alert_id, metadata_alert_id, ...rest }: ProblemState): ProblemState => ({
  outage_streak: rest.outage_streak,
  slow_streak: rest.slow_streak,
  metadata_streak: rest.metadata_streak,
  outage_alert_id,
  slow_alert_id,
  metadata_alert_id,
});

let storage: TestStorage;
let recorder: ResultRecorder;
let published: Change[];
let logged: string[];

function start(given: Partial<ResultRecorderOptions> = {}): ResultRecorder {
  const changes = createChangeFeed(() => undefined);
  changes.subscribe((change) => published.push(change));
  const log = {
    warn: (_: object, text: string) => logged.push(text),
    error: (_: object, text: string) => logged.push(text),
  };
  return createResultRecorder({ db: storage.db, clock, changes, raiseAlerts: countStreaks, log, ...given });
}

beforeEach(async () => {
  storage = await openTestStorage();
  published = [];
  logged = [];
  recorder = start();
});
afterEach(async () => {
  await recorder.stop();
  await storage.close();
});

const down = (monitor: MonitorRow, given: Partial<FinishedCheck> = {}): FinishedCheck =>
  finishedCheck(monitor, { is_up: false, status_code: 503, error_message: 'HTTP 503', ...given });
const monitorRow = (id: number) =>
  storage.db.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const checkRows = () => storage.db.selectFrom('checks').selectAll().orderBy('id').execute();
const rollupRows = (table: (typeof rollupTables)[number]) =>
  storage.db.selectFrom(table).selectAll().orderBy('monitor_id').orderBy('bucket_start').execute();

describe('recording', () => {
  test('stores a check, moves its monitor on and tells of its website', async () => {
    const monitor = await makeMonitor(storage.db);
    const check = down(monitor, { response_time_us: 80_000, screenshot: 'a.webp', metadata_found: false });
    const recorded = await recorder.recordNow(check);
    expect(recorded).toMatchObject({ check, website_name: 'Shop', monitor: { id: monitor.id, is_up: null } });
    const [row] = await checkRows();
    expect(row).toEqual({
      id: recorded?.check_id,
      monitor_id: monitor.id,
      checked_at: testNow,
      is_up: 0,
      response_time_us: 80_000,
      status_code: 503,
      packet_loss: null,
      metadata_found: 0,
      error_message: 'HTTP 503',
      screenshot: 'a.webp',
    });
    expect(await monitorRow(monitor.id)).toMatchObject({
      is_up: 0,
      last_check_id: recorded?.check_id,
      last_check_time: testNow,
      next_due_at: testNow + minute,
      outage_streak: 1,
    });
    expect(published).toEqual([
      { website_ids: [monitor.website_id], has_deliveries: false, is_structural: false, is_replaced: false },
    ]);
  });

  test('collects checks of many monitors and writes them by itself', async () => {
    const website = await makeWebsite(storage.db);
    const one = await makeMonitor(storage.db, { website_id: website.id });
    const two = await makeMonitor(storage.db, { website_id: website.id });
    recorder.record([finishedCheck(one)]);
    recorder.record([finishedCheck(two), down(one, { checked_at: testNow + minute })]);
    expect(await checkRows()).toHaveLength(0);
    await vi.waitFor(() => expect(published).toHaveLength(1));
    expect(await checkRows()).toHaveLength(3);
    expect(published[0]?.website_ids).toEqual([website.id]);
    expect(recorder.stats()).toEqual({ pending: 0, recorded: 3, lost: 0, failing_since: null });
  });

  test('takes several checks of one monitor in their order', async () => {
    const monitor = await makeMonitor(storage.db);
    recorder.record([
      down(monitor),
      finishedCheck(monitor, { checked_at: testNow + 1000 }),
      down(monitor, { checked_at: testNow + 2000 }),
      down(monitor, { checked_at: testNow + 3000, next_due_at: null }),
    ]);
    await recorder.flush();
    const rows = await checkRows();
    expect(rows.map((row) => row.checked_at - testNow)).toEqual([0, 1000, 2000, 3000]);
    expect(await monitorRow(monitor.id)).toMatchObject({
      is_up: 0,
      outage_streak: 2,
      last_check_id: rows[3]?.id,
      last_check_time: testNow + 3000,
      next_due_at: testNow + minute,
    });
  });

  test('goes on from what it wrote before, as a recorder that was just started does', async () => {
    const monitor = await makeMonitor(storage.db);
    for (let at = 0; at < 3; at++) {
      await recorder.recordNow(down(monitor, { checked_at: testNow + at * minute }));
    }
    await recorder.stop();
    recorder = start();
    await recorder.recordNow(down(monitor, { checked_at: testNow + 3 * minute }));
    expect(await monitorRow(monitor.id)).toMatchObject({ outage_streak: 4, is_up: 0 });
    for (const table of rollupTables) expect(await rollupRows(table)).toMatchObject([{ checks: 4, failures: 4 }]);
  });

  test('writes more checks than one transaction takes', async () => {
    const monitor = await makeMonitor(storage.db);
    const checks = Array.from({ length: 1203 }, (_, at) => finishedCheck(monitor, { checked_at: testNow + at }));
    recorder.record(checks);
    await recorder.flush();
    const rows = await checkRows();
    expect(rows.map((row) => row.checked_at)).toEqual(checks.map((check) => check.checked_at));
    expect(await rollupRows('rollups_daily')).toMatchObject([{ checks: 1203 }]);
  });
});

describe('roll-ups', () => {
  test('count every check in its quarter, hour and day', async () => {
    const monitor = await makeMonitor(storage.db);
    const midnight = Date.UTC(2026, 2, 11);
    recorder.record([
      finishedCheck(monitor, { checked_at: midnight - 20 * minute, response_time_us: 100_000 }),
      finishedCheck(monitor, { checked_at: midnight - minute, response_time_us: 300_000, is_slow: true }),
      down(monitor, { checked_at: midnight - 1 }),
    ]);
    await recorder.flush();
    recorder.record([
      down(monitor, { checked_at: midnight, status_code: null }),
      finishedCheck(monitor, { checked_at: midnight + 1 }),
    ]);
    await recorder.flush();

    const shown = async (table: (typeof rollupTables)[number]) =>
      (await rollupRows(table)).map((row) => [
        (row.bucket_start - midnight) / minute,
        row.checks,
        row.failures,
        row.slow,
      ]);
    expect(await shown('rollups_quarter_hourly')).toEqual([
      [-30, 1, 0, 0],
      [-15, 2, 1, 1],
      [0, 2, 1, 0],
    ]);
    expect(await shown('rollups_hourly')).toEqual([
      [-60, 3, 1, 1],
      [0, 2, 1, 0],
    ]);
    expect(await shown('rollups_daily')).toEqual([
      [-1440, 3, 1, 1],
      [0, 2, 1, 0],
    ]);
    const [yesterday, today] = await rollupRows('rollups_daily');
    expect(yesterday).toMatchObject({ sum_us: 400_000, min_us: 100_000, max_us: 300_000, status_counts: '{"503":1}' });
    expect(today).toMatchObject({ status_counts: '{"timeout":1}' });
    expect(sketchPercentile(yesterday?.sketch ?? new Uint8Array(), 100)).toBeCloseTo(300_000, -4);
  });

  test('count no status codes for network monitors', async () => {
    const monitor = await makeMonitor(storage.db, { kind: 'TCP_PORT' });
    await recorder.recordNow(down(monitor, { status_code: null, response_time_us: null }));
    expect(await rollupRows('rollups_hourly')).toMatchObject([{ checks: 1, failures: 1, status_counts: null }]);
  });
});

describe('a check that is out of date', () => {
  test('is dropped when the monitor was edited since', async () => {
    const monitor = await makeMonitor(storage.db);
    const other = await makeMonitor(storage.db);
    await recorder.recordNow(finishedCheck(monitor));
    await storage.db
      .updateTable('monitors')
      .set({ revision: 2, last_check_id: null })
      .where('id', '=', monitor.id)
      .execute();
    recorder.record([finishedCheck(other)]);
    expect(await recorder.recordNow(down(monitor))).toBeNull();
    expect(await recorder.recordNow(down({ ...monitor, revision: 2 }))).not.toBeNull();
    expect((await checkRows()).map((row) => row.monitor_id)).toEqual([monitor.id, other.id, monitor.id]);
    expect(logged).toEqual([]);
  });

  test('is dropped when another monitor has its id and revision since, as after a restore', async () => {
    const monitor = await makeMonitor(storage.db);
    await recorder.recordNow(finishedCheck(monitor));
    const created_at = monitor.created_at - 1;
    await storage.db
      .updateTable('monitors')
      .set({ created_at, target: 'https://other.example.com/', last_check_id: null })
      .execute();
    expect(await recorder.recordNow(down(monitor))).toBeNull();
    expect(await recorder.recordNow(down({ ...monitor, created_at }))).not.toBeNull();
    expect(logged).toEqual([]);
  });

  test('is dropped when the monitor was deleted', async () => {
    const monitor = await makeMonitor(storage.db);
    const other = await makeMonitor(storage.db);
    await recorder.recordNow(finishedCheck(monitor));
    await storage.db.deleteFrom('monitors').where('id', '=', monitor.id).execute();
    recorder.record([finishedCheck(other)]);
    expect(await recorder.recordNow(finishedCheck(monitor))).toBeNull();
    expect((await checkRows()).map((row) => row.monitor_id)).toEqual([other.id]);
    expect(logged).toEqual([]);
  });

  test('does not overwrite what another process recorded', async () => {
    const monitor = await makeMonitor(storage.db);
    const elsewhere = start();
    await recorder.recordNow(down(monitor));
    await elsewhere.recordNow(down(monitor, { checked_at: testNow + 1 }));
    await recorder.recordNow(down(monitor, { checked_at: testNow + 2 }));
    await elsewhere.stop();
    expect(await monitorRow(monitor.id)).toMatchObject({ outage_streak: 3 });
    expect(await rollupRows('rollups_daily')).toMatchObject([{ checks: 3, failures: 3 }]);
  });
});

test('a check that waited while another process made a newer one is history, and moves nothing', async () => {
  const monitor = await makeMonitor(storage.db);
  const elsewhere = start();
  const next_due_at = testNow + minute;
  const newer = await elsewhere.recordNow(finishedCheck(monitor, { checked_at: testNow - minute / 2, next_due_at }));
  await recorder.recordNow(down(monitor, { checked_at: testNow - minute, next_due_at: testNow }));
  expect(await monitorRow(monitor.id)).toMatchObject({
    ...{ is_up: 1, outage_streak: 0, last_check_time: newer?.check.checked_at, next_due_at },
  });
  await elsewhere.recordNow(finishedCheck(monitor, { checked_at: testNow }));
  await elsewhere.stop();
  expect(await checkRows()).toHaveLength(3);
  expect(await rollupRows('rollups_daily')).toMatchObject([{ checks: 3, failures: 1 }]);
});

test('a clock that was set back leaves every new check the newest', async () => {
  const monitor = await makeMonitor(storage.db, { last_check_time: testNow + 60 * minute, is_up: 1 });
  await recorder.recordNow(down(monitor));
  expect(await monitorRow(monitor.id)).toMatchObject({ is_up: 0, last_check_time: testNow, outage_streak: 1 });
});

test('reads everything anew after a flush, because the database may have been replaced meanwhile', async () => {
  const monitor = await makeMonitor(storage.db);
  const recorded = await recorder.recordNow(down(monitor));
  await recorder.flush();
  await storage.db.updateTable('monitors').set({ outage_streak: 7, name: 'restored' }).execute();
  const next = await recorder.recordNow(down(monitor, { checked_at: testNow + 1 }));
  expect(next?.monitor).toMatchObject({ name: 'restored', last_check_id: recorded?.check_id });
  expect(await monitorRow(monitor.id)).toMatchObject({ outage_streak: 8 });
});

test('holds the checks back when they come faster than they are stored', async () => {
  const rooms: number[] = [];
  recorder = start({ onRoom: (room) => rooms.push(room) });
  const monitor = await makeMonitor(storage.db);
  recorder.record(Array.from({ length: 6_000 }, (_, at) => finishedCheck(monitor, { checked_at: testNow + at })));
  await recorder.flush();
  const waiting = rooms.map((_, at) => Math.max(0, 6_000 - (at + 1) * 512));
  expect(rooms).toEqual(waiting.map((count) => Math.max(512, 5_000 - count)));
  expect(rooms.at(-1)).toBe(5_000);
  expect(logged).toEqual([expect.stringMatching(/faster than the database/), expect.stringMatching(/no longer wait/)]);
});

describe('a database that is away', () => {
  /** Refuses as long as `isAway`. */
  const refusing =
    (isAway: () => boolean): RaiseAlerts =>
    async (trx, recorded) => {
      if (isAway()) throw new Error('connection refused');
      return countStreaks(trx, recorded);
    };

  test('delays checks and loses none', async () => {
    let isAway = true;
    const rooms: number[] = [];
    recorder = start({ raiseAlerts: refusing(() => isAway), onRoom: (room) => rooms.push(room) });
    const monitor = await makeMonitor(storage.db);
    recorder.record([finishedCheck(monitor), down(monitor, { checked_at: testNow + minute })]);
    await recorder.flush();
    expect(await checkRows()).toEqual([]);
    expect(recorder.stats()).toMatchObject({ pending: 2, recorded: 0, failing_since: testNow });
    expect(logged).toHaveLength(1);
    expect(rooms).toEqual([Number.POSITIVE_INFINITY]);
    await expect(recorder.store()).rejects.toThrow('they are kept');

    isAway = false;
    await vi.waitFor(() => expect(recorder.stats()).toMatchObject({ pending: 0, recorded: 2, failing_since: null }));
    expect((await checkRows()).map((row) => row.is_up)).toEqual([1, 0]);
    expect(await rollupRows('rollups_daily')).toMatchObject([{ checks: 2, failures: 1 }]);
  });

  test('refuses a trigger at once, and stores its check later', async () => {
    let isAway = true;
    recorder = start({ raiseAlerts: refusing(() => isAway) });
    const monitor = await makeMonitor(storage.db);
    await expect(recorder.recordNow(finishedCheck(monitor))).rejects.toThrow('connection refused');
    isAway = false;
    await recorder.flush();
    expect(await checkRows()).toHaveLength(1);
  });

  test('keeps no more checks than it may, and says how many it lost', async () => {
    recorder = start({ raiseAlerts: refusing(() => true), mostPending: 10 });
    const monitor = await makeMonitor(storage.db);
    recorder.record(Array.from({ length: 25 }, (_, at) => finishedCheck(monitor, { checked_at: testNow + at })));
    await recorder.flush();
    expect(recorder.stats()).toMatchObject({ pending: 10, lost: 15 });
    await recorder.stop();
    expect(logged.at(-1)).toMatch(/Stopped before all results/);
  });
});
