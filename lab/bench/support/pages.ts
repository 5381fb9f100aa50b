import { systemClock } from '@upvigil/server/clock';
import { createChangeFeed } from '@upvigil/server/domain/change-feed';
import type { MonitorWatch } from '@upvigil/server/monitors/engine-sync';
import { alertRoutes } from '@upvigil/server/resources/alerts/alerts-routes';
import { checkRoutes } from '@upvigil/server/resources/checks/checks-routes';
import { dashboardRoutes } from '@upvigil/server/resources/dashboard/dashboard-routes';
import { networkMonitorRoutes } from '@upvigil/server/resources/network-monitors/network-monitors-routes';
import { urlRoutes } from '@upvigil/server/resources/urls/urls-routes';
import { websiteRoutes } from '@upvigil/server/resources/websites/websites-routes';
import { createSecrets } from '@upvigil/server/settings/secrets/secrets';
import type { Storage } from '@upvigil/server/storage/database';
import fastify, { type FastifyInstance } from 'fastify';

const noWatch: MonitorWatch = {
  changed: async () => undefined,
  screenshotsRemoved: async () => undefined,
  removed: async () => undefined,
  checkNow: () => Promise.reject(new Error('nothing is checked')),
  test: () => Promise.reject(new Error('nothing is tested')),
};

/** What pages ask for, over a storage that nothing is added to. `now`: milliseconds since the epoch. */
export function servePages(storage: Storage, now: number): FastifyInstance {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  const clock = { ...systemClock, now: () => now };
  const secrets = createSecrets(() => storage.db, null);
  const parts = { db: storage.db, clock, changes: createChangeFeed(console.error), watch: noWatch, secrets };
  for (const mount of [websiteRoutes, urlRoutes, networkMonitorRoutes, checkRoutes, alertRoutes, dashboardRoutes]) {
    mount(app, parts);
  }
  return app;
}

/** Milliseconds until a page is answered, without the network. @throws when it is refused */
export async function ask(app: FastifyInstance, url: string): Promise<number> {
  const started = performance.now();
  const { statusCode } = await app.inject({ method: 'GET', url });
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  return performance.now() - started;
}
