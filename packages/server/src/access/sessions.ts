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

/** Session tokens have 256 random bits; only their SHA-256 is stored. */
export interface Sessions {
  /** Returns the token of the new session. */
  start(within?: Database, newcomer?: Newcomer): Promise<string>;
  /** The session of a valid token, else null. Records the use once an hour. */
  verify(token: string): Promise<SessionRow | null>;
  /** Records a re-authentication and replaces the token. Returns the new token; null when the session has ended. */
  renew(within: Database, tokenHash: string): Promise<string | null>;
  /** Whether the session is still valid. Does not count as a use. */
  isAlive(tokenHash: string): Promise<boolean>;
  /** `run`: the transaction of the change. */
  end(tokenHash: string, run: InTransaction): Promise<void>;
  /** Ends all sessions. Call `publishEnded` after the commit. */
  endAll(transaction: Database): Promise<void>;
  /** Ends the sessions of a user. Call `publishEnded` after the commit. */
  endOf(transaction: Database, userId: number): Promise<void>;
  /**
   * Ends the event streams of ended sessions. For a user, also streams opened with permissions that they no longer
   * have.
   */
  publishEnded(ended: EndedSessions): void;
  /** Calls back when this process ends sessions. Returns a function that unsubscribes. */
  onEnded(listener: (ended: EndedSessions) => void): () => void;
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export function createSessions(db: Database, clock: Clock): Sessions {
  const listeners = new Set<(ended: EndedSessions) => void>();
  const publish = (ended: EndedSessions): void => {
    for (const listener of listeners) listener(ended);
  };
  const findValid = async (tokenHash: string) => {
    const session = await findSession(db, tokenHash);
    return session && clock.now() - session.last_used_at < validMs ? session : null;
  };

  return {
    async start(within = db, { userId, ip, client, proxyName } = unknownOwner) {
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
    async verify(token) {
      const session = await findValid(hashToken(token));
      if (!session) return null;
      const now = clock.now();
      if (now - session.last_used_at >= hourMs) await touchSession(db, session.token_hash, now);
      return session;
    },
    async renew(within, tokenHash) {
      const token = randomBytes(tokenBytes).toString('base64url');
      const isRenewed = await renewSession(within, tokenHash, {
        token_hash: hashToken(token),
        confirmed_at: clock.now(),
      });
      return isRenewed ? token : null;
    },
    isAlive: async (tokenHash) => (await findValid(tokenHash)) !== null,
    async end(tokenHash, run) {
      await run((trx) => deleteSession(trx, tokenHash));
      publish({ tokenHash });
    },
    endAll: deleteAllSessions,
    endOf: (transaction, userId) => deleteSessionsOf(transaction, userId),
    publishEnded: publish,
    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
