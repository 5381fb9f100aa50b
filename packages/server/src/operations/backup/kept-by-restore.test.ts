import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockLimits } from '../../access/limit-lock.ts';
import { saveFirstPasswordHash } from '../../access/password-store.ts';
import { keptTables } from '../../storage/sqlite/replace-content.ts';
import { tables as described } from '../../storage/tables.ts';
import { makeWebsite, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { parts } from './archive/parts.ts';
import { installationKeys } from './installation-keys.ts';
import { testBackups } from './testing/test-backups.ts';

/** Tables of the installation itself: its users and their audit events. */
const tables = [
  ...['users', 'sessions', 'api_tokens', 'audit_events', 'share_links', 'totp_secrets', 'recovery_codes', 'passkeys'],
  ...['auth_challenges', 'device_codes', 'identities'],
] as const;
let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

/** A user with a row in every table of the installation. Each row contains `mark`. */
async function addPerson(mark: string): Promise<void> {
  const { db } = test;
  const user = { email: `${mark}@example.org`, name: mark, role: 'viewer', status: 'active', created_at: testNow };
  const { id: user_id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  const times = { created_at: testNow, last_used_at: testNow };
  const token = { token_hash: `token of ${mark}`, name: mark, scopes: 'read', prefix: 'upv_', created_by: mark };
  await db
    .insertInto('api_tokens')
    .values({ ...token, maker_id: user_id, expires_at: null, ...times })
    .execute();
  const session = { token_hash: `session of ${mark}`, user_id, confirmed_at: testNow, client: 'api', ...times };
  await db.insertInto('sessions').values(session).execute();
  const event = { at: testNow, actor_kind: 'user', actor_id: user_id, actor_name: mark, via: 'api', changes: '[]' };
  await db
    .insertInto('audit_events')
    .values({ ...event, action: 'user.accept', target_kind: 'user' })
    .execute();
  const link = { website_id: 1, website_created_at: testNow, name: mark, created_by: mark, expires_at: testNow };
  await db
    .insertInto('share_links')
    .values({ ...link, ...times, views: 3 })
    .execute();
  await db
    .insertInto('totp_secrets')
    .values({ user_id, secret: `secret of ${mark}`, created_at: testNow })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ user_id, salt: 'salt', hash: `code of ${mark}` })
    .execute();
  const passkey = { user_id, credential_id: mark, public_key: 'key', counter: 7, transports: '', name: mark };
  await db
    .insertInto('passkeys')
    .values({ ...passkey, ...times })
    .execute();
  const waiting = { hash: `challenge of ${mark}`, purpose: 'exchange' as const, user_id, content: '{}', tries: 0 };
  await db
    .insertInto('auth_challenges')
    .values({ ...waiting, expires_at: testNow })
    .execute();
  const device = { hash: `device of ${mark}`, user_code: mark, user_id, expires_at: testNow };
  await db.insertInto('device_codes').values(device).execute();
  const identity = { user_id, issuer: 'https://id.example.org', subject: mark, created_at: testNow };
  await db.insertInto('identities').values(identity).execute();
}

/** Every row of the installation, by table. */
async function installation(): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {};
  for (const table of tables) {
    const rows = await test.db
      .selectFrom(table as 'users')
      .selectAll()
      .execute();
    found[table] = rows.sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
  }
  const keys = [...installationKeys] as string[];
  found.settings = await test.db.selectFrom('settings').selectAll().where('key', 'in', keys).orderBy('key').execute();
  return found;
}

it('a restore keeps users and audit events of the installation, and restores none', async () => {
  await makeWebsite(test.db);
  await saveFirstPasswordHash(test.db, 'of the owner');
  await addPerson('removed');
  const backups = testBackups(test);
  const { file } = await backups.find((await backups.create(null)).name);
  const archive = readFileSync(file);

  for (const table of [...tables].reverse()) await test.db.deleteFrom(table as 'users').execute();
  await addPerson('kept');
  await test.db.transaction().execute(lockLimits);
  const before = await installation();
  for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);
  await makeWebsite(test.db, { name: 'Of later' });

  await backups.restore(Readable.from([archive]));
  expect(await test.db.selectFrom('websites').select('name').execute()).toEqual([{ name: 'Shop' }]);
  expect(await installation()).toEqual(before);
  // Ids are not reused.
  const ids = (before.users ?? []).map((row) => (row as { id: number }).id);
  await addPerson('new');
  const now = (await installation()).users ?? [];
  expect(Math.max(...now.map((row) => (row as { id: number }).id))).toBeGreaterThan(Math.max(...ids));
});

it('a backup has no table of the installation, and no user', async () => {
  expect(parts.filter(({ table }) => (tables as readonly string[]).includes(table))).toEqual([]);
  // SQLite's list of kept tables is what this test covers.
  expect([...keptTables].sort()).toEqual([...tables, 'schema_version', 'settings'].sort());
  await saveFirstPasswordHash(test.db, 'of the owner');
  await addPerson('somebody');
  const backups = testBackups(test);
  const { file } = await backups.find((await backups.create(null)).name);
  const text = gunzipSync(readFileSync(file)).toString('latin1');
  expect(text).toContain('manifest');
  expect(text).not.toMatch(/somebody|of the owner/);
});

it('every table is described as part of backups, of the installation, or of neither', async () => {
  const { rows } = await (test.storage.dialect === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
    : sql<{ name: string }>`
        select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition`
  ).execute(test.db);
  const found = rows.map(({ name }) => name.replace(/^stored_/, ''));
  expect(found.sort()).toEqual([...Object.keys(described), 'schema_version'].sort());
});
