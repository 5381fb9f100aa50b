import { RequestError } from '@upvigil/core/contract/errors';
import { mayUse } from '@upvigil/core/contract/names/scopes';
import { type SessionInfo, sessionClients } from '@upvigil/core/contract/sessions';
import { accessMessages } from '@upvigil/core/texts/access';
import { dayMs } from '@upvigil/core/time';
import type { FastifyInstance } from 'fastify';
import { type Caller, ownerName, userIdOf } from '../../access/caller.ts';
import { findSessionById, type ListedSession, listSessions, type SessionFilter } from '../../access/session-store.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { Clock } from '../../base/clock.ts';
import { serverDefaults } from '../../base/server-defaults.ts';
import type { Database } from '../../storage/database.ts';
import { timeOf } from '../../storage/wire-format.ts';
import { callerOf } from '../http/guard-access.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';

export interface SessionRouteDeps {
  db: Database;
  clock: Pick<Clock, 'now'>;
  sessions: Pick<Sessions, 'end'>;
}

export function sessionRoutes(api: FastifyInstance, { db, clock, sessions }: SessionRouteDeps): void {
  serveEndpoints(api, 'sessions', {
    async list({ raw, query }) {
      const caller = callerOf(raw);
      const usedSince = clock.now() - serverDefaults.sessionDays * dayMs;
      const rows = await listSessions(db, { ...query, ...shownTo(caller), usedSince });
      return rows.map((row) => wireSession(row, caller));
    },
    async remove({ raw, params: { sessionId }, change }) {
      const session = await findSessionById(db, sessionId, shownTo(callerOf(raw)));
      if (session === null) throw new RequestError('notFound', accessMessages.noSession(sessionId));
      await sessions.end(session.token_hash, change);
      return null;
    },
  });
}

/** An admin sees all sessions, others their own. */
const shownTo = (caller: Caller): SessionFilter => ({
  userId: mayUse(caller.scopes, 'admin') ? undefined : userIdOf(caller),
});

const wireSession = (row: ListedSession, { tokenHash }: Caller): SessionInfo => ({
  id: row.id,
  user_id: row.user_id,
  ip: row.ip,
  is_current: row.token_hash === tokenHash,
  user_name: row.user_id === null ? ownerName : row.user_name || (row.user_email ?? ''),
  client: sessionClients.find((client) => client === row.client) ?? 'api',
  created_at: timeOf(row.created_at),
  last_used_at: timeOf(row.last_used_at),
  confirmed_at: timeOf(row.confirmed_at),
});
