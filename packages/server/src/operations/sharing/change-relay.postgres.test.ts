import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Change, type ChangeFeed, createChangeFeed } from '../../base/domain/change-feed.ts';
import { openPostgresConnections } from '../../storage/postgres/postgres-connections.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startSilentProxy } from '../../testing/silent-proxy.ts';
import { type ChangeRelay, createChangeRelay } from './change-relay.ts';

interface Process {
  changes: ChangeFeed;
  heard: Change[];
  relay: ChangeRelay;
}

let server: TestPostgres;
let databaseUrl: string;
const processes: Process[] = [];

beforeAll(async () => {
  server = await startTestPostgres();
});
beforeEach(async () => {
  databaseUrl = await server.createDatabase();
});
afterEach(async () => {
  for (const { relay } of processes.splice(0)) await relay.stop();
});
afterAll(() => server.remove());

/** Ends a loop that retries without a pause, which no time limit of a test would end. */
function createBoundedLog() {
  let warnings = 0;
  return {
    warn(): void {
      warnings += 1;
      if (warnings > 100) throw new Error('It is tried again without a pause');
    },
  };
}

async function startProcess(processId: string, url = databaseUrl): Promise<Process> {
  const changes = createChangeFeed((error) => {
    throw error;
  });
  const heard: Change[] = [];
  changes.subscribe((change) => heard.push(change));
  const times = { connectMilliseconds: 500, heartbeatMilliseconds: 100, heartbeatAnswerMilliseconds: 300 };
  const connections = openPostgresConnections({ url, poolSize: 1, onIdleError: () => undefined, times });
  const relay = createChangeRelay({ connections, processId, changes, folderId: null, log: createBoundedLog() });
  await relay.start();
  const process = { changes, heard, relay };
  processes.push(process);
  return process;
}

const nothing: Change = {
  website_ids: [],
  monitors: null,
  is_structural: false,
  is_replaced: false,
  has_deliveries: false,
  has_ended_access: false,
};
const everything = { ...nothing, is_structural: true, is_replaced: true, has_deliveries: true, has_ended_access: true };

test('a change of one process reaches the others, and itself once', async () => {
  const web = await startProcess('web');
  const worker = await startProcess('worker');
  web.changes.publish({ website_ids: [3] });
  const change = { ...nothing, website_ids: [3] };
  await expect.poll(() => worker.heard).toEqual([change]);
  worker.changes.publish({ is_structural: true });
  await expect.poll(() => web.heard).toEqual([change, { ...change, website_ids: [], is_structural: true }]);
  expect(worker.heard).toHaveLength(2);
});

test('more websites than a message can hold are relayed as a change of everything', async () => {
  const web = await startProcess('web');
  const worker = await startProcess('worker');
  web.changes.publish({ website_ids: Array.from({ length: 5000 }, (_, at) => at + 1) });
  await expect.poll(() => worker.heard).toEqual([{ ...nothing, is_structural: true }]);
});

test('a change that is being sent when a process stops is sent, and the stop ends', async () => {
  const web = await startProcess('web');
  const worker = await startProcess('worker');
  web.changes.publish({ website_ids: [3] });
  web.changes.publish({ website_ids: [4] });
  await web.relay.stop();
  web.changes.publish({ website_ids: [5] });
  await expect.poll(() => worker.heard.flatMap(({ website_ids }) => website_ids)).toEqual([3, 4]);
});

test('a stop while the connection is silent drops the change that is being sent', async () => {
  const proxy = await startSilentProxy(server.port);
  const web = await startProcess('web', proxy.throughProxy(databaseUrl));
  proxy.silenceNewFlows(true);
  proxy.silenceOpenFlows();
  web.changes.publish({ website_ids: [3] });
  await web.relay.stop();
  await proxy.close();
});

test('after an outage of the database, every process treats everything as changed', async () => {
  const web = await startProcess('web');
  await server.stop();
  await server.start();
  await expect.poll(() => web.heard, { timeout: 10_000 }).toContainEqual(everything);
});

test('a silent connection is detected: both sides catch up with missed changes', async () => {
  const proxy = await startSilentProxy(server.port);
  try {
    const web = await startProcess('web', proxy.throughProxy(databaseUrl));
    const worker = await startProcess('worker');
    proxy.silenceNewFlows(true);
    proxy.silenceOpenFlows();
    web.changes.publish({ website_ids: [3] });
    web.changes.publish({ website_ids: [4], has_deliveries: true });
    worker.changes.publish({ is_structural: true });
    const { accepted } = proxy;
    await expect.poll(() => proxy.accepted, { timeout: 10_000 }).toBeGreaterThan(accepted);
    proxy.silenceNewFlows(false);
    await expect.poll(() => web.heard, { timeout: 10_000 }).toContainEqual(everything);
    const relayed = { ...nothing, website_ids: [3, 4], has_deliveries: true };
    await expect.poll(() => worker.heard, { timeout: 10_000 }).toContainEqual(relayed);
    await expect.poll(() => proxy.held).toBe(0);
  } finally {
    for (const { relay } of processes.splice(0)) await relay.stop();
    await proxy.close();
  }
});

test('a start without a connection follows changes once it is connected', async () => {
  const proxy = await startSilentProxy(server.port);
  try {
    proxy.silenceNewFlows(true);
    const web = await startProcess('web', proxy.throughProxy(databaseUrl));
    const worker = await startProcess('worker');
    proxy.silenceNewFlows(false);
    await expect.poll(() => web.heard, { timeout: 10_000 }).toHaveLength(1);
    worker.changes.publish({ website_ids: [3] });
    await expect.poll(() => web.heard.at(-1), { timeout: 10_000 }).toMatchObject({ website_ids: [3] });
  } finally {
    for (const { relay } of processes.splice(0)) await relay.stop();
    await proxy.close();
  }
});
