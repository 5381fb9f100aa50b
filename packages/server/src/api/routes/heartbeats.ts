import { RequestError } from '@upvigil/core/contract/errors';
import { mayUse } from '@upvigil/core/contract/names/scopes';
import { dueTimesAfter } from '@upvigil/core/rules/due-times';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findPing, listPings } from '../../checks/heartbeats/heartbeat-store.ts';
import { editMonitor, requireMonitor, requireMonitorExists } from '../../checks/monitors/monitor-store.ts';
import { requireWebsiteExists } from '../../checks/monitors/website-store.ts';
import { timeOf } from '../../storage/wire-format.ts';
import { callerOf } from '../http/guard-access.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import {
  addHeartbeat,
  changeKey,
  heartbeatEdit,
  listHeartbeats,
  pingAnswer,
  readHeartbeat,
  requireSchedule,
} from './heartbeats-store.ts';
import { removeMonitor } from './remove-monitor.ts';
import type { RouteDeps } from './route-deps.ts';

const previewedTimes = 5;

/** Keys are for callers who may change monitors. */
const readerOf = (raw: FastifyRequest) => ({ showsKey: mayUse(callerOf(raw).scopes, 'write') });

export function heartbeatRoutes(app: FastifyInstance, deps: RouteDeps & { publicUrl(): string }): void {
  const { db, clock, changes, secrets } = deps;
  const publish = (website_id: number): void => changes.publish({ website_ids: [website_id], is_structural: true });
  const changed = async (id: number, raw: FastifyRequest) => {
    const heartbeat = await readHeartbeat(deps, id, readerOf(raw));
    publish(heartbeat.website_id);
    return heartbeat;
  };
  serveEndpoints(app, 'heartbeats', {
    async listByWebsite({ params: { websiteId }, raw }) {
      await requireWebsiteExists(db, websiteId);
      return listHeartbeats(deps, websiteId, readerOf(raw));
    },
    async create({ params: { websiteId }, body: { clone_of, ...body }, change, raw }) {
      await requireWebsiteExists(db, websiteId);
      if (clone_of !== undefined) await requireMonitorExists(db, 'heartbeat', clone_of);
      const id = await change(
        (trx) => addHeartbeat(trx, secrets, { ...body, website_id: websiteId }, clock.now()),
        (made) => ({ id: made }),
      );
      return changed(id, raw);
    },
    get: ({ params, raw }) => readHeartbeat(deps, params.heartbeatId, readerOf(raw)),
    async update({ params: { heartbeatId }, body, change, raw }) {
      await change((trx) =>
        editMonitor(trx, 'heartbeat', heartbeatId, clock.now(), (row) =>
          heartbeatEdit(trx, secrets, row, body, clock.now()),
        ),
      );
      return changed(heartbeatId, raw);
    },
    async rotate({ params: { heartbeatId }, change, raw }) {
      await change((trx) =>
        editMonitor(trx, 'heartbeat', heartbeatId, clock.now(), async () => ({
          secrets: await changeKey(trx, secrets, heartbeatId),
        })),
      );
      return changed(heartbeatId, raw);
    },
    async remove({ params: { heartbeatId }, change }) {
      const { monitor } = await requireMonitor(db, 'heartbeat', heartbeatId);
      return removeMonitor(deps, monitor, change);
    },
    async pings({ params: { heartbeatId } }) {
      await requireMonitorExists(db, 'heartbeat', heartbeatId);
      return (await listPings(db, heartbeatId)).map(pingAnswer);
    },
    async ping({ params: { heartbeatId, n } }) {
      await requireMonitorExists(db, 'heartbeat', heartbeatId);
      const row = await findPing(db, heartbeatId, n);
      if (!row) throw new RequestError('notFound', `There is no ping ${n} of heartbeat ${heartbeatId}`);
      return { ...pingAnswer(row), text: row.text };
    },
    async preview({ body }) {
      requireSchedule(body);
      return { due_at: dueTimesAfter(body, clock.now(), previewedTimes).map(timeOf) };
    },
  });
}
