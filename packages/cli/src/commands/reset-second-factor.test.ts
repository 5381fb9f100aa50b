import { openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand, temporaryFolder } from '../testing/run-command.ts';

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  vi.stubEnv('BASE_URL', '');
  vi.stubEnv('DATA_DIR', folder);
  const storage = openSqliteStorage(folder);
  await migrate(storage);
  const { db } = storage;
  const user = { email: 'ann@example.org', name: 'Ann', role: 'viewer', status: 'active', created_at: 1 } as const;
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  for (const user_id of [null, id]) {
    const totp = { user_id, secret: 'sealed', created_at: 1, confirmed_at: 1, last_step: null };
    await db.insertInto('totp_secrets').values(totp).execute();
    await db.insertInto('recovery_codes').values({ user_id, salt: 'a', hash: 'b' }).execute();
    const times = { created_at: 1, last_used_at: 1, confirmed_at: 1 };
    const where = { ip: null, client: 'cli', proxy_name: null };
    const session = { token_hash: `hash ${user_id}`, ...times, user_id, ...where };
    await db.insertInto('sessions').values(session).execute();
  }
  await storage.close();
});
afterEach(() => vi.unstubAllEnvs());

/** Whose factors and sessions are left. */
async function left() {
  const storage = openSqliteStorage(folder);
  const { db } = storage;
  const [secrets, codes, sessions, events] = [
    await db.selectFrom('totp_secrets').select('user_id').execute(),
    await db.selectFrom('recovery_codes').select('user_id').execute(),
    await db.selectFrom('sessions').select('user_id').execute(),
    await db.selectFrom('audit_events').selectAll().execute(),
  ];
  await storage.close();
  const of = (rows: { user_id: number | null }[]) => rows.map(({ user_id }) => (user_id === null ? 'owner' : 'user'));
  return { left: [of(secrets), of(codes), of(sessions)], events };
}

test('the owner who lost the phone is back in with the password', async () => {
  const { stderr, exitCode } = await runCommand(['admin', 'reset-second-factor']);
  expect(exitCode).toBe(0);
  expect(stderr).toBe('The second factors of owner are gone: sign in with the password, and set up new ones\n');
  const after = await left();
  expect(after.left).toEqual([['user'], ['user'], ['user']]);
  expect(after.events).toMatchObject([
    { action: 'second_factor.reset', actor_kind: 'local', via: 'local', target_name: 'owner' },
  ]);
});

test('a user is named by the address, and nobody else is touched', async () => {
  const { stdout } = await runCommand(['admin', 'reset-second-factor', '--user', 'Ann@example.org', '--json']);
  expect(JSON.parse(stdout)).toEqual({ reset: 'ann@example.org' });
  expect((await left()).left).toEqual([['owner'], ['owner'], ['owner']]);
  const unknown = await runCommand(['admin', 'reset-second-factor', '--user', 'eve@example.org']);
  expect([unknown.exitCode, unknown.stderr]).toEqual([1, 'upvigil: There is no user eve@example.org\n']);
});
