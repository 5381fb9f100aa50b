import { createReadStream } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backupsDir } from '../../operations/backup/backup-files.ts';
import { allRows } from '../../operations/backup/testing/all-rows.ts';
import { testBackups } from '../../operations/backup/testing/test-backups.ts';
import { verifyBackup } from '../../operations/backup/verify-backup.ts';
import { lockSetting } from '../../storage/settings/setting-store.ts';
import { changeOn } from '../../testing/change-on.ts';
import { makeHeartbeat } from '../../testing/heartbeat-rows.ts';
import { fillHistory, makeAlert, makeCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { hashOfKey, isKeyTaken } from '../heartbeats/heartbeat-store.ts';
import { deleteMonitors, deleteWebsite, finishDeletions, markMonitors, markWebsite } from './delete-monitors.ts';
import { parentsLockKey } from './parents.ts';

const screenshotOf = (name: string): string => `${name.padEnd(22, '_')}.webp`;

let test: TestStorage;
let removed: string[];
let kept: Awaited<ReturnType<typeof allRows>>;
let gone: { id: number; website_id: number };

/** A monitor that stays, and one that is deleted, with all kinds of dependent rows. */
beforeEach(async () => {
  test = await openTestStorage();
  removed = [];
  await lockSetting(test.db, parentsLockKey, 'null');
  await makeWatched('kept');
  kept = await allRows(test.db);
  gone = await makeWatched('gone');
});
afterEach(() => test.close());

async function makeWatched(name: string): Promise<{ id: number; website_id: number }> {
  const monitor = await makeMonitor(test.db, { target: `https://${name}.example.com/` });
  const { id, website_id } = monitor;
  const history = { monitor_ids: [id], from: testNow - 3_600_000, to: testNow, interval_seconds: 600 };
  await fillHistory(test.db, history);
  for (let at = 1; at <= 3; at++) await makeCheck(test.db, { monitor_id: id, checked_at: testNow - at });
  await makeCheck(test.db, { monitor_id: id, screenshot: screenshotOf(name) });
  const { id: alert_id } = await makeAlert(test.db, monitor);
  for (const status of ['sent', 'pending'] as const) {
    const delivery = {
      alert_id,
      status,
      channel: 'slack' as const,
      created_at: testNow,
      next_attempt_at: status === 'pending' ? testNow : null,
    };
    await test.db.insertInto('deliveries').values(delivery).execute();
  }
  return { id, website_id };
}

/** Dependencies that stop the deletion before the step of this number. */
const deps = (stopBefore = Number.POSITIVE_INFINITY) => {
  let asked = 0;
  return {
    db: test.db,
    removeScreenshots: async (names: readonly string[]) => void removed.push(...names),
    isStopped: () => ++asked > stopBefore,
  };
};

const stored = async (): Promise<number> => (await test.db.selectFrom('stored_websites').select('id').execute()).length;

it.each([0, 1, 2, 3, 5, 6])(
  'a deletion that is cut off after %i steps is seen nowhere, and finished later',
  async (steps) => {
    await changeOn(test.db)((trx) => markWebsite(trx, gone.website_id, testNow));
    await deleteWebsite(deps(steps), gone.website_id);
    expect(await stored()).toBe(2);
    expect(await test.db.selectFrom('monitors').select('target').execute()).toEqual([
      { target: 'https://kept.example.com/' },
    ]);
    expect(await test.db.selectFrom('websites').select('id').execute()).toHaveLength(1);
    await finishDeletions(deps());
    expect(await stored()).toBe(1);
    expect(await allRows(test.db)).toEqual(kept);
    expect(removed).toEqual([screenshotOf('gone')]);
  },
);

it('frees the key of a heartbeat at once, also with its website', async () => {
  await makeHeartbeat(test.db, 'nightly', { website_id: gone.website_id });
  await changeOn(test.db)((trx) => markWebsite(trx, gone.website_id, testNow));
  expect(await isKeyTaken(test.db, hashOfKey('nightly'), null)).toBe(false);
});

it('leaves the children of a deleted monitor without a parent', async () => {
  const { id } = await makeMonitor(test.db, { parent_id: gone.id });
  await changeOn(test.db)((trx) => markMonitors(trx, [gone.id], testNow));
  const child = await test.db.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(child).toMatchObject({ parent_id: null, revision: 2 });
});

it('pending alerts of a deleted monitor are not sent', async () => {
  await changeOn(test.db)((trx) => markMonitors(trx, [gone.id], testNow));
  const pending = test.db.selectFrom('deliveries').select('alert_id').where('status', '=', 'pending');
  expect(await pending.execute()).toHaveLength(1);
});

it('a backup made meanwhile knows nothing of it, and can be restored', async () => {
  await changeOn(test.db)((trx) => markWebsite(trx, gone.website_id, testNow));
  const backups = testBackups(test);
  const file = path.join(backupsDir(test.folder), (await backups.create(null)).name);
  expect(await verifyBackup(file)).toMatchObject({ rows: { websites: 1, monitors: 1, checks: 4, alerts: 1 } });
  await backups.restore(createReadStream(file));
  expect(await stored()).toBe(1);
  expect((await allRows(test.db)).checks).toEqual(kept.checks);
});

it('a monitor that a restore brings back stays, whatever of its deletion still comes', async () => {
  const backups = testBackups(test);
  const file = path.join(backupsDir(test.folder), (await backups.create(null)).name);
  const { checks } = await allRows(test.db);
  await changeOn(test.db)((trx) => markWebsite(trx, gone.website_id, testNow));
  await deleteMonitors(deps(1), [gone.id]);
  await backups.restore(createReadStream(file));
  await deleteMonitors(deps(), [gone.id]);
  await deleteWebsite(deps(), gone.website_id);
  await finishDeletions(deps());
  expect((await allRows(test.db)).checks).toEqual(checks);
  expect(await stored()).toBe(2);
});

it('a monitor that was being added goes with its website', async () => {
  await changeOn(test.db)((trx) => markWebsite(trx, gone.website_id, testNow));
  const late = await makeLate();
  expect(await deleteWebsite(deps(), gone.website_id)).toEqual([gone.id, late]);
  expect(await allRows(test.db)).toEqual(kept);
  expect(removed).toEqual([screenshotOf('gone'), screenshotOf('late')]);
});

async function makeLate(): Promise<number> {
  const { id } = await makeMonitor(test.db, { website_id: gone.website_id });
  await makeCheck(test.db, { monitor_id: id, screenshot: screenshotOf('late') });
  return id;
}
