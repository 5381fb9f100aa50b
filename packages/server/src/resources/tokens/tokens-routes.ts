import { type ApiToken, tokenEndpoints } from '@upvigil/core/contract/tokens';
import type { FastifyInstance } from 'fastify';
import { type ApiTokens, scopesOf } from '../../access/tokens/api-tokens.ts';
import { listTokens } from '../../access/tokens/token-store.ts';
import type { ChangeFeed } from '../../domain/change-feed.ts';
import { callerOf } from '../../http/guard-access.ts';
import { serveEndpoints } from '../../http/serve-endpoints.ts';
import type { Database } from '../../storage/database.ts';
import type { ApiTokenRow } from '../../storage/tables/access-tables.ts';
import { timeOf, timeOrNull } from '../../storage/wire-format.ts';

export interface TokenRouteDeps {
  db: Database;
  tokens: Pick<ApiTokens, 'make' | 'revoke'>;
  changes: Pick<ChangeFeed, 'publish'>;
}

/** Tokens for programs: listed, made, revoked. */
export function tokenRoutes(api: FastifyInstance, { db, tokens, changes }: TokenRouteDeps): void {
  serveEndpoints(api, tokenEndpoints, {
    list: async ({ query }) => (await listTokens(db, query)).map(wireToken),
    async create({ raw, body }) {
      const { row, token } = await tokens.make(callerOf(raw), body);
      return { ...wireToken(row), token };
    },
    async remove({ params: { tokenId } }) {
      const { wasTold } = await tokens.revoke(tokenId);
      changes.publish({ has_ended_access: true, has_deliveries: wasTold });
      return null;
    },
  });
}

const wireToken = (row: ApiTokenRow): ApiToken => ({
  ...{ id: row.id, name: row.name, scopes: scopesOf(row), prefix: row.prefix },
  ...{ created_at: timeOf(row.created_at), created_by: row.created_by, expires_at: timeOrNull(row.expires_at) },
  ...{ last_used_at: timeOrNull(row.last_used_at), last_used_ip: row.last_used_ip },
});
