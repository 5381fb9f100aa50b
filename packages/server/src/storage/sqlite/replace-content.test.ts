import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeWebsite } from '../../testing/rows.ts';
import { type Database, openSqliteStorage, type Storage } from '../database.ts';
import { migrate } from '../migrate.ts';

let folder: string;
let scratch: string;
let storage: Storage;

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-replace-'));
  scratch = path.join(folder, 'scratch');
  storage = openSqliteStorage(folder);
  await migrate(storage);
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const namesIn = async (db: Database): Promise<string[]> =>
  (await db.selectFrom('websites').select('name').orderBy('id').execute()).map(({ name }) => name);

async function schemaOf(db: Database): Promise<unknown[]> {
  const { rows } = await sql`select type, name, sql from sqlite_master order by rowid`.execute(db);
  return rows;
}

test('what is written takes the place of what was there, with sessions and settings, in the same tables', async () => {
  await makeWebsite(storage.db, { name: 'old' });
  await storage.db.insertInto('settings').values({ key: 'theme', value: '"dark"' }).execute();
  await storage.db
    .insertInto('sessions')
    .values({ token_hash: 'a', created_at: 1, last_used_at: 2, confirmed_at: 1, client: 'cli' })
    .execute();
  const schema = await schemaOf(storage.db);
  const found = await storage.replaceAll(scratch, async (before, after) => {
    await makeWebsite(after, { name: 'new' });
    return namesIn(before);
  });
  expect(found).toEqual(['old']);
  expect(await namesIn(storage.db)).toEqual(['new']);
  expect(await storage.db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'theme' }]);
  expect(await storage.db.selectFrom('sessions').select('token_hash').execute()).toEqual([{ token_hash: 'a' }]);
  expect(await schemaOf(storage.db)).toEqual(schema);
});

test('an id that was given is not given again', async () => {
  await makeWebsite(storage.db);
  const { id } = await makeWebsite(storage.db);
  await storage.replaceAll(scratch, async () => undefined);
  expect((await makeWebsite(storage.db)).id).toBe(id + 1);
});

test('data that was replaced before the end is nowhere in the file', async () => {
  // On a page of its own, and on pages that are freed.
  const values = [300, 40_000].map((length) => JSON.stringify('planted'.repeat(length / 7)));
  await storage.replaceAll(scratch, async (_before, after) => {
    for (const [at, value] of values.entries())
      await after
        .insertInto('settings')
        .values({ key: `${at}`, value })
        .execute();
    await after.updateTable('settings').set({ value: '"sealed"' }).execute();
  });
  await storage.close();
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name)).toContain('upvigil.sqlite');
  for (const { name } of files) expect(readFileSync(path.join(folder, name)).includes('planted'), name).toBe(false);
  storage = openSqliteStorage(folder);
});

test('after a failure, all data is unchanged', async () => {
  await makeWebsite(storage.db, { name: 'old' });
  const broken = storage.replaceAll(scratch, async (_before, after) => {
    await makeWebsite(after, { name: 'new' });
    throw new Error('the archive ends here');
  });
  await expect(broken).rejects.toThrow('the archive ends here');
  expect(await namesIn(storage.db)).toEqual(['old']);
  expect(readdirSync(folder)).not.toContain('scratch');
});

test('other users wait until it is done', async () => {
  let heard: string[] = [];
  await storage.replaceAll(scratch, async (_before, after) => {
    void namesIn(storage.db).then((names) => {
      heard = names;
    });
    await makeWebsite(after, { name: 'new' });
    expect(heard).toEqual([]);
  });
  await expect.poll(() => heard).toEqual(['new']);
});
