import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { readConfig } from '../../packages/server/src/base/config/config.ts';
import { type Composition, compose } from '../../packages/server/src/compose/compose.ts';
import type { Storage } from '../../packages/server/src/storage/database.ts';
import { migrate } from '../../packages/server/src/storage/migrate.ts';
import { openPostgresStorage } from '../../packages/server/src/storage/postgres/postgres-storage.ts';
import { startTestPostgresPair, type TestPostgresPair } from '../../packages/server/src/testing/postgres.ts';
import { makeMonitor, makeWebsite } from '../../packages/server/src/testing/rows.ts';
import { type SilentProxy, startSilentProxy } from '../../packages/server/src/testing/silent-proxy.ts';

const monitors = 5;
const password = 'correct horse battery';

let pair: TestPostgresPair;
let address: SilentProxy;
let target: Server;
let hits: number;
let storage: Storage;
let running: Composition;

/** The program connects to a fixed address that forwards to the current primary. */
beforeEach(async () => {
  hits = 0;
  target = createServer((_request, response) => {
    hits += 1;
    response.end('fine');
  }).listen(0, '127.0.0.1');
  pair = await startTestPostgresPair();
  address = await startSilentProxy(pair.primary.port);
  const url = address.throughProxy(await pair.primary.createDatabase());
  storage = openPostgresStorage({ url, poolSize: 4, onIdleError: () => undefined });
  await migrate(storage);
  const { id: website_id } = await makeWebsite(storage.db);
  for (let at = 1; at <= monitors; at++) {
    const watched = `http://127.0.0.1:${(target.address() as AddressInfo).port}/${at}`;
    await makeMonitor(storage.db, { website_id, target: watched, check_interval_seconds: 1 });
  }
  running = await compose({
    config: readConfig({
      DATABASE_URL: url,
      ADMIN_PASSWORD: password,
      LOG_LEVEL: 'silent',
      CHROMIUM_PATH: 'off',
    }),
    storage,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    recentLog: { lines: () => [] },
    publicUrl: () => 'http://localhost',
  });
  await running.start();
}, 120_000);
afterEach(async () => {
  await running.stop();
  await storage.close();
  await address.close();
  await pair.remove();
  target.close();
  target.closeAllConnections();
}, 60_000);

const checks = () => storage.db.selectFrom('checks').select(['id', 'monitor_id', 'checked_at', 'is_up']).execute();

/** Adds websites continuously until `end`, which resolves with the names answered with 201. */
function addWebsites(headers: Record<string, string>): { end(): Promise<string[]> } {
  let isOver = false;
  const added: string[] = [];
  const adding = (async () => {
    for (let at = 0; !isOver; at++) {
      const payload = { name: `site-${at}` };
      const { statusCode } = await running.app.inject({ method: 'POST', url: '/api/websites/', headers, payload });
      if (statusCode === 201) added.push(payload.name);
    }
  })();
  return {
    async end() {
      isOver = true;
      await adding;
      return added;
    },
  };
}

test('PostgreSQL replaced by its standby: checks go on, nothing answered is lost, and nothing is recorded as down', async () => {
  const signedIn = await running.app.inject({ method: 'POST', url: '/api/auth/login', payload: { password } });
  const headers = { authorization: `Bearer ${signedIn.json<{ access_token: string }>().access_token}` };
  await expect.poll(async () => (await checks()).length, { timeout: 20_000 }).toBeGreaterThan(monitors);
  const adding = addWebsites(headers);
  await expect
    .poll(async () => (await storage.db.selectFrom('websites').select('id').execute()).length)
    .toBeGreaterThan(5);

  const before = await checks();
  await pair.failOver();
  address.switchTo(pair.standby.port);

  const hitsBefore = hits;
  await expect.poll(() => hits, { timeout: 20_000 }).toBeGreaterThan(hitsBefore + 2 * monitors);
  const newest = Math.max(...before.map(({ checked_at }) => checked_at));
  const since = async () => (await checks()).filter(({ checked_at }) => checked_at > newest);
  await expect
    .poll(async () => new Set((await since()).map((each) => each.monitor_id)).size, { timeout: 20_000 })
    .toBe(monitors);
  const answered = await adding.end();
  const names = new Set((await storage.db.selectFrom('websites').select('name').execute()).map(({ name }) => name));
  expect(answered.filter((name) => !names.has(name))).toEqual([]);
  const after = await checks();
  expect(after).toEqual(expect.arrayContaining(before));
  expect(after.filter(({ is_up }) => is_up === 0)).toEqual([]);
  expect(await storage.db.selectFrom('alerts').select('id').execute()).toEqual([]);
  expect((await running.app.inject({ url: '/healthz' })).statusCode).toBe(200);
}, 90_000);
