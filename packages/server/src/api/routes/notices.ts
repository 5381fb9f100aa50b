import { hourMs } from '@upvigil/core/time';
import type { FastifyInstance } from 'fastify';
import { listNotices } from '../../alerts/notify/notices/notice-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';

export function noticeRoutes(api: FastifyInstance, { db, clock }: { db: Database; clock: Pick<Clock, 'now'> }): void {
  serveEndpoints(api, 'notices', {
    list: ({ query }) => listNotices(db, clock.now() - query.hours * hourMs),
  });
}
