import { hash } from '@node-rs/argon2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { changeOn } from '../testing/change-on.ts';
import { testHashCost } from '../testing/test-hash-cost.ts';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { createAdminPassword } from './admin-password.ts';
import { passwordHashKey } from './password-store.ts';
import { createSessions } from './sessions.ts';

describe('the password at start', () => {
  let test: TestStorage;
  beforeEach(async () => {
    test = await openTestStorage();
  });
  afterEach(() => test.close());

  const open = () => {
    const sessions = createSessions(test.db, systemClock);
    const password = createAdminPassword({ db: test.db, sessions, hashCost: testHashCost });
    const signIn = (given: string | null) =>
      password.signIn(given ?? '', { network: 'a', isKnown: false }, changeOn(test.db));
    return { sessions, password, isRight: async (given: string | null) => (await signIn(given)).is === 'in' };
  };

  it('is generated once when none is set and none stored', async () => {
    const { password, isRight } = open();
    const generated = await password.prepare(null);
    expect(generated).toMatch(/^\w{20}$/);
    expect(await isRight(generated)).toBe(true);
    expect(await open().password.prepare(null)).toBeNull();
    expect(await open().isRight(generated)).toBe(true);
  });

  it('matches in any Unicode composition, also when an older version hashed it without normalizing', async () => {
    const [composed, decomposed] = ['caf\u00e9 no\u00ebl', 'cafe\u0301 noe\u0308l'];
    await open().password.prepare(decomposed);
    for (const form of [composed, decomposed]) expect(await open().isRight(form)).toBe(true);
    expect(await open().isRight('cafe noel')).toBe(false);
    for (const form of [composed, decomposed]) {
      const value = JSON.stringify(await hash(form));
      await test.db.updateTable('settings').set({ value }).where('key', '=', passwordHashKey).execute();
      for (const given of [composed, decomposed]) expect(await open().isRight(given)).toBe(true);
    }
  });

  it('is the configured one, and sessions survive a restart with the same', async () => {
    const first = open();
    await first.password.prepare('first password');
    const token = await first.sessions.start();

    const again = open();
    await again.password.prepare('first password');
    expect(await again.sessions.verify(token)).not.toBeNull();

    await again.password.prepare('second password');
    expect(await again.sessions.verify(token)).toBeNull();
    expect(await again.isRight('first password')).toBe(false);
    expect(await again.isRight('second password')).toBe(true);
  });
});
