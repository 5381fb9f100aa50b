import { createHash, randomBytes } from 'node:crypto';
import type { SessionClient } from '@upvigil/core/contract/sessions';
import { hourMs } from '@upvigil/core/time';
import type { Clock } from '../base/clock.ts';
import { serverDefaults } from '../base/server-defaults.ts';
import type { Database, InTransaction } from '../storage/database.ts';
import type { SessionRow } from '../storage/tables/access-tables.ts';
import type { AuditActor } from './audit/audit.ts';
import {
  deleteAllSessions,
  deleteSession,
  deleteSessionsOf,
  deleteSessionsUnusedSince,
  findSession,
  insertSession,
  renewSession,
  touchSession,
} from './session-store.ts';

const tokenBytes = 32;
const validMs = serverDefaults.sessionDays * 24 * hourMs;

/**
 * Which sessions ended: one (by the hash of its token), those of a user, or all. Also published when a user's
 * permissions shrink.
 */
export type EndedSessions = { tokenHash: string } | { userId: number } | 'all';

export interface StartedSession {
  token: string;
  actor: AuditActor;
}

/** The user of a new session, and where it starts. */
export interface Newcomer {
  /** Null: the owner. */
  userId: number | null;
  ip: string | null;
  client: SessionClient;
  /** The user name given by the proxy, for a sign-in through a proxy. */
  proxyName?: string;
}

const unknownOwner: Newcomer = { userId: null, ip: null, client: 'api' };

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export type Sessions = ReturnType<typeof createSessions>;

/** Session tokens have 256 random bits; only their SHA-256 is stored. */
export function createSessions(db: Database, clock: Clock) {
  const listeners = new Set<(ended: EndedSessions) => void>();
  const publish = (ended: EndedSessions): void => {
    for (const listener of listeners) listener(ended);
  };
  const findValid = async (tokenHash: string) => {
    const session = await findSession(db, tokenHash);
    return session && clock.now() - session.last_used_at < validMs ? session : null;
  };

  return {
    /** Returns the token of the new session. */
    async start(within: Database = db, { userId, ip, client, proxyName }: Newcomer = unknownOwner): Promise<string> {
      const token = randomBytes(tokenBytes).toString('base64url');
      const now = clock.now();
      await deleteSessionsUnusedSince(within, now - validMs);
      await insertSession(within, {
        token_hash: hashToken(token),
        user_id: userId,
        ip,
        client,
        proxy_name: proxyName ?? null,
        created_at: now,
        last_used_at: now,
        confirmed_at: now,
      });
      return token;
    },
    /** The session of a valid token, else null. Records the use once an hour. */
    async verify(token: string): Promise<SessionRow | null> {
      const session = await findValid(hashToken(token));
      if (!session) return null;
      const now = clock.now();
      if (now - session.last_used_at >= hourMs) await touchSession(db, session.token_hash, now);
      return session;
    },
    /** Records a re-authentication and replaces the token. Returns the new token; null when the session has ended. */
    async renew(within: Database, tokenHash: string): Promise<string | null> {
      const token = randomBytes(tokenBytes).toString('base64url');
      const isRenewed = await renewSession(within, tokenHash, {
        token_hash: hashToken(token),
        confirmed_at: clock.now(),
      });
      return isRenewed ? token : null;
    },
    /** Whether the session is still valid. Does not count as a use. */
    isAlive: async (tokenHash: string): Promise<boolean> => (await findValid(tokenHash)) !== null,
    /** `run`: the transaction of the change. */
    async end(tokenHash: string, run: InTransaction): Promise<void> {
      await run((trx) => deleteSession(trx, tokenHash));
      publish({ tokenHash });
    },
    /** Ends all sessions. Call `publishEnded` after the commit. */
    endAll: deleteAllSessions,
    /** Ends the sessions of a user. Call `publishEnded` after the commit. */
    endOf: (transaction: Database, userId: number): Promise<void> => deleteSessionsOf(transaction, userId),
    /**
     * Ends the event streams of ended sessions. For a user, also streams opened with permissions that they no longer
     * have.
     */
    publishEnded: publish,
    /** Calls back when this process ends sessions. Returns a function that unsubscribes. */
    onEnded(listener: (ended: EndedSessions) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
