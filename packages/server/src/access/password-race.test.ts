import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { changeOn } from '../testing/change-on.ts';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { type AdminPassword, createAdminPassword } from './admin-password.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** Slow enough that others sign in while a password is hashed. */
const someMilliseconds = { memoryCost: 4096, timeCost: 1, parallelism: 1 };

/** The state of one web process; all share the database. */
interface WebProcess {
  sessions: Sessions;
  password: AdminPassword;
}

describe('while the password is changed', () => {
  let test: TestStorage;
  let one: WebProcess;
  let other: WebProcess;
  beforeEach(async () => {
    test = await openTestStorage();
    one = open();
    other = open();
    await one.password.prepare('old password');
  });
  afterEach(() => test.close());

  const open = (): WebProcess => {
    const sessions = createSessions(test.db, systemClock);
    return { sessions, password: createAdminPassword({ db: test.db, sessions, hashCost: someMilliseconds }) };
  };
  let networks = 0;
  const signIn = ({ password }: WebProcess, given: string) =>
    password.signIn(given, { network: `network ${networks++}`, isKnown: false }, changeOn(test.db));

  /** Signs in repeatedly in both processes until the change is done. Returns the issued tokens. */
  async function signInDuring(change: Promise<unknown>, given: string): Promise<string[]> {
    let isDone = false;
    void change.finally(() => {
      isDone = true;
    });
    const keepSigningIn = async (process: WebProcess): Promise<string[]> => {
      const tokens: string[] = [];
      while (!isDone) {
        const outcome = await signIn(process, given);
        if (outcome.is === 'in') tokens.push(outcome.token);
      }
      return tokens;
    };
    const tokens = await Promise.all([one, other, one, other].map(keepSigningIn));
    await change;
    return tokens.flat();
  }

  const surviving = async (tokens: readonly string[]): Promise<number> => {
    const hashes = await Promise.all(tokens.map((token) => other.sessions.verify(token)));
    return hashes.filter((hash) => hash !== null).length;
  };
  const sender = { network: 'admin', isKnown: true };

  it('no session that was started with the old one survives it, in whichever process', async () => {
    for (let round = 0; round < 4; round++) {
      const [from, to] = [`password ${round}`, `password ${round + 1}`];
      await one.password.prepare(from);
      const tokens = await signInDuring(
        one.password.change({ current: from, next: to }, sender, changeOn(test.db)),
        from,
      );
      expect(await surviving(tokens)).toBe(0);
    }
  });

  it('none survives the start of a process with another ADMIN_PASSWORD', async () => {
    for (let round = 0; round < 4; round++) {
      const [from, to] = [`password ${round}`, `password ${round + 1}`];
      await one.password.prepare(from);
      const tokens = await signInDuring(open().password.prepare(to), from);
      expect(await surviving(tokens)).toBe(0);
    }
  });

  it('of two changes with the same old password one is refused', async () => {
    const outcomes = await Promise.all([
      one.password.change({ current: 'old password', next: 'first password' }, sender, changeOn(test.db)),
      other.password.change({ current: 'old password', next: 'second password' }, sender, changeOn(test.db)),
    ]);
    expect(outcomes.sort()).toEqual(['changed', 'wrong']);
    const signIns = await Promise.all([signIn(one, 'first password'), signIn(one, 'second password')]);
    expect(signIns.map(({ is }) => is).sort()).toEqual(['in', 'wrong']);
  });

  it('processes that are started together with a new ADMIN_PASSWORD end the sessions once', async () => {
    const starting = [open(), open(), open()];
    const tokens = await Promise.all(
      starting.map(async (process) => {
        await process.password.prepare('new password');
        const outcome = await signIn(process, 'new password');
        return outcome.is === 'in' ? outcome.token : '';
      }),
    );
    expect(await surviving(tokens)).toBe(3);
  });

  it('a change that cannot end the sessions changes nothing', async () => {
    await test.db.schema.alterTable('sessions').renameTo('moved_sessions').execute();
    await expect(
      one.password.change({ current: 'old password', next: 'new password' }, sender, changeOn(test.db)),
    ).rejects.toThrow();
    await test.db.schema.alterTable('moved_sessions').renameTo('sessions').execute();
    expect((await signIn(one, 'new password')).is).toBe('wrong');
    expect((await signIn(one, 'old password')).is).toBe('in');
  });
});
