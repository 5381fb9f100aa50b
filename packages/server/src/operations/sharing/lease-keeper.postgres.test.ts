import type { Command } from '@upvigil/core/contract/commands';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { leaseTimes } from '../../base/domain/lease-times.ts';
import { makeMonitor, makeWebsite } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createLeaseKeeper, type LeaseHolder, type LeaseKeeper } from './lease-keeper.ts';
import { claimFree, sayAlive } from './lease-store.ts';

let opened: TestStorage;
const keepers: LeaseKeeper[] = [];
beforeEach(async () => {
  opened = await openTestStorage();
});
afterEach(async () => {
  for (const keeper of keepers.splice(0)) await keeper.stop();
  await opened.close();
});

function worker(
  workerId: string,
  given: Partial<LeaseHolder> = {},
  commands: readonly Command[] = [],
): { watched: Set<number>; keeper: LeaseKeeper } {
  const watched = new Set<number>();
  const keeper = createLeaseKeeper({
    db: opened.db,
    clock: systemClock,
    workerId,
    commands: () => commands,
    holder: {
      watch: async (ids) => {
        for (const id of ids) watched.add(id);
      },
      forget: (ids) => {
        for (const id of ids) watched.delete(id);
      },
      giveUp: async (count) => {
        const ids = [...watched].slice(0, count);
        for (const id of ids) watched.delete(id);
        return ids;
      },
      storeResults: async () => undefined,
      allowUntil: () => undefined,
      ...given,
    },
    log: { warn: () => undefined },
  });
  keepers.push(keeper);
  return { watched, keeper };
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

async function makeMonitors(count: number, given: { next_due_at?: number; enabled?: 0 } = {}): Promise<void> {
  const { id: website_id } = await makeWebsite(opened.db);
  for (let at = 0; at < count; at++) await makeMonitor(opened.db, { website_id, ...given });
}

async function manyMonitors(count: number): Promise<void> {
  const { id: website_id } = await makeWebsite(opened.db);
  await sql`insert into stored_monitors (website_id, kind, target, check_mode, timeout_seconds, check_interval_seconds,
      response_time_threshold_seconds, failure_threshold, enabled, created_at)
    select ${website_id}, 'URL', 'https://example.com/' || n, 'http', 10, 60, 5, 2, 1, 0
    from generate_series(1, ${sql.lit(count)}) n`.execute(opened.db);
}

test('workers that start together share all monitors, each once', async () => {
  await makeMonitors(31);
  const workers = ['a', 'b', 'c'].map((id) => worker(id));
  await Promise.all(workers.map(({ keeper }) => keeper.start()));
  for (const { keeper } of workers) keeper.wake();
  await expect.poll(() => workers.reduce((sum, { watched }) => sum + watched.size, 0)).toBe(31);
  expect(new Set(workers.flatMap(({ watched }) => [...watched])).size).toBe(31);
});

test('a new worker gets its share from those that have all', async () => {
  await makeMonitors(20, { next_due_at: Date.now() + 60_000 });
  const first = worker('first');
  await first.keeper.start();
  expect(first.watched.size).toBe(20);
  const second = worker('second');
  await second.keeper.start();
  first.keeper.wake();
  await expect.poll(() => first.watched.size).toBe(10);
  await expect
    .poll(() => {
      second.keeper.wake();
      return second.watched.size;
    })
    .toBe(10);
  expect([...first.watched].some((id) => second.watched.has(id))).toBe(false);
});

test('keeps monitors with a running check', async () => {
  await makeMonitors(10);
  const first = worker('first', { giveUp: async () => [] });
  await first.keeper.start();
  const second = worker('second');
  await second.keeper.start();
  await first.keeper.start();
  expect(first.watched.size).toBe(10);
});

test('results are stored before a handover, and monitors are watched again when it fails', async () => {
  await makeMonitors(10);
  let isDatabaseSick = true;
  const first = worker('first', {
    storeResults: async () => {
      if (isDatabaseSick) throw new Error('The database refuses results');
    },
  });
  await first.keeper.start();
  const second = worker('second');
  await second.keeper.start();
  await first.keeper.start();
  expect(first.watched.size).toBe(5);
  await second.keeper.start();
  expect(second.watched.size).toBe(0);
  isDatabaseSick = false;
  await first.keeper.start();
  await second.keeper.start();
  expect(second.watched.size).toBe(5);
  expect(first.watched.size + second.watched.size).toBe(10);
});

test('a large excess is handed over without waiting for the next beats', async () => {
  await manyMonitors(23_000);
  const first = worker('first');
  await first.keeper.start();
  await expect.poll(() => first.watched.size).toBe(23_000);
  await sayAlive(opened.db, 'second', leaseTimes.forgetWorkerMilliseconds);
  first.keeper.wake();
  await expect.poll(() => first.watched.size, { timeout: leaseTimes.beatMilliseconds - 500 }).toBe(11_500);
});

test('a worker that is silent for a lease loses its monitors', async () => {
  await makeMonitors(5);
  await sayAlive(opened.db, 'silent', leaseTimes.forgetWorkerMilliseconds);
  await claimFree(opened.db, 'silent', 5, leaseTimes.leaseMilliseconds);
  const other = worker('other');
  await other.keeper.start();
  expect(other.watched.size).toBe(0);
  await opened.db
    .updateTable('workers')
    .set((eb) => ({ seen_at: eb('seen_at', '-', leaseTimes.leaseMilliseconds + 1) }))
    .where('id', '=', 'silent')
    .execute();
  await other.keeper.start();
  expect(other.watched.size).toBe(5);
});

test('a worker that was taken for dead forgets monitors that others took', async () => {
  await makeMonitors(4);
  const paused = worker('paused');
  await paused.keeper.start();
  expect(paused.watched.size).toBe(4);
  await opened.db.updateTable('stored_monitors').set({ lease_owner: 'other' }).execute();
  await sayAlive(opened.db, 'other', leaseTimes.forgetWorkerMilliseconds);
  await paused.keeper.start();
  expect(paused.watched.size).toBe(0);
});

test('a monitor with a command runs only on a worker that has it, and on any if none has it', async () => {
  const { id: website_id } = await makeWebsite(opened.db);
  const options = JSON.stringify({ options: { command: 'disk' } });
  for (let at = 0; at < 4; at++) await makeMonitor(opened.db, { website_id, kind: 'COMMAND', options });
  const disk: Command = { name: 'disk', title: 'Disk space', parameters: [], location_ids: [] };
  const without = worker('a-without');
  await without.keeper.start();
  expect(without.watched.size).toBe(4);
  const able = worker('b-able', {}, [disk]);
  await able.keeper.start();
  expect(able.watched.size).toBe(0);
  await without.keeper.start();
  await able.keeper.start();
  expect([without.watched.size, able.watched.size]).toEqual([0, 4]);
  await able.keeper.stop();
  await without.keeper.start();
  expect(without.watched.size).toBe(4);
});

test('a worker that stops gives everything back at once', async () => {
  await makeMonitors(3);
  const first = worker('first');
  await first.keeper.start();
  await first.keeper.stop();
  const second = worker('second');
  await second.keeper.start();
  expect(second.watched.size).toBe(3);
});

test('disabled monitors belong to no worker', async () => {
  await makeMonitors(3, { enabled: 0 });
  const only = worker('only');
  await only.keeper.start();
  expect(only.watched.size).toBe(0);
});

test('a start with more monitors than one beat takes does not wait for the next beats', async () => {
  await manyMonitors(21_000);
  const { watched, keeper } = worker('alone');
  await keeper.start();
  await expect.poll(() => watched.size, { timeout: leaseTimes.beatMilliseconds - 500 }).toBe(21_000);
});

test('monitors that a dead worker was writing to when it was stopped are taken too', async () => {
  await makeMonitors(5);
  await sayAlive(opened.db, 'silent', leaseTimes.forgetWorkerMilliseconds);
  const hadIt = await claimFree(opened.db, 'silent', 5, leaseTimes.leaseMilliseconds);
  const isWriting = withResolvers();
  const isFreed = withResolvers();
  const writing = opened.db.transaction().execute(async (trx) => {
    // As on every connection, only shorter.
    await sql`set local idle_in_transaction_session_timeout = 300`.execute(trx);
    await trx.updateTable('stored_monitors').set({ is_up: 1 }).where('id', 'in', hadIt.slice(0, 2)).execute();
    isWriting.resolve();
    await isFreed.promise;
  });
  await isWriting.promise;
  await opened.db.deleteFrom('workers').where('id', '=', 'silent').execute();
  const { watched, keeper } = worker('alive');
  await keeper.start();
  expect(watched.size).toBe(3);
  await expect
    .poll(
      () => {
        keeper.wake();
        return watched.size;
      },
      { timeout: 15_000 },
    )
    .toBe(5);
  isFreed.resolve();
  await expect(writing).rejects.toThrow();
});
