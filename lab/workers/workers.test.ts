import { createApiClient } from '@upvigil/core/client/api-client';
import { startTestPostgres, type TestPostgres } from '@upvigil/server/testing/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPassword, type Product } from '../support/product.ts';
import { keepStartedParts } from '../support/started-parts.ts';
import {
  type NotingTarget,
  openFleet,
  regularity,
  seedMonitors,
  startNotingTarget,
  startRole,
} from '../support/worker-fleet.ts';

const intervalSeconds = 10;
const count = 150;

type Role = Awaited<ReturnType<typeof startRole>>;
const { begin, endAll } = keepStartedParts();
let postgres: TestPostgres;
let target: NotingTarget;
let web: Role;
let workers: Role[];
let ids: number[];
let api: Product['api'];

beforeAll(async () => {
  postgres = await begin(startTestPostgres, (server) => server.remove());
  target = await begin(startNotingTarget, ({ close }) => close());
  const databaseUrl = await postgres.createDatabase();
  const storage = openFleet(databaseUrl);
  ids = await seedMonitors(storage, target.url, count, intervalSeconds);
  await storage.close();
  const start = (role: 'web' | 'worker') =>
    begin(
      () => startRole(databaseUrl, role),
      ({ end }) => end('SIGKILL'),
    );
  web = await start('web');
  workers = await Promise.all([1, 2, 3].map(() => start('worker')));
  const signIn = createApiClient({ baseUrl: web.baseUrl, getToken: () => null });
  const { access_token } = await signIn.auth.login({ body: { password: adminPassword } });
  api = createApiClient({ baseUrl: web.baseUrl, getToken: () => access_token });
}, 120_000);
// The longest time that a server may take to start.
afterAll(endAll, 150_000);

const sawAll = async (sinceWhen: number): Promise<void> => {
  await expect
    .poll(() => [...target.times.values()].filter((times) => (times.at(-1) ?? 0) >= sinceWhen).length, {
      timeout: 50_000,
    })
    .toBe(count);
};

test('three workers share the monitors; one killed and one stopped, none is forgotten and none is checked twice', async () => {
  await sawAll(0);
  const since = performance.now();
  const [killed, stopped] = workers;
  await killed?.end('SIGKILL');
  stopped?.process.kill('SIGSTOP');
  // Both leases have expired, and the third worker has taken all monitors.
  await sawAll(since + 25_000);
  stopped?.process.kill('SIGCONT');
  await sawAll(performance.now());
  const seen = regularity(target.times, since, intervalSeconds);
  expect(seen).toMatchObject({ monitors: count, doubled: 0 });
  expect(seen.longestGap).toBeLessThan(intervalSeconds + 30);
}, 150_000);

test('PostgreSQL restarted in the middle: all go on by themselves within 10 s, and nothing is recorded as down', async () => {
  await postgres.stop();
  await postgres.start();
  const back = performance.now();
  await expect.poll(async () => (await fetch(`${web.baseUrl}/healthz`)).status, { timeout: 10_000 }).toBe(200);
  await sawAll(back);
  const stats = await api.dashboard.stats({ query: { hours: 1 } });
  expect(stats).toMatchObject({ total_urls: count, urls_down: 0 });
  expect(await api.alerts.list()).toEqual([]);
}, 90_000);

test('an outage that all workers see is one alert for each monitor', async () => {
  const broken = [1, 2, 3, 4, 5, 6];
  target.break(broken);
  await expect.poll(async () => (await api.alerts.list()).length, { timeout: 60_000 }).toBe(broken.length);
  await sawAll(performance.now());
  const alerts = await api.alerts.list();
  expect(alerts.map(({ url_id }) => url_id).sort()).toEqual(broken.map((at) => ids[at - 1]).sort());
}, 120_000);
