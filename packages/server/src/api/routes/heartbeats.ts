import { RequestError } from '@upvigil/core/contract/errors';
import { mayUse } from '@upvigil/core/contract/names/scopes';
import { dueTimesAfter } from '@upvigil/core/rules/due-times';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findPing, listPings } from '../../checks/heartbeats/heartbeat-store.ts';
import { deleteMonitors, markMonitors } from '../../checks/monitors/delete-monitors.ts';
import { editMonitor, findMonitor, hasMonitor } from '../../checks/monitors/monitor-store.ts';
import { unknownWebsite } from '../../checks/monitors/require-monitor.ts';
import { hasWebsite } from '../../checks/monitors/website-store.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
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
  unknownHeartbeat,
} from './heartbeats-store.ts';
import type { RouteDeps } from './route-deps.ts';

const previewedTimes = 5;

/** Keys are for callers who may change monitors. */
const readerOf = (raw: FastifyRequest) => ({ showsKey: mayUse(callerOf(raw).scopes, 'write') });

export function heartbeatRoutes(app: FastifyInstance, deps: RouteDeps & { publicUrl(): string }): void {
  const { db, clock, changes, secrets, watch } = deps;
  const publish = (website_id: number): void => changes.publish({ website_ids: [website_id], is_structural: true });
  const edit = async (trx: DatabaseTransaction, id: number, editOf: Parameters<typeof editMonitor>[4]) => {
    if (!(await editMonitor(trx, 'heartbeat', id, clock.now(), editOf))) throw unknownHeartbeat(id);
  };
  const changed = async (id: number, raw: FastifyRequest) => {
    const heartbeat = await readHeartbeat(deps, id, readerOf(raw));
    publish(heartbeat.website_id);
    return heartbeat;
  };
  const requireHeartbeat = async (id: number): Promise<void> => {
    if (!(await hasMonitor(db, 'heartbeat', id))) throw unknownHeartbeat(id);
  };
  serveEndpoints(app, 'heartbeats', {
    async listByWebsite({ params: { websiteId }, raw }) {
      if (!(await hasWebsite(db, websiteId))) throw unknownWebsite(websiteId);
      return listHeartbeats(deps, websiteId, readerOf(raw));
    },
    async create({ params: { websiteId }, body: { clone_of, ...body }, change, raw }) {
      if (!(await hasWebsite(db, websiteId))) throw unknownWebsite(websiteId);
      if (clone_of !== undefined) await requireHeartbeat(clone_of);
      const id = await change(
        (trx) => addHeartbeat(trx, secrets, { ...body, website_id: websiteId }, clock.now()),
        (made) => ({ id: made }),
      );
      return changed(id, raw);
    },
    get: ({ params, raw }) => readHeartbeat(deps, params.heartbeatId, readerOf(raw)),
    async update({ params: { heartbeatId }, body, change, raw }) {
      await change((trx) => edit(trx, heartbeatId, (row) => heartbeatEdit(trx, secrets, row, body, clock.now())));
      return changed(heartbeatId, raw);
    },
    async rotate({ params: { heartbeatId }, change, raw }) {
      await change((trx) =>
        edit(trx, heartbeatId, async () => ({ secrets: await changeKey(trx, secrets, heartbeatId) })),
      );
      return changed(heartbeatId, raw);
    },
    async remove({ params: { heartbeatId }, change }) {
      const found = await findMonitor(db, 'heartbeat', heartbeatId);
      if (!found) throw unknownHeartbeat(heartbeatId);
      await change(async (trx) => {
        await trx.deleteFrom('heartbeats').where('monitor_id', '=', heartbeatId).execute();
        await markMonitors(trx, [heartbeatId], clock.now());
      });
      publish(found.monitor.website_id);
      await deleteMonitors({ db, removeScreenshots: watch.screenshotsRemoved }, [heartbeatId]);
      return null;
    },
    async pings({ params: { heartbeatId } }) {
      await requireHeartbeat(heartbeatId);
      return (await listPings(db, heartbeatId)).map(pingAnswer);
    },
    async ping({ params: { heartbeatId, n } }) {
      await requireHeartbeat(heartbeatId);
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
