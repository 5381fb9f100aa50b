import type { BulkAction } from '@upvigil/core/contract/monitors';
import { limitConcurrency } from '@upvigil/core/limit-concurrency';
import type { FastifyInstance } from 'fastify';
import { deleteMonitors } from '../../checks/monitors/delete-monitors.ts';
import type { MonitorWatch } from '../../checks/monitors/engine-sync.ts';
import { callerOf, requireScope } from '../http/guard-access.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { type Bulk, changeMany, describeBulk } from './bulk-changes.ts';
import { createMany } from './bulk-create.ts';
import { listAllMonitors, listTags } from './monitor-list-store.ts';
import type { RouteDeps } from './route-deps.ts';

/** Monitors of all kinds and websites. */
export function monitorRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { db, clock, changes, watch } = deps;
  const checkLater = createCheckQueue(watch);
  const follow = async (action: BulkAction, { ids, websiteIds }: Bulk): Promise<void> => {
    if (action === 'check') return checkLater(ids);
    if (action === 'delete') {
      await watch.removed(ids);
      // The monitors are invisible; after a kill the next start continues.
      void deleteMonitors({ db, removeScreenshots: watch.screenshotsRemoved }, ids).catch((error: unknown) =>
        app.log.error({ err: error }, 'deleted monitors are removed at the next start'),
      );
    } else await watchInSteps(watch, ids);
    const has_deliveries = action === 'unmute' || action === 'acknowledge';
    changes.publish({ website_ids: websiteIds, is_structural: true, ...(has_deliveries ? { has_deliveries } : {}) });
  };
  serveEndpoints(app, 'monitors', {
    list: ({ query }) => listAllMonitors(deps, query, clock.now()),
    tags: () => listTags(db),
    async bulk({ body, raw, change }) {
      const caller = callerOf(raw);
      requireScope(caller, body.action === 'check' ? 'check' : 'write');
      const isChange = ({ ids }: Bulk) => !body.dry_run && body.action !== 'check' && ids.length > 0;
      const bulk = await change(
        (trx) => changeMany(deps, trx, body, { now: clock.now(), by: caller.name }),
        (made) => (isChange(made) ? { changes: describeBulk(body, made) } : null),
      );
      if (!body.dry_run && bulk.ids.length > 0) await follow(body.action, bulk);
      return bulk.result;
    },
    async bulkCreate({ params: { websiteId }, body, change }) {
      const commands = (await deps.commands?.list()) ?? [];
      const result = await change(
        (trx) => createMany({ ...deps, commands }, trx, { ...body, website_id: websiteId }, clock.now()),
        ({ ids }) =>
          ids.length === 0 ? null : { changes: [{ field: 'monitors', before: null, after: String(ids.length) }] },
      );
      await watchInSteps(watch, result.ids);
      if (result.ids.length > 0) changes.publish({ website_ids: [websiteId], is_structural: true });
      return result.answer;
    },
  });
}

/** Monitors that the engine gets at once, so that it starts checks in between. */
const watchedAtOnce = 50;

async function watchInSteps(watch: MonitorWatch, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += watchedAtOnce) await watch.changed(ids.slice(at, at + watchedAtOnce));
}

/** Concurrent checks of bulk requests. The others wait. */
const checksAtOnce = 10;

/** Checks monitors one after the other, each once however often it is requested meanwhile. */
function createCheckQueue(watch: Pick<MonitorWatch, 'checkNow'>): (ids: readonly number[]) => void {
  const limit = limitConcurrency(checksAtOnce);
  const waiting = new Set<number>();
  const check = async (id: number): Promise<void> => {
    waiting.delete(id);
    // Deleted meanwhile, or a fault of this machine: the response was already sent.
    await watch.checkNow(id).catch(() => undefined);
  };
  return (ids) => {
    for (const id of ids) {
      if (waiting.has(id)) continue;
      waiting.add(id);
      void limit.run(() => check(id));
    }
  };
}
