import { hourMs } from '@upvigil/core/time';
import type { FastifyInstance } from 'fastify';
import { listEvents } from '../../access/audit/audit-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';

export function auditRoutes(api: FastifyInstance, { db, clock }: { db: Database; clock: Pick<Clock, 'now'> }): void {
  serveEndpoints(api, 'audit', {
    list: ({ query: { hours, ...filter } }) => listEvents(db, { ...filter, since: clock.now() - hours * hourMs }),
  });
}
