import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { hashPassword, productionHashCost } from '../password-store.ts';
import { createSessions } from '../sessions.ts';
import { createSignInQueue } from '../sign-in-queue.ts';
import { createUserPasswords } from './user-passwords.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

it('hashes for an unknown email too, so that the answer takes as long', async () => {
  const { db } = test;
  const clock = createTestClock(Date.now(), async () => undefined);
  const passwords = createUserPasswords({
    ...{ db, clock, sessions: createSessions(db, clock), queue: createSignInQueue() },
    ...{ askFurther: async () => null, hashCost: productionHashCost },
  });
  const password_hash = await hashPassword('horse of the right battery', productionHashCost);
  const ann = { email: 'ann@example.org', name: 'Ann', role: 'viewer', status: 'active', created_at: 0 };
  await db
    .insertInto('users')
    .values({ ...ann, password_hash })
    .execute();
  const fastest = async (email: string): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const began = performance.now();
      const entry = { email, password: 'wrong', ip: null, client: 'api' } as const;
      const signedIn = await passwords.signIn(entry, { network: `${email} ${round}`, isKnown: false }, () => undefined);
      expect(signedIn).toEqual({ is: 'wrong' });
      times.push(performance.now() - began);
    }
    return Math.min(...times);
  };
  expect(await fastest('nobody@example.org')).toBeGreaterThan((await fastest('ann@example.org')) / 3);
});
