import { dayMs, hourMs } from '@upvigil/core/time';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../base/clock.ts';
import { serverDefaults } from '../../base/server-defaults.ts';
import { fillHistory, makeAlert, makeCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createRetention, type Retention, type RetentionOptions } from './retention.ts';

const clock: Clock = { ...systemClock, now: () => testNow, monotonic: () => 0 };
let storage: TestStorage;
let removed: string[];
let warned: string[];
let retention: Retention;

function create(given: Partial<RetentionOptions> = {}): Retention {
  return createRetention({
    storage: storage.storage,
    clock,
    log: { error: () => undefined, warn: (_fields, text) => warned.push(text) },
    removeScreenshots: async (names) => void removed.push(...names),
    finishDeletions: async () => undefined,
    ...given,
  });
}

beforeEach(async () => {
  storage = await openTestStorage();
  removed = [];
  warned = [];
  retention = create();
});
afterEach(async () => {
  await retention.stop();
  await storage.close();
});

const count = async (table: 'checks' | 'rollups_quarter_hourly' | 'rollups_hourly' | 'rollups_daily') => {
  const row = await storage.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return row.rows;
};

describe('retention', () => {
  test('deletes checks after 30 days, with their screenshots, however many there are', async () => {
    const monitor_id = (await makeMonitor(storage.db)).id;
    const other = (await makeMonitor(storage.db)).id;
    const old = Array.from({ length: 1100 }, (_, at) => ({
      monitor_id,
      checked_at: testNow - 31 * dayMs - at * 1000,
      is_up: 1 as const,
      screenshot: at % 500 === 0 ? `${at}.webp` : null,
    }));
    for (let at = 0; at < old.length; at += 100) {
      await storage.db
        .insertInto('checks')
        .values(old.slice(at, at + 100))
        .execute();
    }
    await makeCheck(storage.db, { monitor_id, checked_at: testNow - 30 * dayMs, screenshot: 'kept.webp' });
    await makeCheck(storage.db, { monitor_id: other, checked_at: testNow - 30 * dayMs - 1 });
    await makeCheck(storage.db, { monitor_id: other });
    // On PostgreSQL the last one is dropped with the others of its day.
    const isByDay = storage.storage.checkPartitions !== null;

    expect(await retention.runOnce()).toMatchObject({ checks: isByDay ? 1100 : 1101 });
    expect(await count('checks')).toBe(isByDay ? 3 : 2);
    expect(removed.toSorted()).toEqual(['0.webp', '1000.webp', '500.webp']);
    expect(await retention.runOnce()).toMatchObject({ checks: 0 });
  });

  test('deletes quarters after 8 days and hours after 400, and keeps days', async () => {
    const monitor_id = (await makeMonitor(storage.db)).id;
    await fillHistory(storage.db, {
      monitor_ids: [monitor_id],
      from: testNow - 420 * dayMs,
      to: testNow,
      interval_seconds: 900,
      quarter_days: 12,
    });
    const days = await count('rollups_daily');
    const deleted = await retention.runOnce();
    expect(deleted).toEqual({ checks: 0, quarter_hourly: 4 * 96, hourly: 20 * 24, daily: 0, alerts: 0 });
    expect(await count('rollups_quarter_hourly')).toBe(8 * 96);
    expect(await count('rollups_hourly')).toBe(400 * 24);
    expect(await count('rollups_daily')).toBe(days);
  });

  test('keeps history as configured', async () => {
    const monitor_id = (await makeMonitor(storage.db)).id;
    await makeCheck(storage.db, { monitor_id, checked_at: testNow - 2 * dayMs });
    await makeCheck(storage.db, { monitor_id, checked_at: testNow - hourMs });
    const days = { checks: 1, quarterHourlyRollups: 1, hourlyRollups: 1, dailyRollups: null, alerts: null };
    expect(await create({ days }).runOnce()).toMatchObject({ checks: 1 });
  });

  test('deletes days and alerts too where that is asked for, but nothing that still lasts', async () => {
    const monitor = await makeMonitor(storage.db);
    await fillHistory(storage.db, {
      monitor_ids: [monitor.id],
      from: testNow - 12 * dayMs,
      to: testNow,
      interval_seconds: 3600,
      quarter_days: 1,
    });
    const ended = { created_at: testNow - 11 * dayMs, ended_at: testNow - 11 * dayMs + hourMs };
    await makeAlert(storage.db, monitor, ended);
    await makeAlert(storage.db, monitor, { created_at: testNow - 11 * dayMs, alert_type: 'RECOVERED' });
    const lasting = await makeAlert(storage.db, monitor, { created_at: testNow - 11 * dayMs });
    const recent = await makeAlert(storage.db, monitor, { created_at: testNow - 9 * dayMs, ended_at: testNow });
    const period = { monitor_id: monitor.id, from_at: testNow - 12 * dayMs };
    await storage.db
      .insertInto('disabled_periods')
      .values([
        { ...period, until_at: testNow - 11 * dayMs },
        { ...period, from_at: testNow - 11 * dayMs, until_at: null },
      ])
      .execute();
    const days = { checks: 30, quarterHourlyRollups: 8, hourlyRollups: 400, dailyRollups: 10, alerts: 10 };
    expect(await create({ days }).runOnce()).toMatchObject({ daily: 3, alerts: 2 });
    const left = await storage.db.selectFrom('alerts').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual([lasting.id, recent.id]);
    expect(await count('rollups_daily')).toBe(10);
    expect(await storage.db.selectFrom('disabled_periods').select('until_at').execute()).toEqual([{ until_at: null }]);
  });

  describe('when the clock jumps ahead', () => {
    let jump: number;
    let uptime: number;
    const jumping: Clock = { ...systemClock, now: () => testNow + jump + uptime, monotonic: () => uptime };
    const nothing = { checks: 0, quarter_hourly: 0, hourly: 0, daily: 0, alerts: 0 };
    /** Ten days of hourly history up to the clock's time, as if the program had run all the time. */
    const fill = async (days: number): Promise<void> => {
      const monitor_id = (await makeMonitor(storage.db)).id;
      const to = jumping.now();
      const span = { from: to - days * dayMs, to, interval_seconds: 3600, quarter_days: 1 };
      await fillHistory(storage.db, { monitor_ids: [monitor_id], ...span });
      for (let at = 0; at < days; at++) await makeCheck(storage.db, { monitor_id, checked_at: to - at * dayMs });
    };
    beforeEach(async () => {
      jump = 0;
      uptime = 0;
      await fill(10);
    });

    test('while it runs, it deletes nothing', async () => {
      retention = create({
        clock: jumping,
        days: { ...serverDefaults.retentionDays, checks: 9.5, dailyRollups: null, alerts: null },
      });
      await retention.runOnce();
      const before = await count('checks');
      jump = 31 * dayMs;
      expect(await retention.runOnce()).toEqual(nothing);
      uptime += 2 * hourMs;
      expect(await retention.runOnce()).toEqual(nothing);
      expect(await count('checks')).toBe(before);
      expect(warned).toHaveLength(1);
      jump = 0;
      expect(await retention.runOnce()).toEqual(nothing);
      expect(await count('checks')).toBe(before);
    });

    test('before a start, it deletes nothing, also when checks were stored by that clock and it is started again', async () => {
      jump = 60 * dayMs;
      expect(await create({ clock: jumping }).runOnce()).toEqual(nothing);
      const monitor_id = (await makeMonitor(storage.db)).id;
      await fillHistory(storage.db, {
        monitor_ids: [monitor_id],
        from: jumping.now() - 2 * hourMs,
        to: jumping.now(),
        interval_seconds: 600,
        quarter_days: 1,
      });
      await makeCheck(storage.db, { monitor_id, checked_at: jumping.now() });
      expect(await create({ clock: jumping }).runOnce()).toEqual(nothing);
    });

    test('or the machine was off for long, it deletes after a day of running', async () => {
      jump = 60 * dayMs;
      retention = create({ clock: jumping });
      expect(await retention.runOnce()).toEqual(nothing);
      const monitor_id = (await makeMonitor(storage.db)).id;
      const from = jumping.now();
      uptime += 26 * hourMs;
      const span = { from, to: jumping.now(), interval_seconds: 600, quarter_days: 2 };
      await fillHistory(storage.db, { monitor_ids: [monitor_id], ...span });
      expect(await retention.runOnce()).toMatchObject({ checks: 10 });
    });
  });

  test('a machine that is off every night deletes what is old', async () => {
    const monitor_id = (await makeMonitor(storage.db)).id;
    for (let back = 12; back >= 0; back--) {
      const to = testNow - back * dayMs;
      const span = { from: to - 8 * hourMs, to, interval_seconds: 600, quarter_days: 1 };
      await fillHistory(storage.db, { monitor_ids: [monitor_id], ...span });
    }
    await makeCheck(storage.db, { monitor_id, checked_at: testNow - 31 * dayMs });
    expect(await retention.runOnce()).toMatchObject({ checks: 1 });
  });

  test('runs again and again by itself, also after a failure', async () => {
    const monitor_id = (await makeMonitor(storage.db)).id;
    await makeCheck(storage.db, { monitor_id, checked_at: testNow - 31 * dayMs, screenshot: 'old.webp' });
    let failures = 0;
    retention = create({
      everyMilliseconds: 10,
      removeScreenshots: async () => {
        failures += 1;
        throw new Error('read-only file system');
      },
    });
    await retention.start();
    await expect.poll(() => failures).toBe(1);
    await makeCheck(storage.db, { monitor_id, checked_at: testNow - 32 * dayMs });
    await expect.poll(() => count('checks')).toBe(0);
  });

  test('goes on with deletions at the start, and again in each run when they failed', async () => {
    let asked = 0;
    const finishDeletions = async (): Promise<void> => {
      asked += 1;
      if (asked < 3) throw new Error('the database is away');
    };
    retention = create({ finishDeletions });
    await retention.start();
    await expect.poll(() => asked).toBe(1);
    await retention.stop();
    retention = create({ everyMilliseconds: 10, finishDeletions });
    await retention.start();
    await expect.poll(() => asked).toBeGreaterThan(3);
  });
});
