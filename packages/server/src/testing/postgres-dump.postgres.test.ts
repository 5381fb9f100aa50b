import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '../storage/migrate.ts';
import { openPostgresStorage } from '../storage/postgres/postgres-storage.ts';
import { createTestDatabase } from './postgres.ts';
import { dumpPostgres, loadPostgresDump } from './postgres-dump.ts';
import { makeCheck, makeMonitor, testNow } from './rows.ts';

const day = 86_400_000;
const newDatabase = (): Promise<string> => createTestDatabase(inject('postgresPort') ?? 0);

function open(url: string) {
  const storage = openPostgresStorage({ url, poolSize: 2, onIdleError: () => undefined });
  onTestFinished(() => storage.close());
  return storage;
}

test('a dump restores every row, key and partition, and ids continue', async () => {
  const url = await newDatabase();
  const storage = open(url);
  await migrate(storage);
  const today = Math.floor(testNow / day) * day;
  await storage.checkPartitions?.cover({ from: today - day, to: today + day });
  const { id: monitor_id } = await makeMonitor(storage.db, { name: "it's quoted" });
  for (const checked_at of [today - day, today, today - 90 * day])
    await makeCheck(storage.db, { monitor_id, checked_at });

  const dump = await dumpPostgres(url);
  const copy = await newDatabase();
  await loadPostgresDump(copy, dump);
  expect(await dumpPostgres(copy)).toBe(dump);

  const { db } = open(copy);
  await makeCheck(db, { monitor_id, checked_at: today });
  const { rows } = await sql<{ place: string; checks: number }>`
    select tableoid::regclass::text as place, count(*)::int as checks from checks group by 1 order by 1
  `.execute(db);
  expect(rows.map(({ checks }) => checks).sort()).toEqual([1, 1, 2]);
  const indexes = await sql`select from pg_index where indrelid = 'checks'::regclass and not indisvalid`.execute(db);
  expect(indexes.rows).toEqual([]);
});
