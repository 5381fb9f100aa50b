import type { Website } from '@upvigil/core/contract/websites';
import { windowOfQuery } from '@upvigil/core/time-ranges';
import type { FastifyInstance } from 'fastify';
import { deleteWebsite, markWebsite } from '../../checks/monitors/delete-monitors.ts';
import {
  findWebsite,
  insertWebsite,
  listWebsites,
  requireWebsiteExists,
  type UnknownByWebsite,
  unknownWebsite,
  updateWebsite,
} from '../../checks/monitors/website-store.ts';
import { websiteHistory } from '../../checks/record/rollups/website-history.ts';
import type { Database } from '../../storage/database.ts';
import { countsMaintenance } from '../../storage/settings/general-settings-store.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import type { RouteDeps } from './route-deps.ts';
import { readNotChecked } from './state-reading.ts';
import { withMaintenance } from './websites-in-maintenance.ts';

export function websiteRoutes(app: FastifyInstance, { db, clock, changes, watch, current }: RouteDeps): void {
  const unknown = async (): Promise<UnknownByWebsite> => {
    const counts = new Map<number, number>();
    const unchecked = await readNotChecked(db, clock.now(), current?.presentSince?.());
    for (const { website_id, is_up } of unchecked.values()) {
      if (is_up === 1) counts.set(website_id, (counts.get(website_id) ?? 0) + 1);
    }
    return counts;
  };
  const requireShown = async (id: number): Promise<Website> => {
    const [website] = await withMaintenance(db, [await requireWebsite(db, id, await unknown())], current, clock.now());
    if (!website) throw unknownWebsite(id);
    return website;
  };
  serveEndpoints(app, 'websites', {
    list: async () => withMaintenance(db, await listWebsites(db, await unknown()), current, clock.now()),
    get: ({ params }) => requireShown(params.websiteId),
    async history({ params: { websiteId }, query }) {
      await requireWebsiteExists(db, websiteId);
      return websiteHistory(db, websiteId, windowOfQuery(query, clock.now()), await countsMaintenance(db));
    },
    async create({ body, change }) {
      const id = await change(
        (trx) => insertWebsite(trx, body, clock.now()),
        (made) => ({ id: made }),
      );
      changes.publish({ website_ids: [id], is_structural: true });
      return requireShown(id);
    },
    async update({ params: { websiteId }, body, change }) {
      await change(async (trx) => {
        if (!(await updateWebsite(trx, websiteId, body))) throw unknownWebsite(websiteId);
      });
      changes.publish({ website_ids: [websiteId], is_structural: true });
      return requireShown(websiteId);
    },
    async remove({ params: { websiteId }, change }) {
      await requireWebsiteExists(db, websiteId);
      await watch.removed(await change((trx) => markWebsite(trx, websiteId, clock.now())));
      changes.publish({ website_ids: [websiteId], is_structural: true });
      // Deletes again, for a monitor that was added at the same time.
      await watch.removed(await deleteWebsite({ db, removeScreenshots: watch.screenshotsRemoved }, websiteId));
      return null;
    },
  });
}

async function requireWebsite(db: Database, id: number, unknown: UnknownByWebsite): Promise<Website> {
  const website = await findWebsite(db, id, unknown);
  if (!website) throw unknownWebsite(id);
  return website;
}
