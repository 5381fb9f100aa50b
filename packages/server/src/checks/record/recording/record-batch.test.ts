import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { downCheck, openRecorderLab, type RecorderLab } from '../../../testing/recorder-lab.ts';
import { finishedCheck, makeMonitor, testNow } from '../../../testing/rows.ts';

const minute = 60_000;

let lab: RecorderLab;
beforeEach(async () => {
  lab = await openRecorderLab();
});
afterEach(() => lab.close());

describe('a check that is out of date', () => {
  test('is dropped when the monitor was edited since', async () => {
    const monitor = await makeMonitor(lab.storage.db);
    const other = await makeMonitor(lab.storage.db);
    await lab.recorder.recordNow(finishedCheck(monitor));
    await lab.storage.db
      .updateTable('stored_monitors')
      .set({ revision: 2, last_check_id: null })
      .where('id', '=', monitor.id)
      .execute();
    lab.recorder.record([finishedCheck(other)]);
    expect(await lab.recorder.recordNow(downCheck(monitor))).toBeNull();
    expect(await lab.recorder.recordNow(downCheck({ ...monitor, revision: 2 }))).not.toBeNull();
    expect((await lab.checkRows()).map((row) => row.monitor_id)).toEqual([monitor.id, other.id, monitor.id]);
    expect(lab.logged).toEqual([]);
  });

  test('is dropped when another monitor has its id and revision since, as after a restore', async () => {
    const monitor = await makeMonitor(lab.storage.db);
    await lab.recorder.recordNow(finishedCheck(monitor));
    const created_at = monitor.created_at - 1;
    await lab.storage.db
      .updateTable('stored_monitors')
      .set({ created_at, target: 'https://other.example.com/', last_check_id: null })
      .execute();
    expect(await lab.recorder.recordNow(downCheck(monitor))).toBeNull();
    expect(await lab.recorder.recordNow(downCheck({ ...monitor, created_at }))).not.toBeNull();
    expect(lab.logged).toEqual([]);
  });

  test('is dropped when the monitor was deleted', async () => {
    const monitor = await makeMonitor(lab.storage.db);
    const other = await makeMonitor(lab.storage.db);
    await lab.recorder.recordNow(finishedCheck(monitor));
    await lab.storage.db.deleteFrom('stored_monitors').where('id', '=', monitor.id).execute();
    lab.recorder.record([finishedCheck(other)]);
    expect(await lab.recorder.recordNow(finishedCheck(monitor))).toBeNull();
    expect((await lab.checkRows()).map((row) => row.monitor_id)).toEqual([other.id]);
    expect(lab.logged).toEqual([]);
  });

  test('does not overwrite what another process recorded', async () => {
    const monitor = await makeMonitor(lab.storage.db);
    const elsewhere = lab.start();
    await lab.recorder.recordNow(downCheck(monitor));
    await elsewhere.recordNow(downCheck(monitor, { checked_at: testNow + 1 }));
    await lab.recorder.recordNow(downCheck(monitor, { checked_at: testNow + 2 }));
    await elsewhere.stop();
    expect(await lab.monitorRow(monitor.id)).toMatchObject({ outage_streak: 3 });
    expect(await lab.rollupRows('rollups_daily')).toMatchObject([{ checks: 3, failures: 3 }]);
  });
});

test('a check that waited while another process made a newer one is history, and does not change the state', async () => {
  const monitor = await makeMonitor(lab.storage.db);
  const elsewhere = lab.start();
  const next_due_at = testNow + minute;
  const newer = await elsewhere.recordNow(finishedCheck(monitor, { checked_at: testNow - minute / 2, next_due_at }));
  await lab.recorder.recordNow(downCheck(monitor, { checked_at: testNow - minute, next_due_at: testNow }));
  expect(await lab.monitorRow(monitor.id)).toMatchObject({
    is_up: 1,
    outage_streak: 0,
    last_check_time: newer?.check.checked_at,
    next_due_at,
  });
  await elsewhere.recordNow(finishedCheck(monitor, { checked_at: testNow }));
  await elsewhere.stop();
  expect(await lab.checkRows()).toHaveLength(3);
  expect(await lab.rollupRows('rollups_daily')).toMatchObject([{ checks: 3, failures: 1 }]);
});

test('a clock that was set back leaves every new check the newest', async () => {
  const monitor = await makeMonitor(lab.storage.db, { last_check_time: testNow + 60 * minute, is_up: 1 });
  await lab.recorder.recordNow(downCheck(monitor));
  expect(await lab.monitorRow(monitor.id)).toMatchObject({ is_up: 0, last_check_time: testNow, outage_streak: 1 });
});
