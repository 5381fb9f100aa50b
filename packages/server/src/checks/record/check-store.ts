import { mostRecentChecks } from '@upvigil/core/contract/names/states';
import { limits } from '@upvigil/core/limits';
import { encodeStoredChecks } from '../../base/domain/recent-checks.ts';
import type { Database, DatabaseTransaction, InTransaction } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import { inSmallTransactions } from '../../storage/small-transactions.ts';
import type { CheckRow } from '../../storage/tables.ts';

/** A list of checks never holds more: as many as a day at the shortest interval, and some to spare. */
export const mostChecksListed = limits.listedChecks.max;
/** Checks deleted at a time; about 5 ms. */
const deletedAtOnce = 1024;

/** The checks of a monitor from a time on and before another one, newest first. */
export async function listChecks(
  db: Database,
  monitorId: number,
  {
    since,
    until,
    limit = mostChecksListed,
  }: { since?: number; until?: number | undefined; limit?: number | undefined },
): Promise<CheckRow[]> {
  return db
    .selectFrom('checks')
    .selectAll()
    .where('monitor_id', '=', monitorId)
    .$if(since !== undefined, (query) => query.where('checked_at', '>=', since ?? 0))
    .$if(until !== undefined, (query) => query.where('checked_at', '<', until ?? 0))
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The check with this id if it belongs to a URL; checks of network monitors have no endpoint. */
export async function findUrlCheck(db: Database, id: number): Promise<CheckRow | undefined> {
  return db
    .selectFrom('checks as c')
    .innerJoin('monitors as m', 'm.id', 'c.monitor_id')
    .selectAll('c')
    .where('c.id', '=', id)
    .where('m.kind', '=', 'URL')
    .executeTakeFirst();
}

/** Stores the name of a screenshot with its check. Returns false if the check was deleted meanwhile. */
export async function nameScreenshot(db: Database, checkId: number, name: string): Promise<boolean> {
  const updated = await db.updateTable('checks').set({ screenshot: name }).where('id', '=', checkId).executeTakeFirst();
  return updated.numUpdatedRows > 0;
}

/** Deletes raw checks by id. Their times limit the partitions that PostgreSQL searches. */
export async function deleteCheckRows(
  db: Database,
  checks: readonly Pick<CheckRow, 'id' | 'checked_at'>[],
): Promise<void> {
  for (const chunk of rowChunks(checks)) {
    const times = chunk.map(({ checked_at }) => checked_at);
    await db
      .deleteFrom('checks')
      .where(
        'id',
        'in',
        chunk.map(({ id }) => id),
      )
      .where('checked_at', '>=', Math.min(...times))
      .where('checked_at', '<=', Math.max(...times))
      .execute();
  }
}

/** Removes the name of a screenshot from its check. `taken_at`: time of the check, milliseconds since the epoch. */
export async function forgetScreenshot(
  db: Database,
  { name, monitor_id, taken_at }: { name: string; monitor_id: number; taken_at: number },
): Promise<void> {
  await db
    .updateTable('checks')
    .set({ screenshot: null })
    .where('monitor_id', '=', monitor_id)
    .where('checked_at', '=', taken_at)
    .where('screenshot', '=', name)
    .execute();
}

/** Deletes a raw check. Roll-ups keep counting it, because uptime covers all measurements, not only stored ones. */
export async function deleteCheck(trx: DatabaseTransaction, check: CheckRow): Promise<void> {
  await deleteCheckRows(trx, [check]);
  await keepLastCheckTrue(trx, check.monitor_id);
}

/** Result of a deletion of checks. */
interface DeletedChecks {
  deleted: number;
  screenshots: string[];
}

/**
 * Deletes all raw checks of a monitor up to now. Roll-ups keep counting them. `first`: runs the first of many
 * transactions.
 */
export async function deleteChecksOf(db: Database, monitorId: number, first: InTransaction): Promise<DeletedChecks> {
  const gone: DeletedChecks = { deleted: 0, screenshots: [] };
  const newest = await db
    .selectFrom('checks')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('monitor_id', '=', monitorId)
    .executeTakeFirst();
  const newestId = newest?.id ?? 0;
  await inSmallTransactions(db, first, async (trx) => {
    const rows = await trx
      .selectFrom('checks')
      .select(['id', 'checked_at', 'screenshot'])
      .where('monitor_id', '=', monitorId)
      .where('id', '<=', newestId)
      .orderBy('checked_at')
      .limit(deletedAtOnce)
      .execute();
    await deleteCheckRows(trx, rows);
    gone.deleted += rows.length;
    gone.screenshots.push(...rows.flatMap(({ screenshot }) => screenshot ?? []));
    return { isDone: rows.length < deletedAtOnce };
  });
  await db.transaction().execute((trx) => keepLastCheckTrue(trx, monitorId));
  return gone;
}

/**
 * After the deletion of a monitor's newest check, shows the next newest (or none), and its predecessors as the last
 * checks. Increments the revision, so that every process notices the change. A deleted older check stays among the last
 * checks, as in the roll-ups.
 */
async function keepLastCheckTrue(trx: DatabaseTransaction, monitorId: number): Promise<void> {
  const orphan = await trx
    .selectFrom('monitors as m')
    .leftJoin('checks as c', 'c.id', 'm.last_check_id')
    .select(['m.id', 'm.last_check_id', 'm.response_time_threshold_seconds'])
    .where('m.id', '=', monitorId)
    .where('m.last_check_id', 'is not', null)
    .where('c.id', 'is', null)
    .executeTakeFirst();
  if (!orphan) return;
  const left = await listChecks(trx, monitorId, { limit: mostRecentChecks });
  const [newest] = left;
  await trx
    .updateTable('stored_monitors')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      last_check_id: newest?.id ?? null,
      last_check_time: newest?.checked_at ?? null,
      is_up: newest?.is_up ?? null,
      recent_checks: encodeStoredChecks(left, orphan.response_time_threshold_seconds),
    }))
    .where('id', '=', monitorId)
    // Another process may have stored a newer check meanwhile.
    .where('last_check_id', '=', orphan.last_check_id)
    .execute();
}
