import { afterEach, beforeEach, expect, it } from 'vitest';
import { testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { findPassword } from '../password-store.ts';
import { createSessions } from '../sessions.ts';
import { findUserByEmail, insertUser } from '../user-store.ts';
import { storePassword } from './reset-password.ts';
import { removeFactors } from './reset-second-factor.ts';

let test: TestStorage;
let userId: number;
beforeEach(async () => {
  test = await openTestStorage();
  const user = await insertUser(test.db, {
    email: 'ann@example.org',
    name: 'Ann',
    role: 'viewer',
    status: 'disabled',
    password_hash: 'old',
    created_at: testNow,
  });
  userId = user?.id ?? 0;
  const sessions = createSessions(test.db, { now: () => testNow } as Parameters<typeof createSessions>[1]);
  await sessions.start(test.db);
  await sessions.start(test.db, { userId, ip: null, client: 'cli' });
});
afterEach(() => test.close());

const sessionsOf = async () =>
  (await test.db.selectFrom('sessions').select('user_id').execute()).map(({ user_id }) => user_id);
const reset = (email: string | null) => storePassword(test.db, { email, passwordHash: 'new', now: testNow });

it('the owner gets another password, also when none was stored, and all sessions end', async () => {
  expect(await findPassword(test.db)).toBeNull();
  expect(await reset(null)).toBe('owner');
  expect(await reset(null)).toBe('owner');
  expect(await findPassword(test.db)).toMatchObject({ hash: 'new' });
  expect(await sessionsOf()).toEqual([]);
});

it('a user gets another password and may sign in again; only their sessions end, and the audit log has it', async () => {
  expect(await reset('Ann@example.org ')).toBe('ann@example.org');
  expect(await findUserByEmail(test.db, 'ann@example.org')).toMatchObject({ password_hash: 'new', status: 'active' });
  expect(await sessionsOf()).toEqual([null]);
  expect(await test.db.selectFrom('audit_events').selectAll().execute()).toMatchObject([
    { action: 'password.change', actor_kind: 'local', target_name: 'ann@example.org', target_id: userId },
  ]);
});

it('open second-factor challenges and approved devices without a token no longer sign anybody in', async () => {
  for (const [name, user_id] of [
    ['owner', null],
    ['ann', userId],
  ] as const) {
    const ends = { user_id, expires_at: testNow + 60_000 };
    const challenge = { hash: name, purpose: 'second_factor' as const, content: '{}', tries: 0 };
    await test.db
      .insertInto('auth_challenges')
      .values({ ...challenge, ...ends })
      .execute();
    const device = { hash: name, user_code: name, approved_at: testNow };
    await test.db
      .insertInto('device_codes')
      .values({ ...device, ...ends })
      .execute();
  }
  const waiting = async () =>
    Promise.all(
      (['auth_challenges', 'device_codes'] as const).map(async (table) =>
        (await test.db.selectFrom(table).select('hash').execute()).map(({ hash }) => hash),
      ),
    );
  await reset('ann@example.org');
  expect(await waiting()).toEqual([['owner'], ['owner']]);
  await reset(null);
  expect(await waiting()).toEqual([[], []]);
});

it('nothing is changed for an unknown user', async () => {
  expect(await reset('eve@example.org')).toBeNull();
  expect(await sessionsOf()).toHaveLength(2);
});

it('the removal of second factors ends only the sessions of their owner, and the audit log has it', async () => {
  expect(await removeFactors(test.db, 'Ann@example.org ', testNow)).toBe('ann@example.org');
  expect(await sessionsOf()).toEqual([null]);
  expect(await removeFactors(test.db, null, testNow)).toBe('owner');
  expect(await sessionsOf()).toEqual([]);
  expect(await removeFactors(test.db, 'bob@example.org', testNow)).toBeNull();
  expect(await test.db.selectFrom('audit_events').selectAll().execute()).toMatchObject([
    { action: 'second_factor.reset', actor_kind: 'local', target_name: 'ann@example.org', target_id: userId },
    { action: 'second_factor.reset', target_name: 'owner', target_id: null },
  ]);
});
