import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../clock.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createAdminPassword } from './admin-password.ts';
import { createSessions } from './sessions.ts';

describe('the password at start', () => {
  let test: TestStorage;
  beforeEach(async () => {
    test = await openTestStorage();
  });
  afterEach(() => test.close());

  const open = () => {
    const sessions = createSessions(test.db, systemClock);
    return { sessions, password: createAdminPassword(test.db, sessions) };
  };

  it('is generated once when none is set and none stored', async () => {
    const { password } = open();
    const generated = await password.prepare(null);
    expect(generated).toMatch(/^\w{20}$/);
    expect(await password.isRight(generated ?? '')).toBe(true);
    expect(await open().password.prepare(null)).toBeNull();
    expect(await open().password.isRight(generated ?? '')).toBe(true);
  });

  it('is the configured one, and sessions outlive a restart with the same', async () => {
    const first = open();
    await first.password.prepare('first password');
    const token = await first.sessions.start();

    const again = open();
    await again.password.prepare('first password');
    expect(await again.sessions.verify(token)).not.toBeNull();

    await again.password.prepare('second password');
    expect(await again.sessions.verify(token)).toBeNull();
    expect(await again.password.isRight('first password')).toBe(false);
    expect(await again.password.isRight('second password')).toBe(true);
  });
});
