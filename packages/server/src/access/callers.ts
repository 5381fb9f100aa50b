import type { Database } from '../storage/database.ts';
import { type Caller, ownerOf } from './caller.ts';
import { hasSecondFactor } from './factors/factor-store.ts';
import { findSession } from './session-store.ts';
import type { Sessions } from './sessions.ts';
import type { ApiTokens } from './tokens/api-tokens.ts';
import { isMeantAsApiToken } from './tokens/token-text.ts';

/** Finds out who asks. */
export interface Callers {
  /** Whoever this token belongs to; null when it is not valid. Notes its use. `ip`: where the request came from. */
  admit(token: string, ip: string): Promise<Caller | null>;
  /** Whether what the caller came with still holds, without counting as a use. */
  isAlive(caller: Pick<Caller, 'kind' | 'tokenHash'>): Promise<boolean>;
}

export interface CallersOptions {
  db: Database;
  sessions: Pick<Sessions, 'verify' | 'isAlive'>;
  tokens: Pick<ApiTokens, 'verify' | 'isAlive'>;
  /** Whether everybody must have a second factor. */
  isFactorRequired: boolean;
}

export function createCallers({ db, sessions, tokens, isFactorRequired }: CallersOptions): Callers {
  const personOf = async (tokenHash: string): Promise<Caller | null> => {
    const session = await findSession(db, tokenHash);
    if (session === null) return null;
    const { user_id, proxy_name: proxyName } = session;
    const person = user_id === null ? ownerOf(tokenHash) : await findUserCaller(db, user_id, tokenHash);
    if (person === null) return null;
    const mustSetUpFactor = isFactorRequired && proxyName === null && !(await hasSecondFactor(db, user_id));
    return { ...person, proxyName, mustSetUpFactor };
  };
  return {
    async admit(token, ip) {
      if (isMeantAsApiToken(token)) return tokens.verify(token, ip);
      const tokenHash = await sessions.verify(token);
      return tokenHash === null ? null : personOf(tokenHash);
    },
    isAlive: ({ kind, tokenHash }) => (kind === 'token' ? tokens : sessions).isAlive(tokenHash),
  };
}

const scopesOfRole = { viewer: ['read'], editor: ['write'], admin: ['admin'] } as const;

async function findUserCaller(db: Database, id: number, tokenHash: string): Promise<Caller | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'role'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!user) return null;
  const scopes = scopesOfRole[user.role];
  return { ...ownerOf(tokenHash), kind: 'user', id, name: user.email, scopes };
}
