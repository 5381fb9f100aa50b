import { RequestError } from '@upvigil/core/contract/errors';
import { formatBytes } from '@upvigil/core/format/bytes';
import { limits } from '@upvigil/core/limits';
import { brandingMessages } from '@upvigil/core/texts/settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { deleteLogo, readBranding, saveBrand, saveLogo } from '../../storage/settings/branding-store.ts';
import { encodeLogo } from '../../storage/settings/logo.ts';
import { receiveUpload } from '../http/receive-upload.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';

interface BrandingRoutesDeps {
  db: Database;
  changes: Pick<ChangeFeed, 'publish'>;
}

/** Text and logo of the pages. `app` has @fastify/multipart registered. */
export function brandingRoutes(app: FastifyInstance, { db, changes }: BrandingRoutesDeps): void {
  serveEndpoints(app, 'branding', {
    async get({ reply }) {
      // Pages reload after a change and must see it.
      reply.header('cache-control', 'no-cache');
      return readBranding(db);
    },
    async update({ body, change }) {
      await change((trx) => saveBrand(trx, body));
      changes.publish({ is_structural: true });
      return readBranding(db);
    },
    async uploadLogo({ raw, change }) {
      const logo = await encodeLogo(await readUpload(raw));
      await change((trx) => saveLogo(trx, logo));
      changes.publish({ is_structural: true });
      return readBranding(db);
    },
    async deleteLogo({ change }) {
      await change((trx) => deleteLogo(trx));
      changes.publish({ is_structural: true });
      return null;
    },
  });
}

async function readUpload(request: FastifyRequest): Promise<Buffer> {
  const upload = await receiveUpload(request, {
    maxBytes: limits.logoUploadBytes,
    missing: brandingMessages.logoType,
  });
  const pieces: Buffer[] = [];
  for await (const piece of upload.content) pieces.push(piece);
  if (!upload.isCut()) return Buffer.concat(pieces);
  throw new RequestError('tooLarge', `The logo must have at most ${formatBytes(limits.logoUploadBytes)}`);
}
