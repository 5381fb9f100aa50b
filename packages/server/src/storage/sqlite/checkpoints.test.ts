import { mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteStorage, type Storage } from '../database.ts';
import { startCheckpoints } from './checkpoints.ts';
import { openLogMover } from './log-mover.ts';
import { keptTables } from './replace-content.ts';
import { openSqliteFile, openSqliteReader } from './sqlite-dialect.ts';

const mebibyte = 1024 * 1024;
let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-checkpoints-'));
  storage = openSqliteStorage(folder);
  await sql`create table filling (id integer primary key, bytes blob not null)`.execute(storage.db);
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** In one commit. */
const write = (mebibytes: number) =>
  sql`insert into filling (bytes) with recursive n(i) as (select 1 union all select i + 1 from n where i < ${mebibytes})
    select zeroblob(${mebibyte}) from n`.execute(storage.db);

const fileSize = (ending = ''): number => statSync(`${storage.file}${ending}`).size;

async function pragma(name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(storage.db);
  return Object.values(rows[0] ?? {})[0];
}

test('what a statement wrote is moved into the file by the thread, after the statement has ended', async () => {
  await storage.startCheckpoints(() => undefined);
  await write(40);
  expect(fileSize()).toBeLessThan(5 * mebibyte);
  await expect.poll(() => fileSize()).toBeGreaterThan(40 * mebibyte);
});

test('what replaced all data is in the file and out of the log before anybody writes again', async () => {
  await sql`create table schema_version as select 1 as version`.execute(storage.db);
  for (const table of keptTables.filter((name) => name !== 'schema_version'))
    await sql`create table ${sql.table(table)} (key)`.execute(storage.db);
  await sql`create table counted (id integer primary key autoincrement)`.execute(storage.db);
  await storage.startCheckpoints(() => undefined);
  await storage.replaceAll(path.join(folder, 'scratch'), (_before, after) =>
    sql`insert into filling (bytes) values (zeroblob(${20 * mebibyte}))`.execute(after),
  );
  expect([fileSize() > 20 * mebibyte, fileSize('-wal')]).toEqual([true, 0]);
});

test('without the thread SQLite moves it within the statement', async () => {
  await write(40);
  expect(fileSize()).toBeGreaterThan(40 * mebibyte);
});

test('a failure of the thread is reported, and SQLite moves the log itself', async () => {
  const database = openSqliteFile(path.join(folder, 'other.sqlite'));
  database.exec('pragma wal_autocheckpoint=0');
  const ended: (Error | null)[] = [];
  await startCheckpoints(database, path.join(folder, 'no', 'such', 'folder'), (error) => ended.push(error));
  expect(ended).toEqual([expect.any(Error)]);
  expect(database.prepare('pragma wal_autocheckpoint').get()).toEqual({ wal_autocheckpoint: 1000 });
  database.close();
});

test('the statements leave the log to the thread while it is there', async () => {
  await storage.startCheckpoints(() => undefined);
  expect(await pragma('wal_autocheckpoint')).toBe(0);
});

test('the log stays short, however much is written', async () => {
  const mover = openLogMover(storage.file ?? '');
  await sql`pragma wal_autocheckpoint=0`.execute(storage.db);
  for (let turn = 0; turn < 8; turn++) {
    await write(8);
    mover.move();
  }
  mover.close();
  expect(fileSize('-wal')).toBeLessThan(20 * mebibyte);
});

test('a log that was long is no file that stays long', async () => {
  const mover = openLogMover(storage.file ?? '');
  await sql`pragma wal_autocheckpoint=0`.execute(storage.db);
  await write(80);
  expect(fileSize('-wal')).toBeGreaterThan(80 * mebibyte);
  mover.move();
  expect(fileSize('-wal')).toBe(0);
  mover.close();
});

test('a few pages are left in the log, so that a page that is written often is moved once', async () => {
  const mover = openLogMover(storage.file ?? '');
  await sql`pragma wal_autocheckpoint=0`.execute(storage.db);
  await write(2);
  mover.move();
  expect(fileSize()).toBeLessThan(mebibyte);
  mover.close();
});

test('a reader keeps its old state, and later writes are moved when it ends', async () => {
  const mover = openLogMover(storage.file ?? '');
  await sql`pragma wal_autocheckpoint=0`.execute(storage.db);
  const reader = openSqliteReader(storage.file ?? '');
  reader.exec('begin');
  const count = reader.prepare('select count(*) as count from filling');
  expect(count.get()).toEqual({ count: 0 });
  await write(70);
  mover.move();
  expect(count.get()).toEqual({ count: 0 });
  expect(fileSize()).toBeLessThan(5 * mebibyte);
  reader.exec('rollback');
  mover.move();
  expect(fileSize()).toBeGreaterThan(70 * mebibyte);
  mover.close();
  reader.close();
});
