import { RequestError } from '@upvigil/core/contract/errors';
import { windowOfQuery } from '@upvigil/core/time-ranges';
import type { FastifyInstance } from 'fastify';
import { requireMonitor, requireMonitorExists } from '../../checks/monitors/monitor-store.ts';
import { deleteCheck, deleteChecksOf, findUrlCheck, listChecks } from '../../checks/record/check-store.ts';
import { phaseHistory } from '../../checks/record/phase-history.ts';
import { latencyHistory, windowSummary } from '../../checks/record/rollups/latency-history.ts';
import type { Database } from '../../storage/database.ts';
import { countsMaintenance } from '../../storage/settings/general-settings-store.ts';
import type { CheckRow } from '../../storage/tables.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import type { RouteDeps } from './route-deps.ts';
import { urlCheckAnswer } from './wire-checks.ts';

export function checkRoutes(app: FastifyInstance, { db, clock, changes, watch }: RouteDeps): void {
  serveEndpoints(app, 'checks', {
    async listByUrl({ params, query }) {
      await requireMonitorExists(db, 'url', params.urlId);
      const { from, to } = windowOfQuery(query, clock.now());
      const until = query.until === undefined ? undefined : to;
      const rows = await listChecks(db, params.urlId, { since: from, until, limit: query.limit });
      return rows.map(urlCheckAnswer);
    },
    async historyByUrl({ params: { urlId }, query }) {
      await requireMonitorExists(db, 'url', urlId);
      const now = clock.now();
      return latencyHistory(db, urlId, windowOfQuery(query, now), now);
    },
    async summaryByUrl({ params: { urlId }, query }) {
      const { monitor } = await requireMonitor(db, 'url', urlId);
      const now = clock.now();
      const counts = await countsMaintenance(db);
      return windowSummary(db, monitor, windowOfQuery(query, now), { now, counts });
    },
    async phasesByUrl({ params: { urlId } }) {
      await requireMonitorExists(db, 'url', urlId);
      return phaseHistory(db, urlId, clock.now());
    },
    async get({ params }) {
      return urlCheckAnswer(await requireCheck(db, params.checkId));
    },
    async remove({ params, change }) {
      const check = await requireCheck(db, params.checkId);
      await change((trx) => deleteCheck(trx, check));
      await watch.screenshotsRemoved(check.screenshot === null ? [] : [check.screenshot]);
      await watch.changed([check.monitor_id]);
      changes.publish({ is_structural: true });
      return null;
    },
    async removeByUrl({ params, change }) {
      const { monitor } = await requireMonitor(db, 'url', params.urlId);
      const { deleted, screenshots } = await deleteChecksOf(db, monitor.id, change);
      await watch.screenshotsRemoved(screenshots);
      await watch.changed([monitor.id]);
      changes.publish({ website_ids: [monitor.website_id], is_structural: true });
      return { deleted };
    },
  });
}

async function requireCheck(db: Database, id: number): Promise<CheckRow> {
  const check = await findUrlCheck(db, id);
  if (!check) throw new RequestError('notFound', `There is no check ${id} of a URL`);
  return check;
}
