import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Clock } from '../clock.ts';
import { fillHistory, makeAlert, makeCheck, makeMonitor, testNow } from '../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { createRetention, type Retention, type RetentionOptions } from './retention.ts';
import { day, hour } from './rollup.ts';

const clock: Clock = { now: () => testNow, monotonic: () => 0 };
let storage: TestStorage;
let removed: string[];
let retention: Retention;

function create(given: Partial<RetentionOptions> = {}): Retention {
  return createRetention({
    db: storage.db,
    clock,
    log: { error: () => undefined },
    removeScreenshots: async (names) => void removed.push(...names),
    ...given,
  });
}

beforeEach(async () => {
  storage = await openTestStorage();
  removed = [];
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
      checked_at: testNow - 31 * day - at * 1000,
      is_up: 1 as const,
      screenshot: at % 500 === 0 ? `${at}.webp` : null,
    }));
    for (let at = 0; at < old.length; at += 100) {
      await storage.db
        .insertInto('checks')
        .values(old.slice(at, at + 100))
        .execute();
    }
    await makeCheck(storage.db, { monitor_id, checked_at: testNow - 30 * day, screenshot: 'kept.webp' });
    await makeCheck(storage.db, { monitor_id: other, checked_at: testNow - 30 * day - 1 });
    await makeCheck(storage.db, { monitor_id: other });

    expect(await retention.runOnce()).toMatchObject({ checks: 1101 });
    expect(await count('checks')).toBe(2);
    expect(removed.toSorted()).toEqual(['0.webp', '1000.webp', '500.webp']);
    expect(await retention.runOnce()).toMatchObject({ checks: 0 });
  });

  test('deletes quarters after 8 days and hours after 400, and keeps days for good', async () => {
    const one = (await makeMonitor(storage.db)).id;
    const two = (await makeMonitor(storage.db)).id;
    await fillHistory(storage.db, {
      monitor_ids: [one, two],
      from: testNow - 420 * day,
      to: testNow,
      interval_seconds: 900,
      quarter_days: 12,
    });
    const days = await count('rollups_daily');
    const deleted = await retention.runOnce();
    expect(deleted).toEqual({ checks: 0, quarter_hourly: 2 * 4 * 96, hourly: 2 * 20 * 24, daily: 0, alerts: 0 });
    expect(await count('rollups_quarter_hourly')).toBe(2 * 8 * 96);
    expect(await count('rollups_hourly')).toBe(2 * 400 * 24);
    expect(await count('rollups_daily')).toBe(days);
  });

  test('keeps what it is told to keep', async () => {
    const monitor_id = (await makeMonitor(storage.db)).id;
    await makeCheck(storage.db, { monitor_id, checked_at: testNow - 2 * day });
    await makeCheck(storage.db, { monitor_id, checked_at: testNow - hour });
    const days = { checks: 1, quarterHourlyRollups: 1, hourlyRollups: 1, dailyRollups: null, alerts: null };
    expect(await create({ days }).runOnce()).toMatchObject({ checks: 1 });
  });

  test('deletes days and alerts too where that is asked for, but nothing that still lasts', async () => {
    const monitor = await makeMonitor(storage.db);
    await fillHistory(storage.db, {
      monitor_ids: [monitor.id],
      from: testNow - 12 * day,
      to: testNow,
      interval_seconds: 3600,
      quarter_days: 1,
    });
    const ended = { created_at: testNow - 11 * day, ended_at: testNow - 11 * day + hour };
    await makeAlert(storage.db, monitor, ended);
    await makeAlert(storage.db, monitor, { created_at: testNow - 11 * day, alert_type: 'RECOVERED' });
    const lasting = await makeAlert(storage.db, monitor, { created_at: testNow - 11 * day });
    const recent = await makeAlert(storage.db, monitor, { created_at: testNow - 9 * day, ended_at: testNow });
    const days = { checks: 30, quarterHourlyRollups: 8, hourlyRollups: 400, dailyRollups: 10, alerts: 10 };
    expect(await create({ days }).runOnce()).toMatchObject({ daily: 3, alerts: 2 });
    const left = await storage.db.selectFrom('alerts').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual([lasting.id, recent.id]);
    expect(await count('rollups_daily')).toBe(10);
  });

  test('runs again and again by itself, also after a failure', async () => {
    const monitor_id = (await makeMonitor(storage.db)).id;
    await makeCheck(storage.db, { monitor_id, checked_at: testNow - 31 * day, screenshot: 'old.webp' });
    let failures = 0;
    retention = create({
      everyMilliseconds: 10,
      removeScreenshots: async () => {
        failures += 1;
        throw new Error('read-only file system');
      },
    });
    retention.start();
    await vi.waitFor(() => expect(failures).toBe(1));
    await makeCheck(storage.db, { monitor_id, checked_at: testNow - 32 * day });
    await vi.waitFor(async () => expect(await count('checks')).toBe(0));
  });
});
