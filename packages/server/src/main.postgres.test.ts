import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createApiClient } from '@upvigil/core/client/api-client';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { readConfig } from './base/config/config.ts';
import { type RunningServer, startServer } from './main.ts';
import { createTestDatabase } from './testing/postgres.ts';

const password = 'correct horse battery';
let folder: string;
let target: Server;
let databaseUrl: string;
const running: RunningServer[] = [];
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-roles-'));
  databaseUrl = await createTestDatabase(inject('postgresPort') ?? 0);
  target = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  target.close();
  target.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

async function start(ROLE: string): Promise<RunningServer> {
  const env = { DATA_DIR: path.join(folder, ROLE), DATABASE_URL: databaseUrl, ROLE, ADMIN_PASSWORD: password };
  const config = readConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent', CHROMIUM_PATH: 'off' });
  const server = await startServer(config, { write: () => undefined });
  running.push(server);
  return server;
}

test('a web process shows what a worker checks, and the worker checks what was added at the web process', async () => {
  const [web, worker] = await Promise.all([start('web'), start('worker')]);
  let token: string | null = null;
  const api = createApiClient({ baseUrl: web.url, getToken: () => token });
  token = (await api.auth.login({ body: { password } })).access_token;
  const website = await api.websites.create({ body: { name: 'Shop' } });
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  await api.urls.create({ params: { websiteId: website.id }, body: { url, check_interval: 10 } });

  const status = async () => (await api.publicStatus.overview()).map((item) => item.status);
  await expect.poll(status, { timeout: 15_000 }).toEqual(['up']);
  expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${worker.url}/api/public/status`)).status).toBe(404);
  expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
});

test('a triggered check runs in the process that was asked', async () => {
  const web = await start('web');
  let token: string | null = null;
  const api = createApiClient({ baseUrl: web.url, getToken: () => token });
  token = (await api.auth.login({ body: { password } })).access_token;
  const website = await api.websites.create({ body: { name: 'Shop' } });
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  const monitor = await api.urls.create({ params: { websiteId: website.id }, body: { url } });
  expect(await api.urls.check({ params: { urlId: monitor.id } })).toMatchObject({ is_up: true, status_code: 200 });
});
