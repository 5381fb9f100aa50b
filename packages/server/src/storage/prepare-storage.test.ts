import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { formatBytes } from '@upvigil/core/format/bytes';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStorage } from './database.ts';
import { DatabaseVersionError, newestVersion } from './migrate.ts';
import { prepareStorage, StorageError, type StorageOptions } from './prepare-storage.ts';

describe('prepareStorage', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'upvigil-storage-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const prepare = (options: Partial<StorageOptions> = {}) =>
    prepareStorage({ dataDir, databaseUrl: null, onIdleError: () => undefined, ...options });

  it('makes a new database without a copy, and opens it again as it is', async () => {
    const first = await prepare();
    await first.db.insertInto('settings').values({ key: 'a', value: '1' }).execute();
    await first.close();
    const again = await prepare();
    expect(await again.db.selectFrom('settings').selectAll().execute()).toEqual([{ key: 'a', value: '1' }]);
    await again.close();
    expect(existsSync(path.join(dataDir, `upvigil.sqlite.before-version-${newestVersion}`))).toBe(false);
  });

  /** A data folder of an older version. */
  async function makeOld(): Promise<void> {
    const old = openSqliteStorage(dataDir);
    await sql`create table schema_version (version integer primary key)`.execute(old.db);
    await sql`insert into schema_version values (0)`.execute(old.db);
    await old.close();
  }
  const database = () => path.join(dataDir, 'upvigil.sqlite');
  const copy = () => path.join(dataDir, `upvigil.sqlite.before-version-${newestVersion}`);

  it('sets a copy aside before an older database is migrated', async () => {
    await makeOld();
    const before = tablesOf(database());
    await (await prepare()).close();
    expect(statSync(copy()).mode & 0o777).toBe(0o600);
    expect(tablesOf(copy())).toEqual(before);
  });

  it('keeps the copy of a start that was interrupted between two steps, which needs space for the migration alone', async () => {
    await makeOld();
    copyFileSync(database(), copy());
    const { size } = statSync(database());
    const half = openSqliteStorage(dataDir);
    await sql`insert into schema_version values (1)`.execute(half.db);
    await half.close();
    const first = readFileSync(copy());
    await expect(prepare({ freeBytes: async () => size - 1 })).rejects.toThrow(StorageError);
    // The migration itself fails, because the tables of the first step are missing; the copy was decided before.
    await prepare({ freeBytes: async () => size }).catch(() => undefined);
    expect(readFileSync(copy()).equals(first)).toBe(true);
  });

  it('makes a new copy at another upgrade after a return to the older version', async () => {
    await makeOld();
    copyFileSync(database(), copy());
    const old = openSqliteStorage(dataDir);
    await sql`create table came_since (id integer)`.execute(old.db);
    await old.close();
    const before = tablesOf(database());
    await (await prepare()).close();
    expect(tablesOf(copy())).toEqual(before);
  });

  it('makes the copy again after an interrupted one', async () => {
    await makeOld();
    const before = tablesOf(database());
    writeFileSync(`${copy()}.unfinished`, 'the beginning of a copy');
    await (await prepare()).close();
    expect(tablesOf(copy())).toEqual(before);
    expect(existsSync(`${copy()}.unfinished`)).toBe(false);
  });

  it('refuses to migrate with less free space than twice the database, and changes nothing', async () => {
    await makeOld();
    const before = readFileSync(database());
    const freeBytes = async () => 2 * before.length - 1;
    const sentence = `The upgrade of the database needs ${formatBytes(2 * before.length)} of free space in DATA_DIR ${dataDir}, which has ${formatBytes(2 * before.length - 1)}: make space and start again, or start the older program; nothing was changed`;
    await expect(prepare({ freeBytes })).rejects.toThrow(new StorageError(sentence));
    expect(readFileSync(database()).equals(before)).toBe(true);
    expect(readdirSync(dataDir).filter((name) => name.includes('before-version'))).toEqual([]);
    await (await prepare({ freeBytes: async () => 2 * before.length })).close();
  });

  it('starts on a disk without space when nothing is to be migrated', async () => {
    await (await prepare()).close();
    await (await prepare({ freeBytes: async () => 0 })).close();
  });

  it('refuses a database that a newer program has written', async () => {
    const storage = await prepare();
    await sql`insert into schema_version values (999)`.execute(storage.db);
    await storage.close();
    await expect(prepare()).rejects.toThrow(DatabaseVersionError);
  });

  it('refuses a database of an unreleased version before it copies it', async () => {
    await makeOld();
    const old = openSqliteStorage(dataDir);
    await sql`insert into schema_version values (7)`.execute(old.db);
    await old.close();
    await expect(prepare()).rejects.toThrow(DatabaseVersionError);
    expect(existsSync(copy())).toBe(false);
  });
});

/** Tables of a file with their rows. */
function tablesOf(file: string): unknown[] {
  const opened = new DatabaseSync(file, { readOnly: true });
  const rows = opened.prepare('select sql from sqlite_master order by name').all();
  const versions = opened.prepare('select version from schema_version').all();
  opened.close();
  return [rows, versions];
}
