import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { createApp } from './http/app.ts';
import { healthRoute } from './http/health.ts';
import { metricsRoute } from './http/metrics.ts';
import { countMonitors, countPendingDeliveries } from './http/metrics-store.ts';
import { readWebApp } from './http/web-app.ts';
import type { FaultReason } from './monitoring/check.ts';
import { createAdminPassword } from './resources/auth/admin-password.ts';
import { authRoutes } from './resources/auth/auth-routes.ts';
import { createSessions } from './resources/auth/sessions.ts';
import { createAdminEvents, eventRoutes } from './resources/events/admin-events.ts';
import { createChangeFeed } from './results/change-feed.ts';
import type { Storage } from './storage/database.ts';

/** Where `npm run build` puts the pages. */
const webFolder = fileURLToPath(new URL(path.join('..', '..', 'web', 'dist'), import.meta.url));

export interface Surroundings {
  config: Config;
  /** Open and migrated. Closed by whoever opened it. */
  storage: Storage;
  clock: Clock;
  log: Logger;
  /** The public address, without a slash at the end; known once the server listens. */
  publicUrl(): string;
}

/** The whole program, wired. */
export interface Composition {
  app: FastifyInstance;
  /** The password that was generated because none was set or stored; null otherwise. */
  generatedPassword: string | null;
  /** Begins to check and to notify. */
  start(): Promise<void>;
  /** Ends streams and answers, finishes running checks, flushes results. */
  stop(): Promise<void>;
}

/** The only place where parts are wired to each other. */
export async function compose({ config, storage, clock, log, publicUrl }: Surroundings): Promise<Composition> {
  const { db } = storage;
  const feed = createChangeFeed((error) => log.error({ err: error }, 'a listener to changes failed'));
  const sessions = createSessions(db, clock);
  const password = createAdminPassword(db, sessions);
  const adminEvents = createAdminEvents(feed, sessions);
  const faults = new Map<FaultReason, number>();

  const app = await createApp({
    log,
    trustProxy: config.trustProxy,
    isHttps: config.baseUrl?.startsWith('https:') ?? false,
    sessions,
    webApp: readWebApp(webFolder),
    mountApi(api) {
      authRoutes(api, { password, sessions, clock });
      eventRoutes(api, adminEvents, sessions);
    },
    mountRoot(root) {
      healthRoute(root, async () => storeTrouble(storage));
      metricsRoute(
        root,
        {
          engineStats: () => null,
          faults,
          countMonitors: () => countMonitors(db),
          countPendingDeliveries: () => countPendingDeliveries(db),
        },
        config.metricsToken,
      );
    },
  });
  const generatedPassword = await password.prepare(config.adminPassword);
  log.debug({ address: publicUrl() }, 'composed');
  return {
    app,
    generatedPassword,
    start: async () => undefined,
    async stop() {
      adminEvents.close();
      await app.close();
    },
  };
}

async function storeTrouble({ db }: Storage): Promise<string | null> {
  try {
    await sql`select 1`.execute(db);
    return null;
  } catch (error) {
    return `The database cannot be reached: ${error instanceof Error ? error.message : String(error)}`;
  }
}
