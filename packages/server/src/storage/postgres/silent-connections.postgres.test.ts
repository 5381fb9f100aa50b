import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import { createResultRecorder } from '../../checks/record/recording/result-recorder.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { countStreaks } from '../../testing/recorder-lab.ts';
import { finishedCheck, makeMonitor } from '../../testing/rows.ts';
import { type SilentProxy, startSilentProxy } from '../../testing/silent-proxy.ts';
import type { Database, Storage } from '../database.ts';
import { migrate } from '../migrate.ts';
import { openPostgresStorage } from './postgres-storage.ts';
import type { PostgresTimes } from './postgres-times.ts';
import { SilentConnectionError } from './silence-detector.ts';

const times: Partial<PostgresTimes> = {
  connectMilliseconds: 500,
  statementMilliseconds: 700,
  answerMilliseconds: 1_000,
  idleInTransactionMilliseconds: 500,
  proofMilliseconds: 300,
};

let proxy: SilentProxy;
let databaseUrl: string;
const opened: Storage[] = [];

beforeEach(async () => {
  const port = inject('postgresPort') ?? 0;
  databaseUrl = await createTestDatabase(port);
  proxy = await startSilentProxy(port);
});
afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close();
  await proxy.close();
});

async function open(given: Partial<PostgresTimes> = {}): Promise<Storage> {
  const url = proxy.throughProxy(databaseUrl);
  const onIdleError = (): void => undefined;
  const storage = openPostgresStorage({ url, poolSize: 3, onIdleError, times: { ...times, ...given } });
  opened.push(storage);
  await migrate(storage);
  return storage;
}

const one = async (db: Database): Promise<unknown> => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows;
const answer = [{ one: 1 }];
const inTransactions = (
  storage: Storage,
  count: number,
  work: (db: Database) => Promise<unknown>,
): Promise<unknown>[] => Array.from({ length: count }, () => storage.db.transaction().execute(work));

describe('a database connection that went silent', () => {
  test('fails its statements, also in a transaction, and is replaced', async () => {
    const { db } = await open();
    await one(db);
    proxy.silenceOpenFlows();
    await expect(one(db)).rejects.toThrow(SilentConnectionError);
    expect(await one(db)).toEqual(answer);

    const broken = db.transaction().execute(async (transaction) => {
      await one(transaction);
      proxy.silenceOpenFlows();
      await one(transaction);
    });
    await expect(broken).rejects.toThrow(SilentConnectionError);
    expect(await one(db)).toEqual(answer);
    await expect.poll(() => proxy.held).toBe(0);
  });

  test('takes other connections of its age out of use, so that none must be detected by a waiting statement', async () => {
    const storage = await open();
    await Promise.all(inTransactions(storage, 3, one));
    expect(proxy.alive).toBe(3);
    proxy.silenceOpenFlows();
    await expect(one(storage.db)).rejects.toThrow(SilentConnectionError);
    // A statement that waited for a silent connection would fail.
    await Promise.all(inTransactions(storage, 3, one));
    await expect.poll(() => proxy.held).toBe(0);
  });

  test('has those that are asked at that time prove that they are there, soon', async () => {
    const storage = await open({ statementMilliseconds: 9_000, answerMilliseconds: 10_000 });
    await Promise.all(inTransactions(storage, 3, one));
    proxy.silenceOpenFlows();
    const connections = storage.connections;
    if (connections === null) throw new Error('no PostgreSQL');
    const began = performance.now();
    const waiting = one(storage.db);
    const client = await connections.take();
    const question = { milliseconds: 300, isEvidence: true };
    await expect(connections.ask(client, 'select 1', [], question)).rejects.toThrow(SilentConnectionError);
    client.release();
    await expect(waiting).rejects.toThrow(SilentConnectionError);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test('does not keep a snapshot from being closed, nor its connection from being replaced', async () => {
    const storage = await open();
    const snapshot = await storage.openSnapshot();
    proxy.silenceOpenFlows();
    await expect(one(snapshot.db)).rejects.toThrow(SilentConnectionError);
    await snapshot.close();
    expect(await one(storage.db)).toEqual(answer);
  });

  test('is let go of when the pool has no use for it, and when the program closes', async () => {
    const storage = await open();
    await one(storage.db);
    proxy.silenceOpenFlows();
    await storage.close();
    await expect.poll(() => proxy.held).toBe(0);
  });

  test('that is the newest of all is given up while it is being made, and others after it come through', async () => {
    const storage = await open();
    await Promise.all(inTransactions(storage, 3, one));
    proxy.silenceOpenFlows();
    proxy.silenceNewFlows(true);
    await expect(one(storage.db)).rejects.toThrow();
    await expect(one(storage.db)).rejects.toThrow();
    proxy.silenceNewFlows(false);
    expect(await one(storage.db)).toEqual(answer);
  });

  test('while a commit was on its way: what was stored by it is not stored twice', async () => {
    const storage = await open();
    const monitor = await makeMonitor(storage.db);
    const changes = createChangeFeed(() => undefined);
    const published: number[] = [];
    changes.subscribe(({ website_ids }) => published.push(...website_ids));
    const log = { warn: () => undefined, error: () => undefined };
    const recorder = createResultRecorder({
      db: storage.db,
      clock: systemClock,
      changes,
      raiseAlerts: countStreaks,
      log,
    });
    const first = finishedCheck(monitor, { checked_at: 1_000 });
    proxy.silenceAnswerTo('commit');
    expect(await recorder.recordNow(first)).toMatchObject({ check: first });
    await recorder.recordNow(finishedCheck(monitor, { checked_at: 2_000 }));
    await recorder.stop();
    const rows = await storage.db.selectFrom('checks').select('checked_at').orderBy('id').execute();
    expect(rows.map(({ checked_at }) => checked_at)).toEqual([1_000, 2_000]);
    const rollups = await storage.db.selectFrom('rollups_hourly').select('checks').execute();
    expect(rollups).toEqual([{ checks: 2 }]);
    expect(published).toEqual([monitor.website_id, monitor.website_id]);
  });
});

describe('a database that is only slow', () => {
  test('ends a long statement itself, and its connection stays', async () => {
    const { db } = await open();
    const { accepted } = proxy;
    await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: '57014' });
    expect(await one(db)).toEqual(answer);
    expect(proxy.accepted).toBe(accepted);
  });

  test('is accepted by a process that stalled while the answer came', async () => {
    const { db } = await open();
    await one(db);
    const asked = one(db);
    // Blocks the event loop on purpose, so that nothing in this process runs meanwhile.
    await new Promise(setImmediate);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    expect(await asked).toEqual(answer);
  });

  test('may take long for a migration, and for the one that another process makes', async () => {
    const storage = await open();
    const slow = storage.migration((transaction) => sql`select pg_sleep(1.2)`.execute(transaction));
    const next = storage.migration(one);
    await slow;
    expect(await next).toEqual(answer);
  });
});
