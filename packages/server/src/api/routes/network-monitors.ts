import type { GivenOptions } from '@upvigil/core/contract/monitor-kinds/kind-options';
import { networkProbeTarget } from '@upvigil/core/contract/monitor-kinds/registry';
import type { NetworkTestInput } from '@upvigil/core/contract/network-monitors';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { testFaultSentence } from '@upvigil/core/texts/faults';
import { windowOfQuery } from '@upvigil/core/time-ranges';
import type { FastifyInstance } from 'fastify';
import { listAlerts } from '../../alerts/decide/alert-list-store.ts';
import type { ProbeOutcome, ProbeTarget } from '../../base/domain/check.ts';
import { editMonitor, requireMonitor, requireMonitorExists } from '../../checks/monitors/monitor-store.ts';
import { requireWebsiteExists } from '../../checks/monitors/website-store.ts';
import { listChecks } from '../../checks/record/check-store.ts';
import { phaseHistory } from '../../checks/record/phase-history.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { checkNewOptions, clonedOptions, testedOptions } from './changed-network-monitor.ts';
import { checkCommand } from './commands.ts';
import {
  insertNetworkMonitor,
  listNetworkMonitors,
  networkMonitorEdit,
  networkSettings,
  networkStats,
  readNetworkMonitor,
} from './network-monitors-store.ts';
import { removeMonitor } from './remove-monitor.ts';
import type { RouteDeps } from './route-deps.ts';
import { networkCheckAnswer } from './wire-checks.ts';

export function networkMonitorRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { db, clock, changes, watch, secrets } = deps;
  const publish = (website_id: number): void => changes.publish({ website_ids: [website_id], is_structural: true });
  const listCommands = async () => (await deps.commands?.list()) ?? [];
  serveEndpoints(app, 'networkMonitors', {
    async listByWebsite({ params: { websiteId }, query }) {
      await requireWebsiteExists(db, websiteId);
      return listNetworkMonitors(deps, { website_id: websiteId, enabled_only: query.enabled_only }, clock.now());
    },
    get: ({ params }) => readNetworkMonitor(deps, params.monitorId, clock.now()),
    async create({ params: { websiteId }, body: { clone, ...given }, change }) {
      await requireWebsiteExists(db, websiteId);
      const source = clone && (await requireMonitor(db, 'network', clone.of)).monitor;
      const options =
        source && (await clonedOptions(networkSettings(source), source, given, clone.options, () => secrets.opener()));
      const body = clone === null ? given : { ...given, options };
      checkNewOptions(body);
      checkCommand(await listCommands(), body);
      const id = await change(
        (trx) => insertNetworkMonitor(trx, secrets, { ...body, website_id: websiteId }, clock.now()),
        (made) => ({ id: made }),
      );
      await watch.changed([id]);
      publish(websiteId);
      return readNetworkMonitor(deps, id, clock.now());
    },
    async update({ params: { monitorId }, body, change }) {
      const commands = await listCommands();
      await change((trx) =>
        editMonitor(trx, 'network', monitorId, clock.now(), (row) =>
          networkMonitorEdit(row, body, trx, secrets, (before, after) => checkCommand(commands, after, before)),
        ),
      );
      await watch.changed([monitorId]);
      const changed = await readNetworkMonitor(deps, monitorId, clock.now());
      publish(changed.website_id);
      return changed;
    },
    async remove({ params: { monitorId }, change }) {
      const { monitor } = await requireMonitor(db, 'network', monitorId);
      return removeMonitor(deps, monitor, change);
    },
    async test({ body }) {
      const stored =
        body.monitor_id === undefined ? null : (await requireMonitor(db, 'network', body.monitor_id)).monitor;
      const before = stored && { settings: networkSettings(stored), row: stored };
      const options = await testedOptions(before, body, () => secrets.opener());
      checkCommand(await listCommands(), { ...body, options });
      return testAnswer(body, await watch.test(testTarget(body, options), body.timeout));
    },
    async checks({ params: { monitorId }, query }) {
      await requireMonitorExists(db, 'network', monitorId);
      return (await listChecks(db, monitorId, query)).map(networkCheckAnswer);
    },
    async alerts({ params: { monitorId }, query }) {
      await requireMonitorExists(db, 'network', monitorId);
      return listAlerts(db, { monitor_id: monitorId, ...query });
    },
    async phases({ params: { monitorId } }) {
      await requireMonitorExists(db, 'network', monitorId);
      return phaseHistory(db, monitorId, clock.now());
    },
    stats({ params, query }) {
      const now = clock.now();
      return networkStats(db, params.monitorId, windowOfQuery(query, now), now);
    },
    async check({ params: { monitorId } }) {
      await requireMonitorExists(db, 'network', monitorId);
      return networkCheckAnswer(await watch.checkNow(monitorId));
    },
  });
}

function testTarget(
  { monitor_type, host, port, ip_family }: NetworkTestInput,
  options: GivenOptions | null,
): ProbeTarget {
  const fields = { host, port, expected_response: null, packet_loss_threshold: null, ip_family, options };
  const target = networkProbeTarget(monitor_type, fields);
  if (target === null) throw new Error(`The test of a ${monitor_type} has no port`);
  return target;
}

/** A failed test is a normal response, not an error. */
function testAnswer({ monitor_type }: NetworkTestInput, outcome: ProbeOutcome): { success: boolean; message: string } {
  if (outcome.outcome === 'fault') {
    return { success: false, message: testFaultSentence(outcome.message) };
  }
  if (outcome.outcome === 'down') return { success: false, message: outcome.reason };
  const time = outcome.response_time_us === null ? null : outcome.response_time_us / 1e6;
  return { success: true, message: `Connection successful, answered in ${formatResponseTime(monitor_type, time)}` };
}
