import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteFile, sqliteDialect } from './sqlite-dialect.ts';

/** An empty database in memory that counts prepared statements. */
function openCounted() {
  const prepared: string[] = [];
  const file = openSqliteFile(':memory:');
  const database = new Proxy(file, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) => {
        if (name === 'prepare') prepared.push(String(values[0]));
        return Reflect.apply(value, target, values);
      };
    },
  });
  const db = new Kysely<unknown>({ dialect: sqliteDialect(database) });
  onTestFinished(() => db.destroy());
  const run = async (number: number) => (await sql<{ n: number }>`select ${sql.lit(number)} as n`.execute(db)).rows;
  return { run, timesPrepared: (number: number) => prepared.filter((text) => text === `select ${number} as n`).length };
}

test('a statement that is in use is prepared once, however many others come and go', async () => {
  const { run, timesPrepared } = openCounted();
  for (let other = 1; other <= 500; other++) {
    await run(0);
    await run(other);
  }
  expect(timesPrepared(0)).toBe(1);
});

test('a statement that was not used for long is evicted, and prepared again', async () => {
  const { run, timesPrepared } = openCounted();
  for (let number = 0; number <= 500; number++) await run(number);
  expect(await run(0)).toEqual([{ n: 0 }]);
  expect(timesPrepared(0)).toBe(2);
});

test('while another program has locked the file, only the first statement waits for long', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-lock-'));
  const ours = openSqliteFile(path.join(folder, 'a.sqlite'));
  const theirs = openSqliteFile(path.join(folder, 'a.sqlite'));
  const db = new Kysely<{ t: { x: number } }>({ dialect: sqliteDialect(ours) });
  onTestFinished(async () => {
    await db.destroy();
    theirs.close();
    rmSync(folder, { recursive: true });
  });
  const insert = () => db.insertInto('t').values({ x: 1 }).returning('x').execute();
  const waits = () => ours.prepare('pragma busy_timeout').get();
  await sql`create table t (x integer)`.execute(db);
  expect(waits()).toEqual({ timeout: 2_000 });
  ours.exec('pragma busy_timeout=1');
  theirs.exec('begin exclusive');
  await expect(insert()).rejects.toThrow('database is locked');
  await sql`select count(*) from t`.execute(db);
  expect(waits()).toEqual({ timeout: 50 });
  theirs.exec('rollback');
  await insert();
  expect(waits()).toEqual({ timeout: 2_000 });
});
