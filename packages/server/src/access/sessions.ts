import { createHash, randomBytes } from 'node:crypto';
import { serverDefaults } from '@upvigil/core/server-side/server-defaults';
import type { Clock } from '../clock.ts';
import type { Database } from '../storage/database.ts';
import {
  deleteAllSessions,
  deleteSession,
  deleteSessionsUnusedSince,
  findSession,
  insertSession,
  touchSession,
} from './session-store.ts';

const tokenBytes = 32;
const hourMs = 3_600_000;
const validMs = serverDefaults.sessionDays * 24 * hourMs;

/** Which sessions ended: one, by the hash of its token, or all. */
export type EndedSessions = { tokenHash: string } | 'all';

/** Sessions by tokens of 256 random bits, of which only the SHA-256 is stored. */
export interface Sessions {
  /** Starts a session, within a transaction if one is given. Resolves with its token. `userId` null: the owner's. */
  start(within?: Database, of?: { userId: number | null; proxyName?: string | undefined }): Promise<string>;
  /** The hash of the token when it is valid, else null. Notes the use, at most once an hour. */
  verify(token: string): Promise<string | null>;
  /** Whether the session still holds, without counting as a use. */
  isAlive(tokenHash: string): Promise<boolean>;
  end(tokenHash: string): Promise<void>;
  /** Ends all in one transaction with a change, if the change resolves with true. Resolves with what the change did. */
  endAllWith(change: (transaction: Database) => Promise<boolean>): Promise<boolean>;
  /** Calls back when sessions were ended by this process. Returns a function that stops that. */
  onEnded(listener: (ended: EndedSessions) => void): () => void;
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export function createSessions(db: Database, clock: Clock): Sessions {
  const listeners = new Set<(ended: EndedSessions) => void>();
  const tell = (ended: EndedSessions): void => {
    for (const listener of listeners) listener(ended);
  };
  const findValid = async (tokenHash: string) => {
    const session = await findSession(db, tokenHash);
    return session && clock.now() - session.last_used_at < validMs ? session : null;
  };

  return {
    async start(within = db, { userId, proxyName } = { userId: null }) {
      const token = randomBytes(tokenBytes).toString('base64url');
      const now = clock.now();
      await deleteSessionsUnusedSince(within, now - validMs);
      const times = { created_at: now, last_used_at: now };
      await insertSession(within, {
        ...{ token_hash: hashToken(token), ...times, user_id: userId, proxy_name: proxyName ?? null },
      });
      return token;
    },
    async verify(token) {
      const session = await findValid(hashToken(token));
      if (!session) return null;
      const now = clock.now();
      if (now - session.last_used_at >= hourMs) await touchSession(db, session.token_hash, now);
      return session.token_hash;
    },
    isAlive: async (tokenHash) => (await findValid(tokenHash)) !== null,
    async end(tokenHash) {
      await deleteSession(db, tokenHash);
      tell({ tokenHash });
    },
    async endAllWith(change) {
      const isChanged = await db.transaction().execute(async (trx) => {
        const isDone = await change(trx);
        if (isDone) await deleteAllSessions(trx);
        return isDone;
      });
      if (isChanged) tell('all');
      return isChanged;
    },
    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
