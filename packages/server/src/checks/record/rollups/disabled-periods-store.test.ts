import { dayMs, hourMs } from '@upvigil/core/time';
import { windowOfHours, windowOfRange } from '@upvigil/core/time-ranges';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MonitorRow } from '../../../storage/tables.ts';
import { changeOn } from '../../../testing/change-on.ts';
import { openRecorderLab, type RecorderLab } from '../../../testing/recorder-lab.ts';
import { finishedCheck, makeMonitor, testNow } from '../../../testing/rows.ts';
import { editMonitor, insertWithSecrets } from '../../monitors/monitor-store.ts';
import { deleteOldPeriods, readDisabledPeriods } from './disabled-periods-store.ts';
import { windowSummary } from './latency-history.ts';

const minute = 60_000;
let lab: RecorderLab;
let monitor: MonitorRow;
beforeEach(async () => {
  lab = await openRecorderLab();
  monitor = await makeMonitor(lab.storage.db, { created_at: testNow - 40 * dayMs });
});
afterEach(() => lab.close());

/** Checks each minute, from a time (exclusive) to another one; one in ten fails. */
const minutesOf = (from: number, to: number) =>
  Array.from({ length: (to - from) / minute }, (_, index) =>
    finishedCheck(monitor, { checked_at: from + (index + 1) * minute, is_up: index % 10 !== 0 }),
  );

async function record(...checks: ReturnType<typeof finishedCheck>[]): Promise<void> {
  lab.recorder.record(checks);
  await lab.recorder.store();
  expect(lab.logged).toEqual([]);
}

async function setEnabled(enabled: boolean, now: number): Promise<void> {
  await changeOn(lab.storage.db)((trx) =>
    editMonitor(trx, 'url', monitor.id, now, () => ({ enabled: enabled ? 1 : 0 })),
  );
  monitor = await lab.monitorRow(monitor.id);
}

const day24 = windowOfHours(24, testNow);
const figures = async (window = day24) => {
  const { uptime_percentage, coverage } = await windowSummary(
    lab.storage.db,
    await lab.monitorRow(monitor.id),
    window,
    { now: testNow, counts: false },
  );
  return { uptime_percentage, coverage };
};
const observed = async () =>
  (await lab.rollupRows('rollups_daily')).reduce((sum, row) => sum + (row.observed_seconds ?? 0), 0);

describe('coverage of a monitor', () => {
  it('is 79.2 percent when Upvigil was stopped for 5 of 24 hours, which changes no uptime', async () => {
    await record(
      ...minutesOf(testNow - 25 * hourMs, testNow - 10 * hourMs),
      ...minutesOf(testNow - 5 * hourMs, testNow),
    );
    const { uptime_percentage, coverage } = await figures();
    expect(uptime_percentage).toBe(90);
    expect(Math.abs((coverage ?? 0) - 79.2)).toBeLessThanOrEqual(0.2);
  });

  it('is full for a monitor of twenty minutes that was disabled for the second half', async () => {
    const created_at = testNow - 20 * minute;
    await lab.storage.db.updateTable('stored_monitors').set({ created_at }).execute();
    monitor = await lab.monitorRow(monitor.id);
    await record(...minutesOf(created_at, testNow - 10 * minute));
    await setEnabled(false, testNow - 10 * minute);
    expect(await figures()).toEqual({ uptime_percentage: 90, coverage: 100 });
  });

  it('leaves out a time in which it was disabled across the edge of the window', async () => {
    await record(...minutesOf(testNow - 30 * hourMs, testNow - 26 * hourMs));
    await setEnabled(false, testNow - 26 * hourMs);
    await setEnabled(true, testNow - 4 * hourMs);
    await record(...minutesOf(testNow - 4 * hourMs, testNow - 3 * hourMs), ...minutesOf(testNow - 2 * hourMs, testNow));
    // Of 4 hours, one less two intervals was not observed.
    expect((await figures()).coverage).toBeCloseTo(((3 * 60 + 1) / (4 * 60)) * 100, 1);
  });

  it('counts a time once, and no disabled one, whoever checks and after a restart', async () => {
    const elsewhere = lab.start();
    await record(finishedCheck(monitor, { checked_at: testNow }));
    await elsewhere.recordNow(finishedCheck(monitor, { checked_at: testNow + minute }));
    await record(finishedCheck(monitor, { checked_at: testNow + 1.5 * minute }));
    const before = await observed();
    await setEnabled(false, testNow + 1.75 * minute);
    await setEnabled(true, testNow + 60 * minute);
    await lab.start().recordNow(finishedCheck(monitor, { checked_at: testNow + 60.25 * minute }));
    expect((await observed()) - before).toBe(30);
    await record(finishedCheck(monitor, { checked_at: testNow + 61 * minute }));
    expect((await observed()) - before).toBe(75);
  });

  it('is unknown while the window holds roll-ups of an earlier version', async () => {
    await record(...minutesOf(testNow - 2 * dayMs, testNow));
    await lab.storage.db
      .updateTable('rollups_hourly')
      .set({ observed_seconds: null })
      .where('bucket_start', '<', testNow - 20 * hourMs)
      .execute();
    expect((await figures()).coverage).toBeNull();
    expect((await figures(windowOfHours(6, testNow))).coverage).toBe(100);
    const old = await lab.rollupRows('rollups_hourly');
    await record(finishedCheck(monitor, { checked_at: testNow - 40 * hourMs }));
    const changed = await lab.rollupRows('rollups_hourly');
    expect(changed.map((row) => row.observed_seconds)).toEqual(old.map((row) => row.observed_seconds));
  });
});

describe('disabled periods', () => {
  const read = () => lab.storage.db.selectFrom('disabled_periods').select(['from_at', 'until_at']).execute();

  it('begin and end with the edit, or with the creation', async () => {
    await setEnabled(true, testNow - 9);
    expect(await read()).toEqual([]);
    await setEnabled(false, testNow - 5);
    await setEnabled(false, testNow - 4);
    await setEnabled(true, testNow - 3);
    await setEnabled(true, testNow - 2);
    const { id: _, ...row } = monitor;
    await changeOn(lab.storage.db)((trx) =>
      insertWithSecrets(
        trx,
        { seal: async (_, settings) => settings },
        { ...row, enabled: 0, created_at: testNow },
        {},
      ),
    );
    expect((await read()).toSorted((one, other) => one.from_at - other.from_at)).toEqual([
      { from_at: testNow - 5, until_at: testNow - 3 },
      { from_at: testNow, until_at: null },
    ]);
  });

  it('end with the monitor, and with the roll-ups', async () => {
    await setEnabled(false, testNow - 9 * dayMs);
    await setEnabled(true, testNow - 8 * dayMs);
    await setEnabled(false, testNow - 7 * dayMs);
    await deleteOldPeriods(lab.storage.db, testNow - 8 * dayMs);
    expect(await read()).toHaveLength(2);
    expect((await readDisabledPeriods(lab.storage.db, testNow - 8 * dayMs)).get(monitor.id)).toHaveLength(1);
    await deleteOldPeriods(lab.storage.db, testNow);
    expect(await read()).toEqual([{ from_at: testNow - 7 * dayMs, until_at: null }]);
    await lab.storage.db.deleteFrom('stored_monitors').execute();
    expect(await read()).toEqual([]);
  });

  it('of a clock that was set back meanwhile count for nothing', async () => {
    await record(...minutesOf(testNow - dayMs, testNow));
    await setEnabled(false, testNow);
    await setEnabled(true, testNow - hourMs);
    expect(await figures(windowOfRange('24h', testNow))).toEqual({ uptime_percentage: 90, coverage: 100 });
  });
});
