import { type Kysely, sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { loadFirstRelease } from '../../testing/first-release.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { testNow } from '../../testing/rows.ts';
import type { Storage } from '../database.ts';
import { migrate } from '../migrate.ts';
import { openPostgresStorage } from '../postgres/postgres-storage.ts';
import { upgradeFirstRelease } from './018-upgrade.ts';

const day = 86_400_000;

/** The tables of 0.1.0, without rows. */
async function openOld(): Promise<Storage> {
  const url = await createTestDatabase(inject('postgresPort') ?? 0);
  await loadFirstRelease(url);
  const storage = openPostgresStorage({ url, poolSize: 2, onIdleError: () => undefined });
  onTestFinished(() => storage.close());
  await sql`truncate websites restart identity cascade`.execute(storage.db);
  return storage;
}

/** 30 monitors with 1,000 checks each over 33 days. Some have all columns filled; two have times of a wrong clock. */
async function fill({ db }: Storage): Promise<void> {
  await sql`insert into websites (name, created_at) values ('Shop', 0)`.execute(db);
  await sql`
    insert into monitors (website_id, kind, target, timeout_seconds, check_interval_seconds,
      response_time_threshold_seconds, failure_threshold, enabled, created_at)
    select 1, 'URL', 'https://shop.example.com/' || n, 10, 60, 5, 2, 1, 0 from generate_series(1, 30) n
  `.execute(db);
  await sql`
    insert into checks (monitor_id, checked_at, is_up, response_time_us, status_code, packet_loss, metadata_found,
      error_message, screenshot)
    select 1 + n % 30, ${sql.lit(testNow)}::bigint - n::bigint * 95000, n % 2, n, 200, n / 7.0, n % 2, 'error ' || n,
      case when n % 1000 = 0 then n || '.webp' end
    from generate_series(0, 29999) n
  `.execute(db);
  await sql`
    insert into checks (monitor_id, checked_at, is_up) values (1, 5, 1), (1, ${sql.lit(testNow + 4000 * day)}, 0)
  `.execute(db);
  await sql`delete from checks where id = (select max(id) from checks)`.execute(db);
}

const rowsOf = async ({ db }: Storage): Promise<unknown[]> =>
  (
    await sql`
      select id, monitor_id, checked_at, is_up, response_time_us, status_code, packet_loss, metadata_found, error_message,
        screenshot from checks order by id
    `.execute(db)
  ).rows;

test('each row of a filled database is kept, in the day to which it belongs', async () => {
  const storage = await openOld();
  await fill(storage);
  const before = await rowsOf(storage);
  expect(before).toHaveLength(30_001);
  await migrate(storage);
  expect(await rowsOf(storage)).toEqual(before);
  const { rows } = await sql<{ days: number; misplaced: number }>`
    select count(distinct tableoid) as days, count(*) filter (where
      tableoid::regclass::text <> to_char(to_timestamp(checked_at / 1000) at time zone 'utc', '"checks_"yyyymmdd')
    ) as misplaced from checks
  `.execute(storage.db);
  expect(rows).toEqual([{ days: 34 + 1, misplaced: 0 }]);
});

test('no id is given twice, keys hold, and a monitor still takes its checks with it', async () => {
  const storage = await openOld();
  await fill(storage);
  await migrate(storage);
  const check = { monitor_id: 7, checked_at: testNow, is_up: 1 as const };
  const made = await storage.db.insertInto('checks').values(check).returning('id').executeTakeFirstOrThrow();
  expect(made.id).toBe(30_003);
  await expect(
    storage.db
      .insertInto('checks')
      .values({ ...check, id: made.id })
      .execute(),
  ).rejects.toThrow('duplicate key');
  await expect(
    storage.db
      .insertInto('checks')
      .values({ ...check, monitor_id: 31 })
      .execute(),
  ).rejects.toThrow('foreign key');
  await storage.db.deleteFrom('stored_monitors').where('id', '=', 7).execute();
  const left = await storage.db.selectFrom('checks').select('id').where('monitor_id', '=', 7).execute();
  expect(left).toEqual([]);
});

test('an interrupted upgrade changes nothing', async () => {
  const storage = await openOld();
  await fill(storage);
  const before = await rowsOf(storage);
  const broken = storage.migration(async (db) => {
    await upgradeFirstRelease(db as unknown as Kysely<unknown>, storage.migrationTypes);
    throw new Error('the power went');
  });
  await expect(broken).rejects.toThrow('the power went');
  expect(await rowsOf(storage)).toEqual(before);
  await migrate(storage);
  expect(await rowsOf(storage)).toEqual(before);
});

test('an empty database has the default partition, which takes what comes', async () => {
  const storage = await openOld();
  await migrate(storage);
  const { rows } = await sql`select relname from pg_class where relispartition and relkind = 'r'`.execute(storage.db);
  expect(rows).toEqual([{ relname: 'checks_default' }]);
});
