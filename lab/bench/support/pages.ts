import { alertRoutes } from '@upvigil/server/api/routes/alerts';
import { checkRoutes } from '@upvigil/server/api/routes/checks';
import { dashboardRoutes } from '@upvigil/server/api/routes/dashboard';
import { networkMonitorRoutes } from '@upvigil/server/api/routes/network-monitors';
import { urlRoutes } from '@upvigil/server/api/routes/urls';
import { websiteRoutes } from '@upvigil/server/api/routes/websites';
import { systemClock } from '@upvigil/server/base/clock';
import { createChangeFeed } from '@upvigil/server/base/domain/change-feed';
import type { MonitorWatch } from '@upvigil/server/checks/monitors/engine-sync';
import type { Storage } from '@upvigil/server/storage/database';
import { createSecrets } from '@upvigil/server/storage/settings/secrets/secrets';
import { auditOn } from '@upvigil/server/testing/change-on';
import fastify, { type FastifyInstance } from 'fastify';

const noWatch: MonitorWatch = {
  changed: async () => undefined,
  screenshotsRemoved: async () => undefined,
  removed: async () => undefined,
  checkNow: () => Promise.reject(new Error('nothing is checked')),
  test: () => Promise.reject(new Error('nothing is tested')),
};

/** Serves the data of pages from a storage that does not change. `now`: ms since the epoch. */
export function servePages(storage: Storage, now: number): FastifyInstance {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  const clock = { ...systemClock, now: () => now };
  const secrets = createSecrets(() => storage.db, null);
  auditOn(app, storage.db);
  const parts = { db: storage.db, clock, changes: createChangeFeed(console.error), watch: noWatch, secrets };
  for (const mount of [websiteRoutes, urlRoutes, networkMonitorRoutes, checkRoutes, alertRoutes, dashboardRoutes]) {
    mount(app, parts);
  }
  return app;
}

/** Response time of a page in milliseconds, without the network. @throws if it is refused */
export async function ask(app: FastifyInstance, url: string): Promise<number> {
  const started = performance.now();
  const { statusCode } = await app.inject({ method: 'GET', url });
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  return performance.now() - started;
}
