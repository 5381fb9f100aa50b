import { readNetworkOptions } from '@upvigil/core/contract/monitor-kinds/stored-network-options';
import { leaseTimes } from '../../base/domain/lease-times.ts';
import type { Database } from '../../storage/database.ts';
import { readLiveWorkers } from '../sharing/lease-store.ts';

export async function readWebsiteNames(db: Database): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('websites').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Pages to read in search of different hosts. */
const mostPages = 200;

/** URLs of enabled monitors that were up at their last check. */
export async function readPageTargets(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('monitors')
    .select('target')
    .where('kind', '=', 'URL')
    .where('enabled', '=', 1)
    .where('is_up', '=', 1)
    .orderBy('id')
    .limit(mostPages)
    .execute();
  return rows.map(({ target }) => target);
}

/** The number of enabled ICMP_PING monitors. */
export async function countPings(db: Database): Promise<number> {
  const row = await db
    .selectFrom('monitors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'ICMP_PING')
    .where('enabled', '=', 1)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** The names of the commands of enabled monitors. */
export async function readNeededCommands(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('monitors')
    .select('options')
    .where('kind', '=', 'COMMAND')
    .where('enabled', '=', 1)
    .execute();
  return [...new Set(rows.map(({ options }) => readNetworkOptions(options).options?.command ?? ''))].sort();
}

/** The names of the commands that live workers report. PostgreSQL only. */
export const readWorkerCommandNames = async (db: Database): Promise<string[]> =>
  (await readLiveWorkers(db, leaseTimes.leaseMilliseconds)).flatMap(({ commands }) => commands.map(({ name }) => name));

/** Messages of the outbox that could be sent now. */
interface OutboxState {
  waiting: number;
  /** Start of the longest wait, milliseconds since the epoch; null when none waits. */
  oldest: number | null;
  /** The last error of the oldest; null without attempts. */
  reason: string | null;
}

/** Deliveries that are due or are being retried. Leaves out deferred ones. `now`: milliseconds since the epoch. */
export async function readOutbox(db: Database, now: number): Promise<OutboxState> {
  const due = db
    .selectFrom('deliveries')
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('next_attempt_at', '<=', now), eb('attempts', '>', 0)]));
  const row = await due
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('count'),
      // A failed delivery has waited since its creation, an untried one since it was due.
      fn
        .min(eb.case().when('attempts', '>', 0).then(eb.ref('created_at')).else(eb.ref('next_attempt_at')).end())
        .as('oldest'),
    ])
    .executeTakeFirst();
  const failed = await due
    .select('reason')
    .where('reason', 'is not', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  const oldest = row?.oldest ?? null;
  return {
    waiting: Number(row?.count ?? 0),
    oldest: oldest === null ? null : Number(oldest),
    reason: failed?.reason ?? null,
  };
}
