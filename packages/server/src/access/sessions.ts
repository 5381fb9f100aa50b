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

/** Which sessions ended: one, by the hash of its token, those of a user, who may also do less now, or all. */
export type EndedSessions = { tokenHash: string } | { userId: number } | 'all';

/** A session that began. */
export interface StartedSession {
  token: string;
  /** Whose it is. */
  actor: AuditActor;
}

/** Whose session begins, and where. */
export interface Newcomer {
  /** Null: the owner. */
  userId: number | null;
  ip: string | null;
  client: SessionClient;
  /** Whom the proxy named that let them in, if one did. */
  proxyName?: string;
}

const unknownOwner: Newcomer = { userId: null, ip: null, client: 'api' };

/** Sessions by tokens of 256 random bits, of which only the SHA-256 is stored. */
export interface Sessions {
  /** Starts a session, within a transaction if one is given. Resolves with its token. */
  start(within?: Database, newcomer?: Newcomer): Promise<string>;
  /** The session of the token when it is valid, else null. Notes the use, at most once an hour. */
  verify(token: string): Promise<SessionRow | null>;
  /**
   * Notes that whoever has the session proved that it is them. It gets another token, with which this resolves; null when it ended.
   */
  renew(within: Database, tokenHash: string): Promise<string | null>;
  /** Whether the session still holds, without counting as a use. */
  isAlive(tokenHash: string): Promise<boolean>;
  /** `run`: the transaction of the change. */
  end(tokenHash: string, run: InTransaction): Promise<void>;
  /** Ends all within a transaction. Call `publishEnded` after it was committed. */
  endAll(transaction: Database): Promise<void>;
  /** The same of those of a user. */
  endOf(transaction: Database, userId: number): Promise<void>;
  /** Ends the streams of sessions that ended, and of a user those that were opened with more than they may do now. */
  publishEnded(ended: EndedSessions): void;
  /** Calls back when sessions were ended by this process. Returns a function that stops that. */
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
