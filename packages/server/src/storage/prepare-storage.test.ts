import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStorage } from './database.ts';
import { NewerDatabaseError, newestVersion } from './migrate.ts';
import { prepareStorage } from './prepare-storage.ts';
import { copySqliteFile } from './sqlite/sqlite-integrity.ts';

describe('prepareStorage', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'upvigil-storage-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const prepare = () => prepareStorage({ dataDir, databaseUrl: null, onIdleError: () => undefined });

  it('makes a new database without a copy, and opens it again as it is', async () => {
    const first = await prepare();
    await first.db.insertInto('settings').values({ key: 'a', value: '1' }).execute();
    await first.close();
    const again = await prepare();
    expect(await again.db.selectFrom('settings').selectAll().execute()).toEqual([{ key: 'a', value: '1' }]);
    await again.close();
    expect(existsSync(path.join(dataDir, `upvigil.sqlite.before-version-${newestVersion}`))).toBe(false);
  });

  it('sets a copy aside before an older database is migrated', async () => {
    const old = openSqliteStorage(dataDir);
    await sql`create table schema_version (version integer primary key)`.execute(old.db);
    await sql`insert into schema_version values (0)`.execute(old.db);
    await old.close();
    await (await prepare()).close();
    const copy = path.join(dataDir, `upvigil.sqlite.before-version-${newestVersion}`);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const copied = openSqliteStorage(mkdtempSync(path.join(dataDir, 'copied-')));
    await expect(copySqliteFile(copied.db, copy)).rejects.toThrow('already exists');
    await copied.close();
  });

  it('refuses a database that a newer program has written', async () => {
    const storage = await prepare();
    await sql`insert into schema_version values (999)`.execute(storage.db);
    await storage.close();
    await expect(prepare()).rejects.toThrow(NewerDatabaseError);
  });
});
