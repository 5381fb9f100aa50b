import { mayUse, type Scope } from '@upvigil/core/contract/names/scopes';
import { minuteMs } from '@upvigil/core/time';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../storage/database.ts';
import type { SessionRow } from '../storage/tables/access-tables.ts';
import { type Caller, ownerOf, userIdOf, userOf } from './caller.ts';
import { hasSecondFactor } from './factors/factor-store.ts';
import type { Sessions } from './sessions.ts';
import type { ApiTokens } from './tokens/api-tokens.ts';
import { isMeantAsApiToken } from './tokens/token-text.ts';
import { findActiveUser, noteSeen } from './user-store.ts';
import { scopesOfPerson } from './users/users.ts';

/** Authenticates requests. */
export interface Callers {
  /** Whoever this token belongs to; null when it is not valid. Notes its use. `ip`: where the request came from. */
  admit(token: string, ip: string): Promise<Caller | null>;
  /** Whether what the caller came with still holds, and for as much as then, without counting as a use. */
  isAlive(caller: CameWith): Promise<boolean>;
}

type CameWith = Pick<Caller, 'kind' | 'id' | 'tokenHash' | 'scopes'>;

export interface CallersOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  sessions: Pick<Sessions, 'verify' | 'isAlive'>;
  tokens: Pick<ApiTokens, 'verify' | 'scopesNow'>;
  /** Whether everybody must have a second factor. */
  isFactorRequired: boolean;
}

export function createCallers({ db, clock, sessions, tokens, isFactorRequired }: CallersOptions): Callers {
  const personOf = async (session: SessionRow): Promise<Caller | null> => {
    if (session.user_id === null) return { ...ownerOf(session), mustSetUpFactor: await lacksFactor(session) };
    // Read each time: a changed role counts from the next request.
    const user = await findActiveUser(db, session.user_id);
    if (user === null) return null;
    const now = clock.now();
    if (user.last_seen_at === null || now - user.last_seen_at >= minuteMs) await noteSeen(db, user.id, now);
    // Whoever a provider or a proxy lets in, and has no password, has the second factor there.
    const mustSetUpFactor = user.password_hash !== null && (await lacksFactor(session));
    return { ...userOf(user, session), mustSetUpFactor };
  };
  const lacksFactor = async ({ user_id, proxy_name }: SessionRow): Promise<boolean> =>
    isFactorRequired && proxy_name === null && !(await hasSecondFactor(db, user_id));
  const scopesNow = async (caller: CameWith): Promise<readonly Scope[]> => {
    if (caller.kind === 'token') return tokens.scopesNow(caller.tokenHash);
    return (await sessions.isAlive(caller.tokenHash)) ? scopesOfPerson(db, userIdOf(caller)) : [];
  };
  return {
    async admit(token, ip) {
      if (isMeantAsApiToken(token)) return tokens.verify(token, ip);
      const session = await sessions.verify(token);
      return session && personOf(session);
    },
    async isAlive(caller) {
      const now = await scopesNow(caller);
      return now.length > 0 && caller.scopes.every((scope) => mayUse(now, scope));
    },
  };
}
