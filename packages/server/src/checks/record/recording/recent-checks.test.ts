import { mostRecentChecks } from '@upvigil/core/contract/names/states';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decodeRecentChecks } from '../../../base/domain/recent-checks.ts';
import { changeOn } from '../../../testing/change-on.ts';
import { downCheck, openRecorderLab, type RecorderLab } from '../../../testing/recorder-lab.ts';
import { finishedCheck, makeMonitor, testNow } from '../../../testing/rows.ts';
import { editMonitor } from '../../monitors/monitor-store.ts';

const minute = 60_000;

let lab: RecorderLab;
beforeEach(async () => {
  lab = await openRecorderLab();
});
afterEach(() => lab.close());

const recentOf = async (id: number) => decodeRecentChecks((await lab.monitorRow(id)).recent_checks);

test('each check is added to the last ones of its monitor, in its order, also several of one batch', async () => {
  const monitor = await makeMonitor(lab.storage.db);
  const other = await makeMonitor(lab.storage.db);
  await lab.recorder.recordNow(finishedCheck(monitor));
  lab.recorder.record([
    finishedCheck(monitor, { checked_at: testNow + 1, is_slow: true, response_time_us: 6_120_400 }),
    finishedCheck(other),
    downCheck(monitor, { checked_at: testNow + 2, response_time_us: null }),
  ]);
  await lab.recorder.flush();
  expect(await recentOf(monitor.id)).toEqual([
    { state: 'up', ms: 120 },
    { state: 'slow', ms: 6120 },
    { state: 'down', ms: null },
  ]);
  expect(await recentOf(other.id)).toEqual([{ state: 'up', ms: 120 }]);
});

test('the oldest goes when there are enough', async () => {
  const monitor = await makeMonitor(lab.storage.db);
  const checks = Array.from({ length: mostRecentChecks + 10 }, (_, at) =>
    finishedCheck(monitor, { checked_at: testNow + at, response_time_us: at * 1000 }),
  );
  for (const part of [checks.slice(0, 30), checks.slice(30, 50), checks.slice(50)]) {
    lab.recorder.record(part);
    await lab.recorder.flush();
  }
  expect((await recentOf(monitor.id)).map(({ ms }) => ms)).toEqual(
    Array.from({ length: mostRecentChecks }, (_, at) => at + 10),
  );
});

test('checks that several processes store alternately are all among the last ones', async () => {
  const monitor = await makeMonitor(lab.storage.db);
  const elsewhere = lab.start();
  for (let at = 0; at < 6; at++) {
    const recorder = at % 2 === 0 ? lab.recorder : elsewhere;
    await recorder.recordNow(finishedCheck(monitor, { checked_at: testNow + at, response_time_us: at * 1000 }));
  }
  expect((await recentOf(monitor.id)).map(({ ms }) => ms)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a check that another process overtook is not among the last ones', async () => {
  const monitor = await makeMonitor(lab.storage.db);
  await lab.recorder.recordNow(finishedCheck(monitor, { checked_at: testNow - minute / 2 }));
  await lab.recorder.recordNow(downCheck(monitor, { checked_at: testNow - minute }));
  expect(await recentOf(monitor.id)).toEqual([{ state: 'up', ms: 120 }]);
});

test('another target has none until it is checked', async () => {
  const monitor = await makeMonitor(lab.storage.db);
  await lab.recorder.recordNow(finishedCheck(monitor));
  await changeOn(lab.storage.db)((trx) =>
    editMonitor(trx, 'url', monitor.id, testNow, () => ({ failure_threshold: 3 })),
  );
  expect(await recentOf(monitor.id)).toHaveLength(1);
  await changeOn(lab.storage.db)((trx) =>
    editMonitor(trx, 'url', monitor.id, testNow, () => ({ target: 'https://other.example.com/' })),
  );
  expect(await recentOf(monitor.id)).toEqual([]);
  await lab.recorder.recordNow(downCheck({ ...monitor, revision: 3 }, { response_time_us: null }));
  expect(await recentOf(monitor.id)).toEqual([{ state: 'down', ms: null }]);
});

test('they are written by the statement that writes the state, and read by none', async () => {
  const monitors = [await makeMonitor(lab.storage.db), await makeMonitor(lab.storage.db)];
  lab.recorder.record(monitors.map((monitor) => finishedCheck(monitor)));
  await lab.recorder.store();
  const statements: string[] = [];
  lab.storage.storage.onStatement((sql) => statements.push(sql));
  lab.recorder.record(monitors.map((monitor) => finishedCheck(monitor, { checked_at: testNow + 1 })));
  await lab.recorder.store();
  const ofRecentChecks = statements.filter((sql) => sql.includes('recent_checks'));
  expect(ofRecentChecks).toEqual([expect.stringMatching(/^with "?states.* update "stored_monitors" .*"is_up" = /s)]);
  expect(statements.filter((sql) => /^select .* from "checks"/.test(sql))).toEqual([]);
});
