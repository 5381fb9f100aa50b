import { type Command, commandSchema } from '@upvigil/core/contract/commands';
import { command } from '@upvigil/core/contract/monitor-kinds/command';
import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import { readNetworkOptions } from '@upvigil/core/contract/monitor-kinds/stored-network-options';
import { type ExpressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';
import type { CommandMonitor } from './command-share.ts';

/**
 * Milliseconds since the epoch by the database's clock, so that workers agree on who is alive. PostgreSQL only. The
 * time is fixed within a statement: with a running clock PostgreSQL looked up the live worker of each monitor anew,
 * which took 0.8 s a beat with 70,000 monitors.
 */
const databaseNow = sql<number>`floor(extract(epoch from statement_timestamp()) * 1000)::bigint`;

/** The numbers of workers and monitors, and this worker's part. */
export interface Shares {
  workers: number;
  monitors: number;
  mine: number;
}

/**
 * Records that this worker is alive, which renews its leases, with its commands, and deletes workers that have been silent
 * for long.
 */
export async function sayAlive(
  db: Database,
  workerId: string,
  forgetAfterMilliseconds: number,
  own: readonly Command[] = [],
): Promise<void> {
  const commands = JSON.stringify(own);
  await db
    .insertInto('workers')
    .values({ id: workerId, seen_at: databaseNow, commands })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: databaseNow, commands }))
    .execute();
  await db
    .deleteFrom('workers')
    .where('seen_at', '<', sql<number>`${databaseNow} - ${sql.lit(forgetAfterMilliseconds)}`)
    .execute();
}

/** Counts live workers (seen within the lease) and enabled monitors without a command. */
export async function countShares(db: Database, workerId: string, leaseMilliseconds: number): Promise<Shares> {
  const row = await db
    .selectFrom('monitors')
    .where('enabled', '=', 1)
    .where('kind', 'not in', [heartbeatKind.type, command.type])
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('monitors'),
      fn.count<number>('id').filterWhere('lease_owner', '=', workerId).as('mine'),
      eb
        .selectFrom('workers')
        .select(eb.fn.countAll<number>().as('count'))
        .where('seen_at', '>=', aliveSince(leaseMilliseconds))
        .as('workers'),
    ])
    .executeTakeFirstOrThrow();
  return { ...row, workers: row.workers ?? 0 };
}

const aliveSince = (leaseMilliseconds: number) => sql<number>`${databaseNow} - ${sql.lit(leaseMilliseconds)}`;

/**
 * Takes up to `count` enabled monitors without a command and without a live worker, the longest overdue first. Concurrent workers get
 * different ones: each skips the rows that the other has locked. Returns their ids.
 */
export async function claimFree(
  db: Database,
  workerId: string,
  count: number,
  leaseMilliseconds: number,
): Promise<number[]> {
  const isOwnerAlive = (eb: ExpressionBuilder<Tables, 'monitors'>) =>
    eb.exists(
      eb
        .selectFrom('workers')
        .select('workers.id')
        .whereRef('workers.id', '=', 'monitors.lease_owner')
        .where('workers.seen_at', '>=', aliveSince(leaseMilliseconds)),
    );
  const claimed = await db
    .updateTable('stored_monitors')
    .set({ lease_owner: workerId })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('monitors')
        .select('id')
        .where('enabled', '=', 1)
        .where('kind', 'not in', [heartbeatKind.type, command.type])
        .where((inner) => inner.not(isOwnerAlive(inner)))
        .orderBy('next_due_at', (order) => order.asc().nullsFirst())
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  return claimed.map(({ id }) => id);
}

/** The live workers with their commands. */
export async function readLiveWorkers(
  db: Database,
  leaseMilliseconds: number,
): Promise<{ id: string; commands: Command[] }[]> {
  const rows = await db
    .selectFrom('workers')
    .select(['id', 'commands'])
    .where('seen_at', '>=', aliveSince(leaseMilliseconds))
    .execute();
  return rows.map(({ id, commands }) => ({ id, commands: readCommands(commands) }));
}

const storedCommands = z.array(commandSchema);
const readCommands = (text: string | null): Command[] => (text === null ? [] : storedCommands.parse(JSON.parse(text)));

/** The enabled monitors with a command, without the lease of a dead worker. */
export async function listCommandMonitors(db: Database, liveWorkers: readonly string[]): Promise<CommandMonitor[]> {
  const rows = await db
    .selectFrom('monitors')
    .select(['id', 'options', 'lease_owner'])
    .where('kind', '=', command.type)
    .where('enabled', '=', 1)
    .execute();
  return rows.map(({ id, options, lease_owner }) => ({
    id,
    command: readNetworkOptions(options).options?.command ?? '',
    owner: lease_owner !== null && liveWorkers.includes(lease_owner) ? lease_owner : null,
  }));
}

/** Takes those of these monitors that no live worker has. Returns their ids. */
export async function claimThese(
  db: Database,
  workerId: string,
  ids: readonly number[],
  leaseMilliseconds: number,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const claimed = await db
    .updateTable('stored_monitors')
    .set({ lease_owner: workerId })
    .where('id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb('lease_owner', 'is', null),
        eb(
          'lease_owner',
          'not in',
          eb.selectFrom('workers').select('workers.id').where('workers.seen_at', '>=', aliveSince(leaseMilliseconds)),
        ),
      ]),
    )
    .returning('id')
    .execute();
  return claimed.map(({ id }) => id);
}

export async function release(db: Database, workerId: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('stored_monitors')
    .set({ lease_owner: null })
    .where('lease_owner', '=', workerId)
    .where('id', 'in', ids)
    .execute();
}

/** Gives all monitors of a worker back, and removes the worker. */
export async function releaseAll(db: Database, workerId: string): Promise<void> {
  await db.updateTable('stored_monitors').set({ lease_owner: null }).where('lease_owner', '=', workerId).execute();
  await db.deleteFrom('workers').where('id', '=', workerId).execute();
}

export async function listMine(db: Database, workerId: string): Promise<number[]> {
  const rows = await db.selectFrom('monitors').select('id').where('lease_owner', '=', workerId).execute();
  return rows.map(({ id }) => id);
}
