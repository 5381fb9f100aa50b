import { dashboardEndpoints } from '@upvigil/core/contract/dashboard';
import type { FastifyInstance } from 'fastify';
import { serveEndpoints } from '../../http/serve-endpoints.ts';
import { unknownWebsite } from '../../monitors/require-monitor.ts';
import { hasWebsite } from '../../monitors/website-store.ts';
import { rememberBuckets } from '../../results/rollups/remembered-buckets.ts';
import type { RouteDeps } from '../shared/route-parts.ts';
import { dashboardStats, downCounts } from './dashboard-store.ts';
import { rememberPast } from './remembered-past.ts';
import { websiteStatistics } from './website-statistics.ts';

export function dashboardRoutes(app: FastifyInstance, deps: Pick<RouteDeps, 'db' | 'clock' | 'changes'>): void {
  const { db, clock } = deps;
  const readPast = rememberPast(deps);
  const readBuckets = rememberBuckets(deps);
  serveEndpoints(app, dashboardEndpoints, {
    stats: ({ query }) => dashboardStats(db, query.hours, clock.now(), readPast),
    downCounts: () => downCounts(db),
    async websiteStatistics({ params: { websiteId }, query }) {
      if (!(await hasWebsite(db, websiteId))) throw unknownWebsite(websiteId);
      return websiteStatistics(db, websiteId, { hours: query.hours, now: clock.now(), readBuckets });
    },
  });
}
