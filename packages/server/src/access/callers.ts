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

type CameWith = Pick<Caller, 'kind' | 'id' | 'tokenHash' | 'scopes'>;

interface CallersOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  sessions: Pick<Sessions, 'verify' | 'isAlive'>;
  tokens: Pick<ApiTokens, 'verify' | 'scopesNow'>;
  /** Whether every user must have a second factor. */
  isFactorRequired: boolean;
}

export type Callers = ReturnType<typeof createCallers>;

export function createCallers({ db, clock, sessions, tokens, isFactorRequired }: CallersOptions) {
  const personOf = async (session: SessionRow): Promise<Caller | null> => {
    if (session.user_id === null) return { ...ownerOf(session), mustSetUpFactor: await lacksFactor(session) };
    // Read at each request, so that a changed role applies from the next one.
    const user = await findActiveUser(db, session.user_id);
    if (user === null) return null;
    const now = clock.now();
    if (user.last_seen_at === null || now - user.last_seen_at >= minuteMs) await noteSeen(db, user.id, now);
    // Users without a password sign in through a provider or a proxy, which asks for the second factor.
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
    /** The owner of this token; null when it is not valid. Records the use. `ip`: the address of the request. */
    async admit(token: string, ip: string): Promise<Caller | null> {
      if (isMeantAsApiToken(token)) return tokens.verify(token, ip);
      const session = await sessions.verify(token);
      return session && personOf(session);
    },
    /** Whether the caller's session or token is still valid with the same permissions. Does not count as a use. */
    async isAlive(caller: CameWith): Promise<boolean> {
      const now = await scopesNow(caller);
      return now.length > 0 && caller.scopes.every((scope) => mayUse(now, scope));
    },
  };
}
