import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Storage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { startTestPostgres, type TestPostgres } from '@upvigil/server/testing/postgres';
import { makeMonitor, makeWebsite } from '@upvigil/server/testing/rows';
import { alertsSentTo, routeToWebhook } from '@upvigil/server/testing/sinks/webhook/webhook-channel';
import { startWebhookSink } from '@upvigil/server/testing/sinks/webhook/webhook-sink';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepStartedParts } from '../support/started-parts.ts';
import { openFleet, startRole } from '../support/worker-fleet.ts';

const { begin, endAll } = keepStartedParts();
let postgres: TestPostgres;
let target: Awaited<ReturnType<typeof startTarget>>;
let sink: Awaited<ReturnType<typeof startWebhookSink>>;
beforeAll(async () => {
  postgres = await begin(startTestPostgres, (server) => server.remove());
  target = await begin(startTarget, ({ close }) => close());
  sink = await begin(startWebhookSink, ({ close }) => close());
}, 120_000);
afterAll(endAll, 150_000);

/** `/child` fails at once and `/parent` answers no more after `fail`. */
async function startTarget() {
  let isFailing = false;
  const server = createServer(({ url }, response) => {
    if (!isFailing) response.end('ok');
    else if (url === '/child') response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(): void {
      isFailing = true;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Adds a parent that is not due within the test, and its child. */
async function addMonitors({ db }: Storage) {
  const { id: website_id } = await makeWebsite(db, { name: 'Shop' });
  const now = Date.now();
  const common = { website_id, timeout_seconds: 6, failure_threshold: 1, created_at: now };
  const seen = { is_up: 1, last_check_time: now, next_due_at: now + 600_000, check_interval_seconds: 600 } as const;
  const parent = await makeMonitor(db, { ...common, ...seen, target: `${target.url}/parent` });
  const child = { ...common, check_interval_seconds: 10, target: `${target.url}/child`, parent_id: parent.id };
  return { parent, child: await makeMonitor(db, child) };
}

test('when the worker that found the child down is killed, the other one has its parent checked: one message', async () => {
  const databaseUrl = await postgres.createDatabase();
  const storage = openFleet(databaseUrl);
  await migrate(storage);
  const { db } = storage;
  await routeToWebhook(db, sink.url('/hooks/alerts'));
  const startWorker = () =>
    begin(
      () => startRole(databaseUrl, 'worker'),
      ({ end }) => end('SIGKILL'),
    );
  const patience = { timeout: 60_000 };
  const workerIds = async () => (await db.selectFrom('workers').select('id').execute()).map(({ id }) => id);
  const first = await startWorker();
  await expect.poll(workerIds, patience).toHaveLength(1);
  const [firstId] = await workerIds();
  const second = await startWorker();
  await expect.poll(workerIds, patience).toHaveLength(2);
  const { parent, child } = await addMonitors(storage);
  const ownerOf = async ({ id }: { id: number }) =>
    (await db.selectFrom('monitors').select('lease_owner').where('id', '=', id).executeTakeFirstOrThrow()).lease_owner;
  await expect.poll(async () => [await ownerOf(child), await ownerOf(parent)], patience).not.toContain(null);
  const ownerOfChild = await ownerOf(child);
  expect(await ownerOf(parent)).not.toBe(ownerOfChild);
  const ofChild = ownerOfChild === firstId ? first : second;
  const readChild = () =>
    db.selectFrom('monitors').select(['is_up', 'outage_alert_id']).where('id', '=', child.id).executeTakeFirst();
  await expect.poll(readChild, patience).toMatchObject({ is_up: 1 });

  target.fail();
  await expect.poll(readChild, { ...patience, interval: 20 }).toMatchObject({ outage_alert_id: expect.any(Number) });
  await ofChild.end('SIGKILL');
  await expect.poll(() => alertsSentTo(sink), patience).toEqual([[`ERROR ${parent.target}`]]);
  // After the longest wait for a check, and after the other worker has taken the child over.
  await expect.poll(() => ownerOf(child), patience).toBe(await ownerOf(parent));
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  const { outage_alert_id } = (await readChild()) ?? {};
  const deliveries = await db
    .selectFrom('deliveries')
    .select(['status', 'reason'])
    .where('alert_id', '=', outage_alert_id ?? 0)
    .execute();
  expect(deliveries).toEqual([{ status: 'suppressed', reason: expect.stringMatching(/^parent ".*" is down$/) }]);
  expect(alertsSentTo(sink)).toEqual([[`ERROR ${parent.target}`]]);
  await storage.close();
}, 240_000);
