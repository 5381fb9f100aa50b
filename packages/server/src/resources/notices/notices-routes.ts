import { noticeEndpoints } from '@upvigil/core/contract/notices';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { serveEndpoints } from '../../http/serve-endpoints.ts';
import { listNotices } from '../../notifications/notices/notice-store.ts';
import { hour } from '../../results/rollups/rollup.ts';
import type { Database } from '../../storage/database.ts';

/** What the product has to say of itself. */
export function noticeRoutes(api: FastifyInstance, { db, clock }: { db: Database; clock: Pick<Clock, 'now'> }): void {
  serveEndpoints(api, noticeEndpoints, {
    list: ({ query }) => listNotices(db, clock.now() - query.hours * hour),
  });
}
