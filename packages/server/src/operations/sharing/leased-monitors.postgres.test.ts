import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import type { WatchedMonitor } from '../../base/domain/check.ts';
import { createSecrets } from '../../storage/settings/secrets/secrets.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createLeasedWatch, type LeasedWatch } from './leased-monitors.ts';

let opened: TestStorage;
const workers: LeasedWatch[] = [];
beforeEach(async () => {
  opened = await openTestStorage();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await opened.close();
});

const changes = createChangeFeed(() => undefined);

/** Calls delayed callbacks soon. */
const clock = { ...systemClock, after: (_: number, callback: () => void) => systemClock.after(20, callback) };

function startWorker(workerId: string, db = opened.db) {
  const watched = new Map<number, WatchedMonitor>();
  const engine = {
    watch: (monitors: readonly WatchedMonitor[]) => {
      // Like the engine: a known revision changes nothing.
      for (const monitor of monitors) {
        if (watched.get(monitor.id)?.revision !== monitor.revision) watched.set(monitor.id, monitor);
      }
    },
    forget: (ids: readonly number[]) => {
      for (const id of ids) watched.delete(id);
    },
    giveUp: async () => [],
    allowUntil: () => undefined,
  };
  const log = { warn: () => undefined };
  const recorder = { store: async () => undefined };
  const secrets = createSecrets(() => db, null);
  const worker = createLeasedWatch({
    db,
    secrets,
    clock,
    engine,
    recorder,
    changes,
    workerId,
    commands: () => [],
    log,
  });
  workers.push(worker);
  return { worker, watched };
}

test('checks its own monitors, and follows edits, additions and removals by any process', async () => {
  const first = await makeMonitor(opened.db);
  const { worker, watched } = startWorker('a');
  await worker.start();
  expect([...watched.keys()]).toEqual([first.id]);
  expect(worker.isMine(first.id)).toBe(true);

  await opened.db.updateTable('stored_monitors').set({ target: 'https://other.example.com/', revision: 2 }).execute();
  changes.publish({ is_structural: true });
  await expect.poll(() => watched.get(first.id)?.target).toMatchObject({ url: 'https://other.example.com/' });

  const second = await makeMonitor(opened.db);
  changes.publish({ is_structural: true });
  await expect.poll(() => [...watched.keys()].sort()).toEqual([first.id, second.id].sort());

  await opened.db.updateTable('stored_monitors').set({ enabled: 0 }).where('id', '=', first.id).execute();
  await opened.db.deleteFrom('stored_monitors').where('id', '=', second.id).execute();
  changes.publish({ is_structural: true });
  await expect.poll(() => watched.size).toBe(0);
});

test('after a restore by another process, monitors with the same id and revision are watched again', async () => {
  const monitor = await makeMonitor(opened.db);
  const { worker, watched } = startWorker('a');
  await worker.start();
  await opened.db.updateTable('stored_monitors').set({ target: 'https://restored.example.com/' }).execute();
  changes.publish({ is_structural: true, is_replaced: true });
  await expect.poll(() => watched.get(monitor.id)?.target).toMatchObject({ url: 'https://restored.example.com/' });
});

test('gives everything back when it stops', async () => {
  await makeMonitor(opened.db);
  const one = startWorker('one');
  await one.worker.start();
  await one.worker.stop();
  const other = startWorker('other');
  await other.worker.start();
  expect(other.watched.size).toBe(1);
});

test('a change that could not be read is read once the database answers again', async () => {
  const monitor = await makeMonitor(opened.db);
  let isAway = false;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (isAway) throw new Error('connection refused');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { worker, watched } = startWorker('a', opened.db.withPlugin(plugin));
  await worker.start();
  await opened.db.updateTable('stored_monitors').set({ target: 'https://other.example.com/', revision: 2 }).execute();
  isAway = true;
  changes.publish({ is_structural: true });
  await new Promise(setImmediate);
  isAway = false;
  await expect
    .poll(() => watched.get(monitor.id)?.target, { timeout: 15_000 })
    .toMatchObject({ url: 'https://other.example.com/' });
});
