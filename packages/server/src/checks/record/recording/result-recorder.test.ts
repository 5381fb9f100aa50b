import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sketchPercentile } from '../../../base/domain/latency-sketch.ts';
import { countStreaks, downCheck, openRecorderLab, type RecorderLab } from '../../../testing/recorder-lab.ts';
import { finishedCheck, makeMonitor, makeWebsite, testNow } from '../../../testing/rows.ts';
import { rollupTables } from '../rollups/rollup.ts';
import type { RaiseAlerts } from './recorded-check.ts';

const minute = 60_000;

let lab: RecorderLab;
beforeEach(async () => {
  lab = await openRecorderLab();
});
afterEach(() => lab.close());

describe('recording', () => {
  test('stores a check, updates its monitor and publishes its website', async () => {
    const monitor = await makeMonitor(lab.storage.db);
    const check = downCheck(monitor, { response_time_us: 80_000, metadata_found: false });
    const recorded = await lab.recorder.recordNow(check);
    expect(recorded).toMatchObject({ check, website_name: 'Shop', monitor: { id: monitor.id, is_up: null } });
    const [row] = await lab.checkRows();
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
      screenshot: null,
      phases: null,
      in_maintenance: null,
    });
    expect(await lab.monitorRow(monitor.id)).toMatchObject({
      is_up: 0,
      last_check_id: recorded?.check_id,
      last_check_time: testNow,
      next_due_at: testNow + minute,
      outage_streak: 1,
    });
    expect(lab.published).toEqual([
      {
        website_ids: [monitor.website_id],
        monitors: [{ id: monitor.id, outage_alert_id: null }],
        has_deliveries: false,
        has_ended_access: false,
        is_structural: false,
        is_replaced: false,
      },
    ]);
  });

  test('collects checks of many monitors and writes them automatically', async () => {
    const website = await makeWebsite(lab.storage.db);
    const one = await makeMonitor(lab.storage.db, { website_id: website.id });
    const two = await makeMonitor(lab.storage.db, { website_id: website.id });
    lab.recorder.record([finishedCheck(one)]);
    lab.recorder.record([finishedCheck(two), downCheck(one, { checked_at: testNow + minute })]);
    expect(await lab.checkRows()).toHaveLength(0);
    await expect.poll(() => lab.published).toHaveLength(1);
    expect(await lab.checkRows()).toHaveLength(3);
    expect(lab.published[0]?.website_ids).toEqual([website.id]);
    expect(lab.recorder.stats()).toEqual({ pending: 0, recorded: 3, lost: 0, failing_since: null });
  });

  test('takes several checks of one monitor in their order', async () => {
    const monitor = await makeMonitor(lab.storage.db);
    lab.recorder.record([
      downCheck(monitor),
      finishedCheck(monitor, { checked_at: testNow + 1000 }),
      downCheck(monitor, { checked_at: testNow + 2000 }),
      downCheck(monitor, { checked_at: testNow + 3000, next_due_at: null }),
    ]);
    await lab.recorder.flush();
    const rows = await lab.checkRows();
    expect(rows.map((row) => row.checked_at - testNow)).toEqual([0, 1000, 2000, 3000]);
    expect(await lab.monitorRow(monitor.id)).toMatchObject({
      is_up: 0,
      outage_streak: 2,
      last_check_id: rows[3]?.id,
      last_check_time: testNow + 3000,
      next_due_at: testNow + minute,
    });
  });

  test('continues from its memory like a recorder that was just started', async () => {
    const monitor = await makeMonitor(lab.storage.db);
    for (let at = 0; at < 3; at++) {
      await lab.recorder.recordNow(downCheck(monitor, { checked_at: testNow + at * minute }));
    }
    await lab.recorder.stop();
    await lab.recorder.recordNow(downCheck(monitor, { checked_at: testNow + 3 * minute }));
    expect(await lab.monitorRow(monitor.id)).toMatchObject({ outage_streak: 4, is_up: 0 });
    for (const table of rollupTables) expect(await lab.rollupRows(table)).toMatchObject([{ checks: 4, failures: 4 }]);
  });

  test('writes more checks than one transaction takes', async () => {
    const monitor = await makeMonitor(lab.storage.db);
    const checks = Array.from({ length: 1203 }, (_, at) => finishedCheck(monitor, { checked_at: testNow + at }));
    lab.recorder.record(checks);
    await lab.recorder.flush();
    const rows = await lab.checkRows();
    expect(rows.map((row) => row.checked_at)).toEqual(checks.map((check) => check.checked_at));
    expect(await lab.rollupRows('rollups_daily')).toMatchObject([{ checks: 1203 }]);
  });
});

describe('roll-ups', () => {
  test('count every check in its quarter, hour and day', async () => {
    const monitor = await makeMonitor(lab.storage.db);
    const midnight = Date.UTC(2026, 2, 11);
    lab.recorder.record([
      finishedCheck(monitor, { checked_at: midnight - 20 * minute, response_time_us: 100_000 }),
      finishedCheck(monitor, { checked_at: midnight - minute, response_time_us: 300_000, is_slow: true }),
      downCheck(monitor, { checked_at: midnight - 1 }),
    ]);
    await lab.recorder.flush();
    lab.recorder.record([
      downCheck(monitor, { checked_at: midnight, status_code: null }),
      finishedCheck(monitor, { checked_at: midnight + 1 }),
    ]);
    await lab.recorder.flush();

    const shown = async (table: (typeof rollupTables)[number]) =>
      (await lab.rollupRows(table)).map((row) => [
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
    const [yesterday, today] = await lab.rollupRows('rollups_daily');
    expect(yesterday).toMatchObject({ sum_us: 400_000, min_us: 100_000, max_us: 300_000, status_counts: '{"503":1}' });
    expect(today).toMatchObject({ status_counts: '{"timeout":1}' });
    expect(sketchPercentile(yesterday?.sketch ?? new Uint8Array(), 100)).toBeCloseTo(300_000, -4);
  });

  test('count no status codes for network monitors', async () => {
    const monitor = await makeMonitor(lab.storage.db, { kind: 'TCP_PORT' });
    await lab.recorder.recordNow(downCheck(monitor, { status_code: null, response_time_us: null }));
    expect(await lab.rollupRows('rollups_hourly')).toMatchObject([{ checks: 1, failures: 1, status_counts: null }]);
  });
});

test('reads everything anew after a flush, because the database may have been replaced meanwhile', async () => {
  const monitor = await makeMonitor(lab.storage.db);
  const recorded = await lab.recorder.recordNow(downCheck(monitor));
  await lab.recorder.flush();
  await lab.storage.db.updateTable('stored_monitors').set({ outage_streak: 7, name: 'restored' }).execute();
  const next = await lab.recorder.recordNow(downCheck(monitor, { checked_at: testNow + 1 }));
  expect(next?.monitor).toMatchObject({ name: 'restored', last_check_id: recorded?.check_id });
  expect(await lab.monitorRow(monitor.id)).toMatchObject({ outage_streak: 8 });
});

test('slows checks down when they come faster than they are stored', async () => {
  const rooms: number[] = [];
  lab.recorder = lab.start({ onRoom: (room) => rooms.push(room) });
  const monitor = await makeMonitor(lab.storage.db);
  lab.recorder.record(Array.from({ length: 6_000 }, (_, at) => finishedCheck(monitor, { checked_at: testNow + at })));
  await lab.recorder.flush();
  const waiting = rooms.map((_, at) => Math.max(0, 6_000 - (at + 1) * 512));
  expect(rooms).toEqual(waiting.map((count) => Math.max(512, 5_000 - count)));
  expect(rooms.at(-1)).toBe(5_000);
  expect(lab.logged).toEqual([
    expect.stringMatching(/faster than the database/),
    expect.stringMatching(/no longer wait/),
  ]);
});

describe('a database that is unavailable', () => {
  /** Rejects while `isAway`. */
  const refusing =
    (isAway: () => boolean): RaiseAlerts =>
    async (trx, recorded) => {
      if (isAway()) throw new Error('connection refused');
      return countStreaks(trx, recorded);
    };

  test('delays checks and loses none', async () => {
    let isAway = true;
    const rooms: number[] = [];
    lab.recorder = lab.start({ raiseAlerts: refusing(() => isAway), onRoom: (room) => rooms.push(room) });
    const monitor = await makeMonitor(lab.storage.db);
    lab.recorder.record([finishedCheck(monitor), downCheck(monitor, { checked_at: testNow + minute })]);
    await lab.recorder.flush();
    expect(await lab.checkRows()).toEqual([]);
    expect(lab.recorder.stats()).toMatchObject({ pending: 2, recorded: 0, failing_since: 0 });
    expect(lab.recorder.waitingSince()).toBe(0);
    expect(lab.logged).toHaveLength(1);
    expect(rooms).toEqual([Number.POSITIVE_INFINITY]);
    await expect(lab.recorder.store()).rejects.toThrow('they are kept');

    isAway = false;
    const stats = () => ({ ...lab.recorder.stats(), waitingSince: lab.recorder.waitingSince() });
    await expect.poll(stats).toMatchObject({ pending: 0, recorded: 2, failing_since: null, waitingSince: null });
    expect((await lab.checkRows()).map((row) => row.is_up)).toEqual([1, 0]);
    expect(await lab.rollupRows('rollups_daily')).toMatchObject([{ checks: 2, failures: 1 }]);
  });

  test('refuses a trigger at once, and stores its check later', async () => {
    let isAway = true;
    lab.recorder = lab.start({ raiseAlerts: refusing(() => isAway) });
    const monitor = await makeMonitor(lab.storage.db);
    await expect(lab.recorder.recordNow(finishedCheck(monitor))).rejects.toThrow('connection refused');
    isAway = false;
    await lab.recorder.flush();
    expect(await lab.checkRows()).toHaveLength(1);
  });

  test('keeps no more checks than allowed, and counts the dropped ones', async () => {
    lab.recorder = lab.start({ raiseAlerts: refusing(() => true), mostPending: 10 });
    const monitor = await makeMonitor(lab.storage.db);
    lab.recorder.record(Array.from({ length: 25 }, (_, at) => finishedCheck(monitor, { checked_at: testNow + at })));
    await lab.recorder.flush();
    expect(lab.recorder.stats()).toMatchObject({ pending: 10, lost: 15 });
    await lab.recorder.stop();
    expect(lab.logged.at(-1)).toMatch(/Stopped before all results/);
  });
});
