import type { Database } from '../../storage/database.ts';

/** Names of all websites by their ids. */
export async function readWebsiteNames(db: Database): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('websites').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How many pages are read to find some of different hosts. */
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

/** How many enabled monitors there are of the kind ICMP_PING. */
export async function countPings(db: Database): Promise<number> {
  const row = await db
    .selectFrom('monitors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'ICMP_PING')
    .where('enabled', '=', 1)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** What waits in the outbox although it could go. */
interface OutboxState {
  waiting: number;
  /** Since when the oldest waits, milliseconds since the epoch; null when none does. */
  oldest: number | null;
  /** Why its last attempt failed; null where there was none. */
  reason: string | null;
}

/**
 * Deliveries that are due, or failed and are tried again. Deferred ones do not count. `now`:
 * milliseconds since the epoch.
 */
export async function readOutbox(db: Database, now: number): Promise<OutboxState> {
  const due = db
    .selectFrom('deliveries')
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('next_attempt_at', '<=', now), eb('attempts', '>', 0)]));
  const row = await due
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('count'),
      // A failed delivery waits since it was created, an untried one since it was due.
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
