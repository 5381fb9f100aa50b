import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeMonitor, makeWebsite } from '../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { DatabaseVersionError, migrate, newestVersion } from './migrate.ts';

let opened: TestStorage;
beforeEach(async () => {
  opened = await openTestStorage();
});
afterEach(() => opened.close());

test('migrating again changes nothing', async () => {
  expect(await migrate(opened.storage)).toBe(newestVersion);
});

test('processes that start together migrate once', async () => {
  const versions = await Promise.all([migrate(opened.storage), migrate(opened.storage), migrate(opened.storage)]);
  expect(versions).toEqual([newestVersion, newestVersion, newestVersion]);
});

test('a database of a newer program stops the start', async () => {
  await sql`insert into schema_version (version) values (${sql.lit(newestVersion + 1)})`.execute(opened.db);
  await expect(migrate(opened.storage)).rejects.toThrow(DatabaseVersionError);
});

test.each([2, 17])('a database of the unreleased version %i is refused with the upgrade path', async (version) => {
  await sql`delete from schema_version`.execute(opened.db);
  await sql`insert into schema_version (version) values (${sql.lit(version)})`.execute(opened.db);
  await expect(migrate(opened.storage)).rejects.toThrow(
    new DatabaseVersionError(
      `The database has version ${version} of an unreleased program, which this one cannot upgrade: start the program of commit 67d02a53 once, which brings it to version 18, or move the database away and restore a backup made by 0.1.0`,
    ),
  );
});

test('numbers come back as numbers, also sums', async () => {
  const { id } = await makeWebsite(opened.db, { created_at: 1_774_000_000_123 });
  const row = await opened.db
    .selectFrom('websites')
    .select(({ fn }) => ['id', 'created_at', fn.sum<number>('created_at').as('sum')])
    .groupBy(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ id, created_at: 1_774_000_000_123, sum: 1_774_000_000_123 });
});

test('text loses NUL, which one of the databases refuses and the other would cut at', async () => {
  await makeWebsite(opened.db, { name: 'a\0b' });
  expect(await opened.db.selectFrom('websites').select('name').execute()).toEqual([{ name: 'ab' }]);
});

test('deleting a website deletes its monitors', async () => {
  const { website_id } = await makeMonitor(opened.db);
  await opened.db.deleteFrom('stored_websites').where('id', '=', website_id).execute();
  expect(await opened.db.selectFrom('monitors').selectAll().execute()).toEqual([]);
});

test('after rows were written with their ids, the next new id comes after the highest', async () => {
  await opened.db
    .insertInto('stored_websites')
    .values({ id: 41, name: 'Restored', description: null, created_at: 1 })
    .execute();
  await opened.db.transaction().execute((transaction) => opened.storage.continueIds(transaction));
  expect((await makeWebsite(opened.db)).id).toBe(42);
});
