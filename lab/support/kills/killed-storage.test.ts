import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { afterEach, expect, it } from 'vitest';
import { openKilledStorage } from './killed-storage.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'upvigil-killed-test-'));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The files of this folder that this process has open. Linux only, as the kills are. */
const openFiles = (folder: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${number}`);
      return file.startsWith(folder) ? [file] : [];
    } catch {
      return [];
    }
  });

it('writes and reads without a connection to the files, which would keep the next start from reading its log', async () => {
  // A file without a connection to it: made elsewhere and copied here.
  const killed = await openKilledStorage('sqlite', dataDir);
  await killed.write(async (storage) => {
    await migrate(storage);
    await storage.db.insertInto('stored_websites').values({ name: 'Shop', created_at: 1 }).execute();
  });
  const names = await killed.read(({ db }) => db.selectFrom('websites').select('name').execute());
  expect(names).toEqual([{ name: 'Shop' }]);
  expect(openFiles(dataDir)).toEqual([]);
  const storage = openSqliteStorage(dataDir);
  expect(await storage.db.selectFrom('websites').select('name').execute()).toEqual([{ name: 'Shop' }]);
  expect(openFiles(dataDir)).not.toEqual([]);
  await storage.close();
});
