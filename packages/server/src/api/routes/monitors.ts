import type { FastifyInstance } from 'fastify';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { listAllMonitors, listTags } from './monitor-list-store.ts';
import type { RouteDeps } from './route-deps.ts';

/** Monitors of all kinds and websites. */
export function monitorRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { db, clock } = deps;
  serveEndpoints(app, 'monitors', {
    list: ({ query }) => listAllMonitors(deps, query, clock.now()),
    tags: () => listTags(db),
  });
}
