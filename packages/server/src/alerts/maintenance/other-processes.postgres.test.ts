import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maintenanceRoutes } from '../../api/routes/maintenance.ts';
import { systemClock } from '../../base/clock.ts';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import { createChangeRelay } from '../../operations/sharing/change-relay.ts';
import { migrate } from '../../storage/migrate.ts';
import { openPostgresConnections } from '../../storage/postgres/postgres-connections.ts';
import { openPostgresStorage } from '../../storage/postgres/postgres-storage.ts';
import { auditOn } from '../../testing/change-on.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { createMaintenanceWatch } from './maintenance-watch.ts';

let server: TestPostgres;
let url: string;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  server = await startTestPostgres();
  url = await server.createDatabase();
}, 120_000);
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await server.remove();
});

async function startProcess(processId: string) {
  const storage = openPostgresStorage({ url, poolSize: 2, onIdleError: () => undefined });
  closing.push(() => storage.close());
  await migrate(storage);
  const fail = (error: unknown): void => {
    throw error;
  };
  const changes = createChangeFeed(fail);
  const connections = openPostgresConnections({ url, poolSize: 1, onIdleError: () => undefined });
  const log = { warn: () => undefined };
  const relay = createChangeRelay({ connections, processId, changes, folderId: null, log });
  await relay.start();
  closing.push(() => relay.stop());
  const { db } = storage;
  const watch = createMaintenanceWatch({ db, clock: systemClock, changes, makesRuns: true, onError: fail });
  await watch.start();
  closing.push(() => watch.stop());
  return { db, changes, watch };
}

test('other processes notice within a second that maintenance begins and ends', async () => {
  const web = await startProcess('web');
  const worker = await startProcess('worker');
  const monitor = await makeMonitor(web.db);
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  closing.push(() => app.close());
  auditOn(app, web.db);
  maintenanceRoutes(app, { ...web, clock: systemClock, current: web.watch });
  const isInWork = () => worker.watch.runsAt(monitor, Date.now()).length;
  const patience = { timeout: 1000, interval: 10 };

  const payload = { monitor_ids: [monitor.id], minutes: 30 };
  const { id } = (await app.inject({ method: 'POST', url: '/maintenance/start', payload })).json();
  await expect.poll(isInWork, patience).toBe(1);
  await app.inject({ method: 'POST', url: `/maintenance/runs/${id}/end` });
  await expect.poll(isInWork, patience).toBe(0);
});
