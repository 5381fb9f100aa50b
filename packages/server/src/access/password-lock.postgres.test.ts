import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { changeOn } from '../testing/change-on.ts';
import { testHashCost } from '../testing/test-hash-cost.ts';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { createAdminPassword } from './admin-password.ts';
import { findPassword, holdPassword } from './password-store.ts';
import { createSessions } from './sessions.ts';

let storage: TestStorage;
beforeEach(async () => {
  storage = await openTestStorage();
});
afterEach(() => storage.close());

const waitingStatements = async (): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(storage.db);
  return Number(rows[0]?.waiting);
};

test('a change of the password waits for the sign-in of another process, and ends its session', async () => {
  const sessions = createSessions(storage.db, systemClock);
  const password = createAdminPassword({ db: storage.db, sessions, hashCost: testHashCost });
  await password.prepare('old password');
  const stored = await findPassword(storage.db);
  const { change, token } = await storage.db.transaction().execute(async (signIn) => {
    await storage.storage.allowPauses(signIn);
    expect(stored && (await holdPassword(signIn, stored))).toBe(true);
    const begun = password.change(
      { current: 'old password', next: 'new password' },
      { network: 'a', isKnown: true },
      changeOn(storage.db),
    );
    await expect.poll(waitingStatements, { timeout: 10_000 }).toBe(1);
    return { change: begun, token: await sessions.start(signIn) };
  });
  expect(await change).toBe('changed');
  expect(await sessions.verify(token)).toBeNull();
});
