import { RequestError } from '@upvigil/core/contract/errors';
import { limits } from '@upvigil/core/limits';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createGuessLimit, type Guess, type GuessLimit } from './guess-limit.ts';

const hourMs = 3_600_000;
const { wrongCodesPerHour, wrongRecoveryCodesPerHour } = limits.secondFactor;
let test: TestStorage;
let now: number;
let limit: GuessLimit;
let published: number;
beforeEach(async () => {
  test = await openTestStorage();
  now = Date.parse('2026-11-26T12:00:00Z');
  published = 0;
  limit = createGuessLimit({
    db: test.db,
    clock: { now: () => now, monotonic: () => now },
    changes: { publish: () => void published++ },
  });
});
afterEach(() => test.close());

let address = 0;
const guess = async (given: Partial<Guess> = {}): Promise<'counted' | number> => {
  try {
    await limit.count({ userId: null, method: 'code', ip: `198.51.100.${++address % 250}`, ...given });
    return 'counted';
  } catch (error) {
    if (error instanceof RequestError && error.kind === 'tooMany') return Number(error.facts.retry_after);
    throw error;
  }
};
const guessTimes = async (times: number, given: Partial<Guess> = {}): Promise<void> => {
  for (let time = 0; time < times; time++) await guess(given);
};
const signIn = (user_id: number | null, ip: string) =>
  test.db
    .insertInto('sessions')
    .values({
      token_hash: ip,
      user_id,
      ip,
      client: 'browser',
      proxy_name: null,
      created_at: now,
      last_used_at: now,
      confirmed_at: now,
    })
    .execute();
const notices = () => test.db.selectFrom('notices').select(['kind', 'subject', 'message', 'ended_at']).execute();

it('refuses wrong codes of an account from any number of networks, for an hour', async () => {
  for (let time = 0; time < wrongCodesPerHour; time++) expect(await guess()).toBe('counted');
  now += 60_000;
  expect(await guess()).toBe((hourMs - 60_000) / 1000);
  now += hourMs;
  expect(await guess()).toBe('counted');
});

it('counts guesses at the same time before any is answered', async () => {
  const all = await Promise.all(Array.from({ length: 50 }, () => guess()));
  expect(all.filter((one) => one === 'counted')).toHaveLength(wrongCodesPerHour);
});

it('forgives right answers', async () => {
  for (let time = 0; time < 3 * wrongCodesPerHour; time++) {
    const counted = await limit.count({ userId: null, method: 'code', ip: '198.51.100.1' });
    counted.forgive();
  }
});

it('does not limit a network in which the person is signed in, recovery codes, or other accounts', async () => {
  await signIn(null, '192.0.2.1');
  await guessTimes(2 * wrongCodesPerHour);
  expect(await guess({ ip: '192.0.2.1' })).toBe('counted');
  expect(await guess({ method: 'recovery_code' })).toBe('counted');
  expect(await guess({ userId: 7 })).toBe('counted');
  expect(await guess({ userId: 7, ip: '192.0.2.1' })).toBe('counted');
});

it('limits guesses in a network in which the person is signed in, and of recovery codes, too', async () => {
  await signIn(null, '2001:db8::1');
  await guessTimes(wrongCodesPerHour, { ip: '2001:db8::2' });
  expect(await guess({ ip: '2001:db8::3' })).toBe(3600);
  await guessTimes(wrongRecoveryCodesPerHour, { method: 'recovery_code' });
  expect(await guess({ method: 'recovery_code' })).toBe(3600);
});

it('begins one notice that names the account, and ends it after a day', async () => {
  await guessTimes(3 * wrongCodesPerHour);
  expect(await notices()).toEqual([
    {
      kind: 'second_factor_guessed',
      subject: 'owner',
      ended_at: null,
      message: 'Someone with the password of the owner entered too many wrong codes for the second factor',
    },
  ]);
  expect(published).toBe(1);
  now += 23 * hourMs;
  await limit.endOld();
  expect(await notices()).toMatchObject([{ ended_at: null }]);
  now += hourMs;
  await limit.endOld();
  expect(await notices()).toMatchObject([{ ended_at: now }]);
});
