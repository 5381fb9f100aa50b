import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { firstReleaseFile, loadFirstRelease } from '../../testing/first-release.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { openTestStorage } from '../../testing/test-storage.ts';
import { type Database, openSqliteStorage, type Storage } from '../database.ts';
import { migrate } from '../migrate.ts';
import { openPostgresStorage } from '../postgres/postgres-storage.ts';

const postgresPort = inject('postgresPort');

/** A database as 0.1.0 left it. */
async function openFirstRelease(): Promise<Storage> {
  if (postgresPort !== null) {
    const url = await createTestDatabase(postgresPort);
    await loadFirstRelease(url);
    return openPostgresStorage({ url, poolSize: 2, onIdleError: () => undefined });
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-first-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'upvigil.sqlite'), firstReleaseFile());
  return openSqliteStorage(folder);
}

/** Columns, keys and indexes, without generated names. */
const shapeOf = (db: Database): Promise<unknown> => (postgresPort === null ? sqliteShape(db) : postgresShape(db));

async function sqliteShape(db: Database): Promise<unknown> {
  const columns = await sql`
    select t.type, t.name, c.name as "column", c.type as is_of, c."notnull", c.dflt_value, c.pk
    from sqlite_master t join pragma_table_xinfo(t.name) c order by t.name, c.cid
  `.execute(db);
  const keys = await sql`
    select t.name, k."table", k."from", k."to", k.on_delete
    from sqlite_master t join pragma_foreign_key_list(t.name) k order by t.name, k."from"
  `.execute(db);
  const indexes = await sql`
    select t.name as of, i.name, i."unique", i.partial, c.name as "column"
    from sqlite_master t join pragma_index_list(t.name) i join pragma_index_info(i.name) c
    order by t.name, i.name, c.seqno
  `.execute(db);
  return [columns.rows, keys.rows, indexes.rows];
}

async function postgresShape(db: Database): Promise<unknown> {
  const columns = await sql`
    select table_name, column_name, data_type, is_nullable, column_default, is_identity
    from information_schema.columns c
    where table_schema = 'public' and not (select relispartition from pg_class where oid = table_name::regclass)
    order by table_name, ordinal_position
  `.execute(db);
  const keys = await sql`
    select conrelid::regclass::text as of, pg_get_constraintdef(k.oid) as key
    from pg_constraint k join pg_class t on t.oid = conrelid
    where connamespace = 'public'::regnamespace and contype <> 'n' and not relispartition order by 1, 2
  `.execute(db);
  const indexes = await sql`
    select pg_get_indexdef(indexrelid) as made from pg_index i join pg_class t on t.oid = indrelid
    where relnamespace = 'public'::regnamespace and not relispartition
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by 1
  `.execute(db);
  return [columns.rows, keys.rows, indexes.rows];
}

test('a database of 0.1.0 gets the tables of a new one', async () => {
  const fresh = await openTestStorage();
  onTestFinished(() => fresh.close());
  const storage = await openFirstRelease();
  onTestFinished(() => storage.close());
  expect(await migrate(storage)).toBe(1);
  expect(await shapeOf(storage.db)).toEqual(await shapeOf(fresh.db));
});
