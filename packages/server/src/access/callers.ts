import type { Clock } from '../clock.ts';
import type { Database } from '../storage/database.ts';
import { type Caller, ownerOf, userOf } from './caller.ts';
import type { Sessions } from './sessions.ts';
import type { ApiTokens } from './tokens/api-tokens.ts';
import { isMeantAsApiToken } from './tokens/token-text.ts';
import { findActiveUser, noteSeen } from './users/user-store.ts';

const minuteMs = 60_000;

/** Finds out who asks. */
export interface Callers {
  /** Whoever this token belongs to; null when it is not valid. Notes its use. `ip`: where the request came from. */
  admit(token: string, ip: string): Promise<Caller | null>;
  /** Whether what the caller came with still holds, without counting as a use. */
  isAlive(caller: Pick<Caller, 'kind' | 'id' | 'tokenHash'>): Promise<boolean>;
}

export interface CallersOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  sessions: Pick<Sessions, 'verify' | 'isAlive'>;
  tokens: Pick<ApiTokens, 'verify' | 'isAlive'>;
}

export function createCallers({ db, clock, sessions, tokens }: CallersOptions): Callers {
  return {
    async admit(token, ip) {
      if (isMeantAsApiToken(token)) return tokens.verify(token, ip);
      const session = await sessions.verify(token);
      if (session === null) return null;
      if (session.user_id === null) return ownerOf(session);
      // Read each time: a changed role counts from the next request.
      const user = await findActiveUser(db, session.user_id);
      if (user === null) return null;
      const now = clock.now();
      if (user.last_seen_at === null || now - user.last_seen_at >= minuteMs) await noteSeen(db, user.id, now);
      return userOf(user, session);
    },
    async isAlive({ kind, id, tokenHash }) {
      if (kind === 'token') return tokens.isAlive(tokenHash);
      if (kind === 'user' && (id === null || (await findActiveUser(db, id)) === null)) return false;
      return sessions.isAlive(tokenHash);
    },
  };
}
