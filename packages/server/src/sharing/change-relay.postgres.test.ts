import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Change, type ChangeFeed, createChangeFeed } from '../results/change-feed.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { type ChangeRelay, createChangeRelay } from './change-relay.ts';

interface Process {
  changes: ChangeFeed;
  heard: Change[];
  relay: ChangeRelay;
}

let server: TestPostgres;
let databaseUrl: string;
const processes: Process[] = [];

beforeEach(async () => {
  server = await startTestPostgres();
  databaseUrl = await server.createDatabase();
});
afterEach(async () => {
  for (const { relay } of processes.splice(0)) await relay.stop();
  await server.remove();
});

async function startProcess(processId: string): Promise<Process> {
  const changes = createChangeFeed((error) => {
    throw error;
  });
  const heard: Change[] = [];
  changes.subscribe((change) => heard.push(change));
  const relay = createChangeRelay({ databaseUrl, processId, changes, log: { warn: () => undefined } });
  await relay.start();
  const process = { changes, heard, relay };
  processes.push(process);
  return process;
}

test('a change of one process is heard by the others, and by itself once', async () => {
  const web = await startProcess('web');
  const worker = await startProcess('worker');
  web.changes.publish({ website_ids: [3] });
  const change = { website_ids: [3], is_structural: false, is_replaced: false, has_deliveries: false };
  await expect.poll(() => worker.heard).toEqual([change]);
  worker.changes.publish({ is_structural: true });
  await expect.poll(() => web.heard).toEqual([change, { ...change, website_ids: [], is_structural: true }]);
  expect(worker.heard).toHaveLength(2);
});

test('more websites than a message holds are told as a change of everything', async () => {
  const web = await startProcess('web');
  const worker = await startProcess('worker');
  web.changes.publish({ website_ids: Array.from({ length: 5000 }, (_, at) => at + 1) });
  await expect
    .poll(() => worker.heard)
    .toEqual([{ website_ids: [], is_structural: true, is_replaced: false, has_deliveries: false }]);
});

test('after the database was away, everybody is told that something may have changed', async () => {
  const web = await startProcess('web');
  await server.stop();
  await server.start();
  await expect
    .poll(() => web.heard, { timeout: 10_000 })
    .toContainEqual({ website_ids: [], is_structural: true, is_replaced: true, has_deliveries: true });
});
