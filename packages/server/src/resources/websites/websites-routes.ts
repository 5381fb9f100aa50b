import { type Website, websiteEndpoints } from '@upvigil/core/contract/websites';
import type { FastifyInstance } from 'fastify';
import { serveEndpoints } from '../../http/serve-endpoints.ts';
import { deleteMonitors } from '../../monitors/delete-monitors.ts';
import { unknownWebsite } from '../../monitors/require-monitor.ts';
import {
  deleteWebsite,
  findWebsite,
  hasWebsite,
  insertWebsite,
  listWebsites,
  monitorIdsOf,
  updateWebsite,
} from '../../monitors/website-store.ts';
import type { Database } from '../../storage/database.ts';
import type { RouteDeps } from '../shared/route-parts.ts';

export function websiteRoutes(app: FastifyInstance, { db, clock, changes, watch }: RouteDeps): void {
  serveEndpoints(app, websiteEndpoints, {
    list: () => listWebsites(db),
    get: ({ params }) => requireWebsite(db, params.websiteId),
    async create({ body }) {
      const id = await insertWebsite(db, body, clock.now());
      changes.publish({ website_ids: [id], is_structural: true });
      return requireWebsite(db, id);
    },
    async update({ params: { websiteId }, body }) {
      if (!(await updateWebsite(db, websiteId, body))) throw unknownWebsite(websiteId);
      changes.publish({ website_ids: [websiteId], is_structural: true });
      return requireWebsite(db, websiteId);
    },
    async remove({ params: { websiteId } }) {
      if (!(await hasWebsite(db, websiteId))) throw unknownWebsite(websiteId);
      const ids = await monitorIdsOf(db, websiteId);
      const screenshots = await deleteMonitors(db, ids);
      const late = await deleteWebsite(db, websiteId);
      await watch.removed([...ids, ...late.ids], [...screenshots, ...late.screenshots]);
      changes.publish({ website_ids: [websiteId], is_structural: true });
      return null;
    },
  });
}

async function requireWebsite(db: Database, id: number): Promise<Website> {
  const website = await findWebsite(db, id);
  if (!website) throw unknownWebsite(id);
  return website;
}
