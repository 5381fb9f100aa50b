import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createChangeFeed } from '../../../base/domain/change-feed.ts';
import { generalSettings } from '../../../storage/settings/general-settings-store.ts';
import { testNow } from '../../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { backupFileName, openBackupsDir } from '../../backup/backup-files.ts';
import { testBackups } from '../../backup/testing/test-backups.ts';
import { type BackupOverdue, createBackupOverdue } from './backup-overdue.ts';

const hour = 3_600_000;

let test: TestStorage;
let clock: TestClock;
let watch: BackupOverdue;
let errors: unknown[];
const changes = createChangeFeed(() => undefined);

const open = (folder = ''): BackupOverdue =>
  createBackupOverdue({
    db: test.db,
    clock,
    dataDir: test.folder,
    folder,
    changes,
    log: { error: (fields) => void errors.push(fields) },
  });

beforeEach(async () => {
  test = await openTestStorage();
  errors = [];
  clock = createTestClock(testNow, async () => undefined);
  watch = open();
});
afterEach(async () => {
  await watch.stop();
  await test.close();
  expect(errors).toEqual([]);
});

const setHours = async (backup_overdue_hours: number): Promise<void> => {
  await generalSettings.save(test.db, { ...(await generalSettings.read(test.db)), backup_overdue_hours });
  changes.publish({ is_structural: true });
};
const notices = () => test.db.selectFrom('notices').select(['subject', 'message', 'ended_at']).orderBy('id').execute();
/** Runs the next check and waits for these notices. */
const expectNotices = (expected: readonly object[]) =>
  expect
    .poll(async () => {
      await clock.advance(60_000);
      return notices();
    })
    .toMatchObject(expected);
const makeBackup = () => testBackups(test, { clock: { ...clock, now: clock.now } }).create('upvigil');

it('opens no notice while it is disabled', async () => {
  watch.start();
  await clock.advance(hour);
  expect(await notices()).toEqual([]);
});

it('notifies once when the newest backup is too old, and ends with a new one', async () => {
  await makeBackup();
  await setHours(26);
  watch.start();
  await clock.advance(25 * hour);
  expect(await notices()).toEqual([]);
  await clock.advance(hour);
  const overdue = 'the newest backup is from 2026-03-10 12:00 UTC, but one is required every 26 hours';
  await expectNotices([{ message: overdue, ended_at: null }]);
  await expectNotices([{ message: overdue, ended_at: null }]);
  await makeBackup();
  await expectNotices([
    { message: expect.stringMatching(/^a backup was overdue; the newest one is now from 2026-03-11 1/) },
  ]);
  expect((await notices())[0]?.ended_at).not.toBeNull();
});

it('notifies at once without a backup, and ends when backups are switched off', async () => {
  watch.start();
  await setHours(1);
  const none = 'there is no restorable backup, but one is required every hour';
  await expectNotices([{ message: none, ended_at: null }]);
  await setHours(0);
  await expectNotices([
    { message: 'a backup was overdue; backups are no longer required', ended_at: expect.any(Number) },
  ]);
});

it('ignores a backup that cannot be restored', async () => {
  const dir = await openBackupsDir(test.folder);
  writeFileSync(path.join(dir, backupFileName('upvigil', testNow)), 'not an archive');
  await setHours(26);
  watch.start();
  await expectNotices([{ message: expect.stringMatching(/^there is no restorable backup/) }]);
});

it("notifies for each folder of several processes, and ends another's notice with a newer backup", async () => {
  await setHours(1);
  const first = open('one');
  first.start();
  await expectNotices([{ subject: 'one', ended_at: null }]);
  await first.stop();
  await makeBackup();
  watch = open('two');
  watch.start();
  await expectNotices([{ subject: 'one', ended_at: expect.any(Number) }]);
});
