import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeOn } from '../../testing/change-on.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { testHashCost } from '../../testing/test-hash-cost.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { type HashCost, hashPassword } from '../password-store.ts';
import { createSessions } from '../sessions.ts';
import { createSignInQueue } from '../sign-in-queue.ts';
import { createUserPasswords } from './user-passwords.ts';

const email = 'ann@example.org';
const password = 'horse of the right battery';
let test: TestStorage;
let id: number;
beforeEach(async () => {
  test = await openTestStorage();
  const password_hash = await hashPassword(password, testHashCost);
  const ann = { email, name: 'Ann', role: 'viewer', status: 'active', created_at: 0, password_hash };
  ({ id } = await test.db.insertInto('users').values(ann).returning('id').executeTakeFirstOrThrow());
});
afterEach(() => test.close());

function open(hashCost: HashCost = testHashCost) {
  const { db } = test;
  const clock = createTestClock(Date.now(), async () => undefined);
  const sessions = createSessions(db, clock);
  const passwords = createUserPasswords({
    db,
    clock,
    sessions,
    queue: createSignInQueue(),
    createChallenge: async () => null,
    hashCost,
  });
  const signIn = (given: { email: string; password: string }, network: string) =>
    passwords.signIn({ ...given, ip: null, client: 'api' }, { network, isKnown: false }, changeOn(test.db));
  return { sessions, passwords, signIn };
}

it('hashes for an unknown email too, so that the answer takes as long', async () => {
  // This hash takes more than 10 ms; an answer without a hash takes 1 ms.
  const { signIn } = open({ memoryCost: 32_768, timeCost: 2, parallelism: 1 });
  const times: number[] = [];
  for (let round = 0; round < 4; round++) {
    const began = performance.now();
    expect(await signIn({ email: 'nobody@example.org', password: 'wrong' }, String(round))).toEqual({ is: 'wrong' });
    times.push(performance.now() - began);
  }
  // The first request creates the decoy hash.
  expect(Math.min(...times.slice(1))).toBeGreaterThan(10);
});

it('ends the sessions of the user whose password is changed, and of nobody else', async () => {
  const { sessions, passwords, signIn } = open();
  const signedIn = await signIn({ email, password }, 'a');
  const owner = await sessions.start(test.db);
  const next = { current: password, next: 'another right battery' };
  expect(
    await passwords.change(id, { ...next, current: 'wrong' }, { network: 'b', isKnown: false }, changeOn(test.db)),
  ).toBe('wrong');
  expect(await passwords.change(id, next, { network: 'b', isKnown: false }, changeOn(test.db))).toBe('changed');
  expect(signedIn.is === 'in' && (await sessions.verify(signedIn.token))).toBeNull();
  expect(await sessions.verify(owner)).not.toBeNull();
  expect((await signIn({ email, password: next.next }, 'c')).is).toBe('in');
});
