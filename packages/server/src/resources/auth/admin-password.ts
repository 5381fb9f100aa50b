import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Database } from '../../storage/database.ts';
import { findPasswordHash, saveFirstPasswordHash, savePasswordHash } from './password-store.ts';
import type { Sessions } from './sessions.ts';

/** Without letters and digits that look alike, because a person copies it from a terminal. */
const generatedAlphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const generatedLength = 20;

/** The administrator's one password, kept as an argon2id hash (19 MiB, 2 passes: the library's defaults, which are OWASP's). */
export interface AdminPassword {
  isRight(password: string): Promise<boolean>;
  /** Replaces the password and ends all sessions. */
  change(password: string): Promise<void>;
  /**
   * Called at start. Sets the configured password, which ends the sessions only if it is another one.
   * With none configured and none stored, generates one and answers it: the only time that it is known.
   */
  prepare(configured: string | null): Promise<string | null>;
}

export function createAdminPassword(db: Database, sessions: Sessions): AdminPassword {
  const inTurn = oneAfterTheOther();
  const isRight = async (password: string): Promise<boolean> => {
    const stored = await findPasswordHash(db);
    return stored !== null && inTurn(() => verify(stored, password));
  };
  const change = async (password: string): Promise<void> => {
    await savePasswordHash(db, await inTurn(() => hash(password)));
    await sessions.endAll();
  };
  return {
    isRight,
    change,
    async prepare(configured) {
      if (configured !== null) {
        if (!(await isRight(configured))) await change(configured);
        return null;
      }
      if ((await findPasswordHash(db)) !== null) return null;
      const generated = generatePassword();
      return (await saveFirstPasswordHash(db, await hash(generated))) ? generated : null;
    },
  };
}

const generatePassword = (): string =>
  Array.from({ length: generatedLength }, () => generatedAlphabet[randomInt(generatedAlphabet.length)]).join('');

/** Hashing is slow on purpose: one at a time, so that a flood of sign-ins takes at most one core and 19 MiB. */
function oneAfterTheOther(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
