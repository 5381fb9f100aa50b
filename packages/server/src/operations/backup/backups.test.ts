import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { list } from 'tar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveFirstPasswordHash } from '../../access/password-store.ts';
import { systemClock } from '../../base/clock.ts';
import { newScreenshotName, writeScreenshot } from '../../checks/screenshots/screenshot-files.ts';
import { makeAlert, makeCheck, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { backupsDir } from './backup-files.ts';
import type { BackupDeps, Backups } from './backups.ts';
import { allRows } from './testing/all-rows.ts';
import { testBackups } from './testing/test-backups.ts';
import { testImage } from './testing/test-image.ts';
import { verifyBackup } from './verify-backup.ts';

let test: TestStorage;
let now: number;
let log: string[];

const backupsOf = (given: TestStorage, changes: Partial<BackupDeps> = {}): Backups =>
  testBackups(given, {
    clock: { ...systemClock, now: () => now },
    changes: { publish: () => log.push('published'), subscribe: () => () => undefined },
    pauseChecks: async () => void log.push('paused'),
    resumeChecks: async () => void log.push('resumed'),
    ...changes,
  });

const upload = (file: string): Readable => Readable.from([readFileSync(file)]);
const fileOf = async (backups: Backups, name: string): Promise<string> => (await backups.find(name)).file;
const leftOvers = (folder: string): string[] => readdirSync(backupsDir(folder)).filter((name) => name.startsWith('.'));

beforeEach(async () => {
  test = await openTestStorage();
  now = testNow;
  log = [];
});
afterEach(() => test.close());

describe('creating', () => {
  it('names the file after the given name and the time, readable by its owner only', async () => {
    const backups = backupsOf(test);
    const backup = await backups.create('nightly');
    expect(backup).toMatchObject({ name: 'nightly_20260310T120000Z.tar.gz', created: '2026-03-10T12:00:00.000Z' });
    const { mode, size } = statSync(await fileOf(backups, backup.name));
    expect(mode & 0o777).toBe(0o600);
    expect(size).toBe(backup.size);
    expect(leftOvers(test.folder)).toEqual([]);
  });

  it('calls it upvigil without a name, and gives two in one second different names', async () => {
    const backups = backupsOf(test);
    const both = await Promise.all([backups.create(null), backups.create(null)]);
    expect(both.map(({ name }) => name)).toEqual([
      'upvigil_20260310T120000Z.tar.gz',
      'upvigil_20260310T120001Z.tar.gz',
    ]);
  });

  it('writes a plain tar archive that other programs read', async () => {
    const monitor = await makeMonitor(test.db);
    const name = newScreenshotName(monitor.id, testNow);
    await writeScreenshot(test.folder, name, testImage);
    await makeCheck(test.db, { monitor_id: monitor.id, screenshot: name });
    const backups = backupsOf(test);
    const { name: backup } = await backups.create(null);
    const names: string[] = [];
    await list({
      file: await fileOf(backups, backup),
      strict: true,
      onReadEntry: (entry) => void names.push(entry.path),
    });
    expect(names[0]).toBe('manifest.json');
    expect(names).toContain('tables/checks.ndjson');
    expect(names.at(-1)).toBe(`screenshots/${name}`);
  });

  it('reads one snapshot, whatever is written meanwhile', async () => {
    const monitor = await makeMonitor(test.db);
    const snapshot = await test.storage.openSnapshot();
    await makeCheck(test.db, { monitor_id: monitor.id });
    const seen = await snapshot.db.selectFrom('checks').selectAll().execute();
    await snapshot.close();
    expect(seen).toEqual([]);
    expect((await allRows(test.db)).checks).toHaveLength(1);
  });

  it('holds neither the password nor sessions', async () => {
    await saveFirstPasswordHash(test.db, 'the-hash');
    await test.db
      .insertInto('sessions')
      .values({
        token_hash: 'the-token',
        created_at: testNow,
        last_used_at: testNow,
        confirmed_at: testNow,
        client: 'cli',
      })
      .execute();
    const backups = backupsOf(test);
    const { name } = await backups.create(null);
    const summary = await verifyBackup(await fileOf(backups, name));
    expect(summary.rows.settings).toBe(0);
    expect(summary.rows).not.toHaveProperty('sessions');
  });
});

describe('the listing', () => {
  it('shows backups, newest first, and nothing else', async () => {
    const backups = backupsOf(test);
    await backups.create('first');
    now += 60_000;
    await backups.create('second');
    writeFileSync(path.join(backupsDir(test.folder), 'notes.txt'), 'mine');
    mkdirSync(path.join(backupsDir(test.folder), 'folder_20260310T120000Z.tar.gz'));
    expect((await backups.list()).map(({ name }) => name)).toEqual([
      'second_20260310T120100Z.tar.gz',
      'first_20260310T120000Z.tar.gz',
    ]);
  });

  it('is where names are looked up, so that none can lead elsewhere', async () => {
    const backups = backupsOf(test);
    writeFileSync(path.join(test.folder, 'secret_20260310T120000Z.tar.gz'), 'secret');
    for (const name of ['../secret_20260310T120000Z.tar.gz', '/etc/passwd', 'none_20260310T120000Z.tar.gz']) {
      await expect(backups.find(name)).rejects.toMatchObject({ kind: 'notFound' });
      await expect(backups.remove(name)).rejects.toMatchObject({ kind: 'notFound' });
    }
  });

  it('has what each backup holds, and the reason where it cannot be read', async () => {
    const monitor = await makeMonitor(test.db);
    await makeCheck(test.db, { monitor_id: monitor.id });
    const backups = backupsOf(test);
    const { name, size, created } = await backups.create(null);
    expect(await backups.describe(name)).toMatchObject({
      name,
      size,
      created,
      product_version: '0.1.0',
      rows: { websites: 1, monitors: 1, checks: 1, alerts: 0 },
      screenshots: 0,
    });
    writeFileSync(await fileOf(backups, name), 'no archive');
    await expect(backups.describe(name)).rejects.toThrow('The archive is damaged, or not gzip');
    await expect(backups.describe('gone_20260310T120000Z.tar.gz')).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('is cut to the newest by a clean-up', async () => {
    const backups = backupsOf(test);
    for (const name of ['a', 'b', 'c']) {
      await backups.create(name);
      now += 1000;
    }
    expect(await backups.cleanUp(1)).toEqual({
      deleted: ['b_20260310T120001Z.tar.gz', 'a_20260310T120000Z.tar.gz'],
      kept: 1,
    });
    expect(await backups.list()).toHaveLength(1);
  });

  it('is in the order in which backups were made, also within one second, and a clean-up keeps the newest', async () => {
    const backups = backupsOf(test);
    const second = '20260310T120000Z.tar.gz';
    for (const name of ['b', 'b', 'c', 'a']) await backups.create(name);
    const made = [`a_${second}`, `c_${second}`, 'b_20260310T120001Z.tar.gz', `b_${second}`];
    expect((await backups.list()).map(({ name }) => name)).toEqual(made);
    await backups.remove(`c_${second}`);
    await backups.create('b');
    made.splice(0, 2, 'b_20260310T120002Z.tar.gz', `a_${second}`);
    const listed = await backups.list();
    expect(listed.map(({ name }) => name)).toEqual(made);
    expect(listed.map(({ created }) => created)).toEqual(
      listed
        .map(({ created }) => created)
        .sort()
        .reverse(),
    );
    expect(await backups.cleanUp(1)).toEqual({ deleted: made.slice(1), kept: 1 });
  });

  it('uses the names of files that were copied without their times', async () => {
    const backups = backupsOf(test);
    await backups.create('old');
    now += 3_600_000;
    await backups.create('new');
    const [, old] = await backups.list();
    utimesSync(await fileOf(backups, old?.name ?? ''), new Date(now + 60_000), new Date(now + 60_000));
    expect(await backups.list()).toMatchObject([
      { name: 'new_20260310T130000Z.tar.gz' },
      { name: 'old_20260310T120000Z.tar.gz', created: '2026-03-10T12:00:00.000Z' },
    ]);
  });

  it('drops left-overs of a crash at the next start', async () => {
    const backups = backupsOf(test);
    await backups.list();
    const unfinished = path.join(backupsDir(test.folder), '.unfinished-1234');
    mkdirSync(unfinished);
    utimesSync(unfinished, new Date(testNow - 2 * 3600_000), new Date(testNow - 2 * 3600_000));
    await backups.removeUnfinished();
    expect(leftOvers(test.folder)).toEqual([]);
  });

  it('keeps what another process on the same PostgreSQL and folder is writing', async () => {
    const backups = backupsOf(test);
    await backups.list();
    const unfinished = path.join(backupsDir(test.folder), '.unfinished-1234');
    mkdirSync(unfinished);
    utimesSync(unfinished, new Date(testNow - 60_000), new Date(testNow - 60_000));
    await backups.removeUnfinished();
    expect(leftOvers(test.folder)).toHaveLength(test.storage.dialect === 'postgres' ? 1 : 0);
  });
});

describe('restoring', () => {
  it('restores every row and screenshot, and keeps a copy of the replaced data', async () => {
    const monitor = await makeMonitor(test.db);
    const name = newScreenshotName(monitor.id, testNow);
    await writeScreenshot(test.folder, name, testImage);
    await makeCheck(test.db, { monitor_id: monitor.id, screenshot: name });
    await makeAlert(test.db, monitor);
    const before = await allRows(test.db);
    const backups = backupsOf(test);
    const { name: backup } = await backups.create(null);
    const file = await fileOf(backups, backup);

    await using target = await openOther();
    const other = backupsOf(target);
    const replaced = newScreenshotName(9, testNow);
    await writeScreenshot(target.folder, replaced, testImage);
    await makeWebsite(target.db, { name: 'Replaced' });
    const restored = await other.restore(upload(file));

    expect(await allRows(target.db)).toEqual(before);
    expect(restored.rows).toMatchObject({ websites: 1, monitors: 1, checks: 1, alerts: 1, deliveries: 0 });
    expect(readdirSync(path.join(target.folder, 'screenshots'))).toEqual([name]);
    expect((await other.list()).map((each) => each.name)).toEqual(['before-restore_20260310T120000Z.tar.gz']);
    expect(log.slice(-3)).toEqual(['paused', 'resumed', 'published']);
    expect(leftOvers(target.folder)).toEqual([]);
  });

  it('keeps the password and the sessions of the installation', async () => {
    const backups = backupsOf(test);
    const { name } = await backups.create(null);
    await saveFirstPasswordHash(test.db, 'kept');
    await test.db
      .insertInto('sessions')
      .values({ token_hash: 'kept', created_at: testNow, last_used_at: testNow, confirmed_at: testNow, client: 'cli' })
      .execute();
    await backups.restore(upload(await fileOf(backups, name)));
    expect(await test.db.selectFrom('sessions').select('token_hash').execute()).toHaveLength(1);
    expect((await allRows(test.db)).settings).toEqual([['admin_password_hash', '"kept"']]);
  });

  it('restores one of its own folder, and keeps it', async () => {
    await makeWebsite(test.db, { name: 'Shop' });
    const backups = backupsOf(test);
    const { name } = await backups.create(null);
    await test.db.deleteFrom('stored_websites').execute();
    expect((await backups.restoreStored(name)).rows).toMatchObject({ websites: 1 });
    expect(await test.db.selectFrom('websites').select('name').execute()).toEqual([{ name: 'Shop' }]);
    expect((await backups.list()).map((backup) => backup.name.split('_')[0])).toEqual(['before-restore', 'upvigil']);
    await expect(backups.restoreStored('upvigil_20200101T000000Z.tar.gz')).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('refuses a damaged one of its own folder, and changes nothing', async () => {
    await makeWebsite(test.db);
    const backups = backupsOf(test);
    const { name } = await backups.create(null);
    const file = await fileOf(backups, name);
    writeFileSync(file, readFileSync(file).subarray(0, -600));
    const before = await allRows(test.db);
    await expect(backups.restoreStored(name)).rejects.toMatchObject({ kind: 'invalid' });
    expect(await allRows(test.db)).toEqual(before);
  });

  it('continues ids after the restored ones', async () => {
    const monitor = await makeMonitor(test.db);
    const backups = backupsOf(test);
    const { name } = await backups.create(null);
    await using target = await openOther();
    await backupsOf(target).restore(upload(await fileOf(backups, name)));
    const next = await makeMonitor(target.db, { website_id: monitor.website_id });
    expect(next.id).toBe(monitor.id + 1);
  });

  it('reports that it is running, and resumes checks when it fails', async () => {
    const backups = backupsOf(test);
    const { name } = await backups.create(null);
    const seen: boolean[] = [];
    const failing = backupsOf(test, {
      pauseChecks: async () => {
        seen.push(failing.isRestoring());
        throw new Error('cannot pause');
      },
    });
    await expect(failing.restore(upload(await fileOf(backups, name)))).rejects.toMatchObject({ kind: 'invalid' });
    expect(seen).toEqual([true]);
    expect(failing.isRestoring()).toBe(false);
    expect(log).toContain('resumed');
  });
});

async function openOther(): Promise<TestStorage & AsyncDisposable> {
  const other = await openTestStorage();
  return { ...other, [Symbol.asyncDispose]: () => other.close() };
}
