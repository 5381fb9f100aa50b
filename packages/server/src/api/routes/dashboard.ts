import { windowOfQuery } from '@upvigil/core/time-ranges';
import type { FastifyInstance } from 'fastify';
import { maintainedAt } from '../../alerts/maintenance/shown-maintenance.ts';
import { unknownWebsite } from '../../checks/monitors/website-store.ts';
import { findSummedWebsite } from '../../checks/record/rollups/website-rollups.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { type DashboardReads, dashboardStats, downCounts } from './dashboard-store.ts';
import { rememberDays } from './remembered-days.ts';
import { rememberPast } from './remembered-past.ts';
import type { RouteDeps } from './route-deps.ts';
import { websiteStatistics } from './website-statistics.ts';

export function dashboardRoutes(
  app: FastifyInstance,
  deps: Pick<RouteDeps, 'db' | 'clock' | 'changes' | 'current'>,
): void {
  const { db, clock, current } = deps;
  const read: DashboardReads = { past: rememberPast(deps), window: rememberDays(deps) };
  serveEndpoints(app, 'dashboard', {
    stats({ query }) {
      const now = clock.now();
      return dashboardStats(db, windowOfQuery(query, now), now, read, current);
    },
    downCounts: () => downCounts(db, maintainedAt(current, clock.now())),
    async websiteStatistics({ params: { websiteId }, query }) {
      const website = await findSummedWebsite(db, websiteId);
      if (!website) throw unknownWebsite(websiteId);
      return websiteStatistics(db, website, query, clock.now());
    },
  });
}
