import { RequestError } from '@upvigil/core/contract/errors';
import { networkMonitorKinds } from '@upvigil/core/contract/monitor-kinds/registry';
import { type networkTestInput, portRequired } from '@upvigil/core/contract/network-monitors';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { testFaultSentence } from '@upvigil/core/texts/faults';
import { windowOfQuery } from '@upvigil/core/time-ranges';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { listAlerts } from '../../alerts/decide/alert-list-store.ts';
import type { ProbeOutcome, ProbeTarget } from '../../base/domain/check.ts';
import { deleteMonitors, markMonitors } from '../../checks/monitors/delete-monitors.ts';
import { editMonitor, hasMonitor, insertMonitor } from '../../checks/monitors/monitor-store.ts';
import { requireNetworkMonitor, unknownNetworkMonitor, unknownWebsite } from '../../checks/monitors/require-monitor.ts';
import { hasWebsite } from '../../checks/monitors/website-store.ts';
import { listChecks } from '../../checks/record/check-store.ts';
import { phaseHistory } from '../../checks/record/phase-history.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import {
  listNetworkMonitors,
  networkMonitorEdit,
  networkMonitorRow,
  networkStats,
  readNetworkMonitor,
} from './network-monitors-store.ts';
import type { RouteDeps } from './route-deps.ts';
import { networkCheckAnswer } from './wire-checks.ts';

export function networkMonitorRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { db, clock, changes, watch, current } = deps;
  const publish = (website_id: number): void => changes.publish({ website_ids: [website_id], is_structural: true });
  serveEndpoints(app, 'networkMonitors', {
    async listByWebsite({ params: { websiteId }, query }) {
      if (!(await hasWebsite(db, websiteId))) throw unknownWebsite(websiteId);
      return listNetworkMonitors(db, { website_id: websiteId, enabled_only: query.enabled_only }, clock.now(), current);
    },
    get: ({ params }) => readNetworkMonitor(db, params.monitorId, clock.now(), current),
    async create({ params: { websiteId }, body, change }) {
      if (!(await hasWebsite(db, websiteId))) throw unknownWebsite(websiteId);
      const id = await change(
        (trx) => insertMonitor(trx, networkMonitorRow(websiteId, body, clock.now())),
        (made) => ({ id: made }),
      );
      await watch.changed([id]);
      publish(websiteId);
      return readNetworkMonitor(db, id, clock.now(), current);
    },
    async update({ params: { monitorId }, body, change }) {
      await change(async (trx) => {
        const editOf = (row: MonitorRow) => networkMonitorEdit(row, body);
        if (!(await editMonitor(trx, 'network', monitorId, clock.now(), editOf)))
          throw unknownNetworkMonitor(monitorId);
      });
      await watch.changed([monitorId]);
      const changed = await readNetworkMonitor(db, monitorId, clock.now(), current);
      publish(changed.website_id);
      return changed;
    },
    async remove({ params: { monitorId }, change }) {
      const { monitor } = await requireNetworkMonitor(db, monitorId);
      await change((trx) => markMonitors(trx, [monitorId], clock.now()));
      await watch.removed([monitorId]);
      publish(monitor.website_id);
      await deleteMonitors({ db, removeScreenshots: watch.screenshotsRemoved }, [monitorId]);
      return null;
    },
    async test({ body }) {
      return testAnswer(body, await watch.test(testTarget(body), body.timeout));
    },
    async checks({ params: { monitorId }, query }) {
      await requireNetworkMonitor(db, monitorId);
      return (await listChecks(db, monitorId, query)).map(networkCheckAnswer);
    },
    async alerts({ params: { monitorId }, query }) {
      await requireNetworkMonitor(db, monitorId);
      return listAlerts(db, { monitor_id: monitorId, ...query });
    },
    async phases({ params: { monitorId } }) {
      if (!(await hasMonitor(db, 'network', monitorId))) throw unknownNetworkMonitor(monitorId);
      return phaseHistory(db, monitorId, clock.now());
    },
    stats({ params, query }) {
      const now = clock.now();
      return networkStats(db, params.monitorId, windowOfQuery(query, now), now);
    },
    async check({ params: { monitorId } }) {
      await requireNetworkMonitor(db, monitorId);
      return networkCheckAnswer(await watch.checkNow(monitorId));
    },
  });
}

type TestInput = z.output<typeof networkTestInput>;

function testTarget({ monitor_type, host, port, ip_family }: TestInput): ProbeTarget {
  const fields = { host, port, expected_response: null, packet_loss_threshold: null, ip_family };
  const target = networkMonitorKinds[monitor_type].probeTarget(fields);
  if (target === null) throw new RequestError('invalid', portRequired);
  return target;
}

/** A failed test is a normal response, not an error. */
function testAnswer({ monitor_type }: TestInput, outcome: ProbeOutcome): { success: boolean; message: string } {
  if (outcome.outcome === 'fault') {
    return { success: false, message: testFaultSentence(outcome.message) };
  }
  if (outcome.outcome === 'down') return { success: false, message: outcome.reason };
  const time = outcome.response_time_us === null ? null : outcome.response_time_us / 1e6;
  return { success: true, message: `Connection successful, answered in ${formatResponseTime(monitor_type, time)}` };
}
