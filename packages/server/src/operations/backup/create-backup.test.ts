import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveFirstPasswordHash } from '../../access/password-store.ts';
import { newScreenshotName } from '../../checks/screenshots/screenshot-files.ts';
import { makeCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { backupsDir } from './backup-files.ts';
import { createBackup } from './create-backup.ts';
import { linesOf, unpack } from './testing/archive-maker.ts';

let test: TestStorage;
let file: string;
beforeEach(async () => {
  test = await openTestStorage();
  file = path.join(test.folder, 'archive.tar.gz');
});
afterEach(() => test.close());

const create = (signal = new AbortController().signal) =>
  createBackup({
    storage: test.storage,
    dataDir: test.folder,
    productVersion: '1.2.3',
    file,
    created: testNow,
    signal,
  });

describe('a new backup', () => {
  it('has a complete file with its time, for its owner only, and leaves nothing else behind', async () => {
    await create();
    const { mode, mtimeMs } = statSync(file);
    expect([mode & 0o777, mtimeMs]).toEqual([0o600, testNow]);
    expect(readdirSync(backupsDir(test.folder))).toEqual([]);
  });

  it('that was cancelled leaves no file', async () => {
    await makeMonitor(test.db);
    await expect(create(AbortSignal.abort(new Error('the program stops')))).rejects.toThrow();
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(backupsDir(test.folder))).toEqual([]);
  });

  it('counts the settings without the password, which it leaves out', async () => {
    await saveFirstPasswordHash(test.db, 'the hash');
    await test.db.insertInto('settings').values({ key: 'branding', value: '{}' }).execute();
    await create();
    const entries = unpack(file);
    expect(linesOf(entries, 'settings')).toEqual(['["branding","{}"]']);
    expect(JSON.parse(String(entries[0]?.content)).parts).toContainEqual(
      expect.objectContaining({ table: 'settings', rows: 1 }),
    );
  });

  it('leaves out a screenshot whose file is missing', async () => {
    const { id } = await makeMonitor(test.db);
    await makeCheck(test.db, { monitor_id: id, screenshot: newScreenshotName(id, testNow) });
    await create();
    expect(unpack(file).filter(({ path: name }) => name.startsWith('screenshots/'))).toEqual([]);
  });
});
