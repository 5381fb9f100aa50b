import type { Alert, OpenAlert } from '@upvigil/core/contract/alerts';
import { RequestError } from '@upvigil/core/contract/errors';
import { dayMs } from '@upvigil/core/time';
import { windowOfQuery } from '@upvigil/core/time-ranges';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  acknowledgeAlerts,
  deleteAlert,
  deleteAlerts,
  listAlerts,
  noteAcknowledgement,
  readLastChecks,
} from '../../alerts/decide/alert-list-store.ts';
import { findEvidence } from '../../alerts/decide/evidence-store.ts';
import { requireMonitorExists } from '../../checks/monitors/monitor-store.ts';
import type { Database, InTransaction } from '../../storage/database.ts';
import { callerOf } from '../http/guard-access.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import type { RouteDeps } from './route-deps.ts';
import { recentChecksAnswer, screenshotPath } from './wire-checks.ts';

export function alertRoutes(app: FastifyInstance, { db, clock, changes }: Omit<RouteDeps, 'watch'>): void {
  async function acknowledge(
    ids: readonly number[],
    { note, raw, change }: { note: string; raw: FastifyRequest; change: InTransaction },
  ): Promise<number> {
    const acknowledged = { at: clock.now(), by: callerOf(raw).name, note: note || null };
    const marked = await change((trx) => acknowledgeAlerts(trx, ids, acknowledged));
    if (marked.length > 0) changes.publish({ is_structural: true, has_deliveries: true });
    return marked.length;
  }

  async function replaceNote(id: number, note: string, change: InTransaction): Promise<void> {
    await change((trx) => noteAcknowledgement(trx, id, note || null));
    changes.publish({ is_structural: true });
  }

  serveEndpoints(app, 'alerts', {
    list({ query }) {
      const { from, to } = windowOfQuery(query, clock.now());
      return listAlerts(db, { since: from, ...(query.until === undefined ? {} : { until: to }) });
    },
    listOpen: () => listOpenAlerts(db),
    async listByUrl({ params: { urlId } }) {
      await requireMonitorExists(db, 'url', urlId);
      return listAlerts(db, { monitor_id: urlId });
    },
    get: ({ params: { alertId } }) => requireAlert(db, alertId),
    async evidence({ params: { alertId } }) {
      const found = await findEvidence(db, alertId);
      if (!found) throw new RequestError('notFound', `There is no evidence of the alert ${alertId}`);
      const { screenshot, ...evidence } = found;
      return { ...evidence, screenshot_path: screenshot === null ? null : screenshotPath(screenshot) };
    },
    async acknowledge({ params: { alertId }, body, raw, change }) {
      const before = await requireAlert(db, alertId);
      if (before.ended_at !== null || before.alert_type === 'RECOVERED') {
        throw new RequestError('conflict', `The alert ${alertId} is over`);
      }
      if (before.acknowledged_at === null) await acknowledge([alertId], { note: body.note, raw, change });
      else await replaceNote(alertId, body.note, change);
      const [alert = before] = await listAlerts(db, { id: alertId });
      return alert;
    },
    acknowledgeAll: async ({ body: { ids, note }, raw, change }) => ({
      acknowledged: await acknowledge(ids, { note, raw, change }),
    }),
    async remove({ params: { alertId }, change }) {
      const websiteId = await change(async (trx) => {
        const found = await deleteAlert(trx, alertId);
        if (found === undefined) throw new RequestError('notFound', `There is no alert ${alertId}`);
        return found;
      });
      changes.publish({ website_ids: [websiteId], is_structural: true });
      return null;
    },
    async clear({ query: { older_than_days }, change }) {
      const before = older_than_days === 0 ? 'all' : clock.now() - older_than_days * dayMs;
      const deleted = await deleteAlerts(db, before, change);
      changes.publish({ is_structural: true });
      return { deleted };
    },
  });
}

async function listOpenAlerts(db: Database): Promise<OpenAlert[]> {
  const alerts = await listAlerts(db, { isOpen: true });
  const monitors = await readLastChecks(
    db,
    alerts.map(({ id }) => id),
  );
  return alerts.map((alert) => {
    const monitor = monitors.get(alert.id);
    if (!monitor) return alert;
    const { response_time_threshold_seconds: response_time_threshold } = monitor;
    return { ...alert, response_time_threshold, recent_checks: recentChecksAnswer(monitor) };
  });
}

async function requireAlert(db: Database, id: number): Promise<Alert> {
  const [alert] = await listAlerts(db, { id });
  if (!alert) throw new RequestError('notFound', `There is no alert ${id}`);
  return alert;
}
