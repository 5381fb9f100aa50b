import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { requireStoredKey } from '@upvigil/server/storage/settings/secrets/secret-key';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommand, temporaryFolder } from '../testing/run-command.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv('BASE_URL', '');
  vi.stubEnv('DATA_DIR', folder);
});
afterEach(() => vi.unstubAllEnvs());

describe('admin reset-password', () => {
  beforeEach(async () => {
    const storage = openSqliteStorage(folder);
    await migrate(storage);
    const user = { email: 'ann@example.org', name: 'Ann', role: 'viewer', status: 'active', created_at: 1 };
    await storage.db.insertInto('users').values(user).execute();
    await storage.close();
  });

  test('sets a new password without a server, and prints only that to stdout', async () => {
    const inPipe = await runCommand(['admin', 'reset-password']);
    expect(inPipe).toEqual({ stdout: expect.stringMatching(/^[A-Za-z2-9]{20}\n$/), stderr: '', exitCode: 0 });
    const ofUser = await runCommand(['admin', 'reset-password', '--user', 'Ann@example.org', '--json']);
    expect(JSON.parse(ofUser.stdout)).toEqual({ user: 'ann@example.org', password: expect.any(String) });
    const seen = await runCommand(['admin', 'reset-password'], { tty: true });
    expect(seen.stderr).toBe('The new password of owner: change it after the sign-in\n');
  });

  test('sets no password for an unknown user', async () => {
    const { stdout, stderr, exitCode } = await runCommand(['admin', 'reset-password', '--user', 'eve@example.org']);
    expect([stdout, stderr, exitCode]).toEqual(['', 'upvigil: There is no user eve@example.org\n', 1]);
  });
});

describe('admin reset-second-factor', () => {
  beforeEach(async () => {
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

  /** The user whose factors and sessions are left. */
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
    expect(stderr).toBe('Removed the second factors of owner: sign in with the password, and set up new ones\n');
    const after = await left();
    expect(after.left).toEqual([['user'], ['user'], ['user']]);
    expect(after.events).toMatchObject([
      { action: 'second_factor.reset', actor_kind: 'local', via: 'local', target_name: 'owner' },
    ]);
  });

  test('finds a user by email, and changes no other user', async () => {
    const { stdout } = await runCommand(['admin', 'reset-second-factor', '--user', 'Ann@example.org', '--json']);
    expect(JSON.parse(stdout)).toEqual({ reset: 'ann@example.org' });
    expect((await left()).left).toEqual([['owner'], ['owner'], ['owner']]);
    const unknown = await runCommand(['admin', 'reset-second-factor', '--user', 'eve@example.org']);
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, 'upvigil: There is no user eve@example.org\n']);
  });
});

describe('admin delete-upgrade-copies', () => {
  const others = ['upvigil.sqlite', 'upvigil.sqlite-wal', 'upvigil.sqlite.before-version-old', 'upvigil.sqlite.mine'];
  const copies = ['upvigil.sqlite.before-version-17', 'upvigil.sqlite.before-version-21'];
  beforeEach(() => {
    for (const name of [...others, ...copies]) writeFileSync(path.join(folder, name), 'content');
  });

  const left = () => readdirSync(folder).sort();

  test('the copies of upgrades go, and nothing else', async () => {
    const { stderr, exitCode } = await runCommand(['admin', 'delete-upgrade-copies', '--yes']);
    expect([exitCode, stderr]).toEqual([0, `Deleted ${copies.join(', ')}\n`]);
    expect(left()).toEqual(others.toSorted());
    const again = await runCommand(['admin', 'delete-upgrade-copies', '--yes', '--json']);
    expect(JSON.parse(again.stdout)).toEqual({ deleted: [] });
  });

  test('deletes nothing without a terminal or --yes', async () => {
    const { exitCode, stderr } = await runCommand(['admin', 'delete-upgrade-copies']);
    expect(stderr).toContain('--yes');
    expect(exitCode).not.toBe(0);
    expect(left()).toEqual([...others, ...copies].toSorted());
  });
});

describe('secret-key', () => {
  test('prints the key that was made, and makes none', async () => {
    const storage = openSqliteStorage(folder);
    await migrate(storage);
    const before = await runCommand(['secret-key']);
    expect(before).toMatchObject({ exitCode: 1, stdout: '' });
    expect(before.stderr).toContain('There is no key yet');
    const key = await requireStoredKey(storage.db);
    const { exitCode, stdout } = await runCommand(['secret-key', '--json']);
    expect({ exitCode, ...JSON.parse(stdout) }).toEqual({
      exitCode: 0,
      key: key.toString('base64'),
      source: 'database',
    });
    await storage.close();
  });

  test('prints the one that the environment gives, whatever is stored', async () => {
    const key = randomBytes(32).toString('base64');
    vi.stubEnv('SECRET_KEY', key);
    expect(await runCommand(['secret-key'])).toMatchObject({ exitCode: 0, stdout: `${key}\n` });
  });

  test('explains a valid SECRET_KEY without showing the invalid one', async () => {
    vi.stubEnv('SECRET_KEY', 'not a key');
    const { exitCode, stderr } = await runCommand(['secret-key']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('SECRET_KEY must be 32 random bytes in base64');
    expect(stderr).not.toContain('not a key');
  });
});
