import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { troubleMessages } from '@upvigil/core/texts/messages';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { readConfig } from '../../packages/server/src/base/config/config.ts';
import { createLog } from '../../packages/server/src/base/config/logger.ts';
import { type Composition, compose } from '../../packages/server/src/compose/compose.ts';
import { healthTimes } from '../../packages/server/src/operations/health/health-conditions.ts';
import type { Storage } from '../../packages/server/src/storage/database.ts';
import { migrate } from '../../packages/server/src/storage/migrate.ts';
import { openPostgresStorage } from '../../packages/server/src/storage/postgres/postgres-storage.ts';
import type { PostgresTimes } from '../../packages/server/src/storage/postgres/postgres-times.ts';
import { startTestPostgres, type TestPostgres } from '../../packages/server/src/testing/postgres.ts';
import { makeMonitor } from '../../packages/server/src/testing/rows.ts';
import { type SilentProxy, startSilentProxy } from '../../packages/server/src/testing/silent-proxy.ts';

/** The production limits, about twenty times as fast. */
const times: Partial<PostgresTimes> = {
  connectMilliseconds: 500,
  statementMilliseconds: 1_500,
  answerMilliseconds: 2_000,
  urgentAnswerMilliseconds: 500,
  heartbeatMilliseconds: 400,
  heartbeatAnswerMilliseconds: 500,
  proofMilliseconds: 500,
};

let server: TestPostgres;
let proxy: SilentProxy;
let target: Server;
let hits: number;
let storage: Storage;
let running: Composition;

beforeAll(async () => {
  server = await startTestPostgres();
});
afterAll(() => server.remove());

beforeEach(async () => {
  hits = 0;
  target = createServer((_request, response) => {
    hits += 1;
    response.end('fine');
  }).listen(0, '127.0.0.1');
  const databaseUrl = await server.createDatabase();
  proxy = await startSilentProxy(server.port);
  const url = proxy.throughProxy(databaseUrl);
  storage = openPostgresStorage({ url, poolSize: 4, onIdleError: () => undefined, times });
  await migrate(storage);
  await makeMonitor(storage.db, {
    target: `http://127.0.0.1:${(target.address() as AddressInfo).port}/`,
    check_interval_seconds: 1,
    next_due_at: Date.now(),
  });
  const config = readConfig({
    DATABASE_URL: url,
    ADMIN_PASSWORD: 'correct horse battery',
    LOG_LEVEL: 'silent',
    CHROMIUM_PATH: 'off',
  });
  const log = await createLog('silent', { add: () => undefined, lines: () => [] });
  running = await compose({
    config,
    storage,
    clock: systemClock,
    log,
    recentLog: { lines: () => [] },
    publicUrl: () => 'http://localhost',
  });
  await running.start();
  await storedAfter(0);
});
afterEach(async () => {
  await running.stop();
  await storage.close();
  await proxy.close();
  target.close();
  target.closeAllConnections();
});

const newestCheck = async (): Promise<number> =>
  (await storage.db.selectFrom('checks').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0;

/** Waits until a check after that one is stored. */
const storedAfter = (id: number): Promise<void> =>
  expect.poll(newestCheck, { timeout: 20_000, interval: 200 }).toBeGreaterThan(id);

test('checks go on, and are stored, after all connections of the database went silent', async () => {
  const before = await newestCheck();
  const hitsBefore = hits;
  proxy.silenceOpenFlows();
  await expect.poll(() => hits, { timeout: 20_000 }).toBeGreaterThan(hitsBefore + 2);
  await storedAfter(before);
  await expect.poll(() => proxy.held, { timeout: 20_000 }).toBe(0);
});

test('checks go on once new connections come through again', async () => {
  proxy.silenceNewFlows(true);
  proxy.silenceOpenFlows();
  const { accepted } = proxy;
  await expect.poll(() => proxy.accepted, { timeout: 20_000 }).toBeGreaterThan(accepted + 3);
  proxy.silenceNewFlows(false);
  const hitsBefore = hits;
  await expect.poll(() => hits, { timeout: 20_000 }).toBeGreaterThan(hitsBefore + 1);
  await storedAfter(await newestCheck());
});

test('health says within seconds that the database does not answer, and that all is well once it does', async () => {
  const health = async () => {
    const answer = await running.app.inject({ url: '/healthz' });
    return { status: answer.statusCode, detail: answer.json<{ detail?: string }>().detail ?? '' };
  };
  await expect.poll(health, { timeout: 20_000 }).toEqual({ status: 200, detail: '' });
  proxy.silenceNewFlows(true);
  proxy.silenceOpenFlows();
  const began = performance.now();
  // Each answer comes at once, from the last result.
  await expect.poll(health, { timeout: 20_000 }).toMatchObject({
    status: 503,
    detail: expect.stringMatching(/^The database (cannot be reached|did not answer within 3 seconds)$/),
  });
  expect(performance.now() - began).toBeLessThan(healthTimes.storeAnswer + 3_000);
  proxy.silenceNewFlows(false);
  await expect.poll(health, { timeout: 20_000 }).toEqual({ status: 200, detail: '' });
});

test('pages that were being read do not keep checks from going on, and say why they have no answer', async () => {
  const { body } = await running.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { password: 'correct horse battery' },
  });
  const headers = { authorization: `Bearer ${JSON.parse(body).access_token}` };
  const read = () => running.app.inject({ url: '/api/websites/', headers });
  expect((await read()).statusCode).toBe(200);
  proxy.silenceOpenFlows();
  const reading = Promise.all(Array.from({ length: 30 }, read));
  const hitsBefore = hits;
  await expect.poll(() => hits, { timeout: 20_000 }).toBeGreaterThan(hitsBefore + 2);
  for (const answer of (await reading).filter(({ statusCode }) => statusCode !== 200)) {
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({ detail: troubleMessages.databaseAway });
  }
  expect((await read()).statusCode).toBe(200);
});

test('a stop ends in its time while connections are silent', async () => {
  proxy.silenceNewFlows(true);
  proxy.silenceOpenFlows();
  const began = performance.now();
  await running.stop();
  await storage.close();
  expect(performance.now() - began).toBeLessThan(7_000);
  await expect.poll(() => proxy.held).toBe(0);
});
