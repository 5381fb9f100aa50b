import { mayUse } from '@upvigil/core/contract/names/scopes';
import type { ApiToken } from '@upvigil/core/contract/tokens';
import type { FastifyInstance } from 'fastify';
import { type Caller, userIdOf } from '../../access/caller.ts';
import { type ApiTokens, scopesOf } from '../../access/tokens/api-tokens.ts';
import { listTokens } from '../../access/tokens/token-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import type { ApiTokenRow } from '../../storage/tables/access-tables.ts';
import { timeOf, timeOrNull } from '../../storage/wire-format.ts';
import { callerOf, requireConfirmed } from '../http/guard-access.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';

export interface TokenRouteDeps {
  db: Database;
  clock: Pick<Clock, 'now'>;
  tokens: Pick<ApiTokens, 'make' | 'revoke'>;
  changes: Pick<ChangeFeed, 'publish'>;
}

export function tokenRoutes(api: FastifyInstance, { db, clock, tokens, changes }: TokenRouteDeps): void {
  serveEndpoints(api, 'tokens', {
    list: async ({ raw, query }) => (await listTokens(db, { ...query, maker: shownTo(callerOf(raw)) })).map(wireToken),
    async create({ raw, body, change }) {
      const caller = callerOf(raw);
      if (body.scopes.includes('admin')) requireConfirmed(caller, clock.now());
      const { name, scopes } = caller;
      const maker = { name, scopes, userId: userIdOf(caller) };
      const { row, token } = await change(
        (trx) => tokens.make(trx, maker, body),
        (made) => ({ id: made.row.id }),
      );
      return { ...wireToken(row), token };
    },
    async remove({ raw, params: { tokenId }, change }) {
      const { hadNotices } = await change((trx) => tokens.revoke(trx, tokenId, shownTo(callerOf(raw))));
      changes.publish({ has_ended_access: true, has_deliveries: hadNotices });
      return null;
    },
  });
}

/** An admin sees all tokens, others their own. */
const shownTo = (caller: Caller): number | null | undefined =>
  mayUse(caller.scopes, 'admin') ? undefined : userIdOf(caller);

const wireToken = (row: ApiTokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  scopes: scopesOf(row),
  prefix: row.prefix,
  created_at: timeOf(row.created_at),
  created_by: row.created_by,
  expires_at: timeOrNull(row.expires_at),
  last_used_at: timeOrNull(row.last_used_at),
  last_used_ip: row.last_used_ip,
});
