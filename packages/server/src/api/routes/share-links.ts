import { RequestError } from '@upvigil/core/contract/errors';
import { mayUse } from '@upvigil/core/contract/names/scopes';
import type { ShareLink } from '@upvigil/core/contract/share-links';
import { accessMessages } from '@upvigil/core/texts/access';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import { findShareLink, listShareLinks, type NamedShareLink } from '../../access/share-links/share-link-store.ts';
import type { ShareLinks } from '../../access/share-links/share-links.ts';
import type { Database } from '../../storage/database.ts';
import { timeOf, timeOrNull } from '../../storage/wire-format.ts';
import { callerOf } from '../http/guard-access.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';

export interface ShareLinkRouteDeps {
  db: Database;
  shareLinks: Pick<ShareLinks, 'make' | 'revoke' | 'pathOf'>;
  /** The public address, without a trailing slash. */
  publicUrl(): string;
}

export function shareLinkRoutes(api: FastifyInstance, { db, shareLinks, publicUrl }: ShareLinkRouteDeps): void {
  // The path grants access to the website, so only those who may create links see it.
  const wireLink = async (row: NamedShareLink, caller: Caller): Promise<ShareLink> => {
    const path = mayUse(caller.scopes, 'write') ? await shareLinks.pathOf(row) : null;
    return {
      id: row.id,
      website_id: row.website_id,
      website_name: row.website_name,
      name: row.name,
      url: path === null ? null : publicUrl() + path,
      created_at: timeOf(row.created_at),
      created_by: row.created_by,
      expires_at: timeOf(row.expires_at),
      last_used_at: timeOrNull(row.last_used_at),
      views: row.views,
      revoked_at: timeOrNull(row.revoked_at),
    };
  };
  serveEndpoints(api, 'shareLinks', {
    list: async ({ raw, query }) =>
      Promise.all((await listShareLinks(db, query)).map((row) => wireLink(row, callerOf(raw)))),
    async get({ raw, params: { shareLinkId } }) {
      const row = await findShareLink(db, shareLinkId);
      if (row === null) throw new RequestError('notFound', accessMessages.shareLink.missing(shareLinkId));
      return wireLink(row, callerOf(raw));
    },
    async create({ raw, body, change }) {
      const made = await change(
        (trx) => shareLinks.make(trx, callerOf(raw), body),
        ({ id }) => ({ id }),
      );
      return wireLink(made, callerOf(raw));
    },
    async remove({ params: { shareLinkId }, change }) {
      await change((trx) => shareLinks.revoke(trx, shareLinkId));
      return null;
    },
  });
}
