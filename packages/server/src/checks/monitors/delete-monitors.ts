import { type SqlBool, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import { lockSetting } from '../../storage/settings/setting-store.ts';
import { inSmallSteps } from '../../storage/small-steps.ts';
import { rollupTables } from '../record/rollups/rollup.ts';
import { forgetSumsOf } from '../record/rollups/website-sums-store.ts';
import { parentsLockKey } from './parents.ts';

/** Rows deleted at a time; takes about 5 ms. */
const deletedAtOnce = 1024;

interface DeletionDeps {
  db: Database;
  /** Removes the screenshots of deleted checks. */
  removeScreenshots(names: readonly string[]): Promise<void>;
  /** Whether to abandon the work; the next start continues it. */
  isStopped?(): boolean;
}

/** Soft-deletes a website with all its monitors. Returns their ids. */
export async function markWebsite(trx: DatabaseTransaction, id: number, now: number): Promise<number[]> {
  await trx.updateTable('stored_websites').set({ deleted_at: now }).where('id', '=', id).execute();
  const monitors = await trx.selectFrom('monitors').select('id').where('website_id', '=', id).execute();
  const ids = monitors.map((monitor) => monitor.id);
  await trx.deleteFrom('silences').where('website_id', '=', id).execute();
  await trx.deleteFrom('marks').where('website_id', '=', id).execute();
  await markMonitors(trx, ids, now);
  return ids;
}

/**
 * Soft-deletes monitors: from the commit on they are invisible, and their pending alerts are not sent. Increments their
 * revision, so that a process with a running check rereads the row and finds none. `now`: milliseconds since the epoch.
 */
export async function markMonitors(trx: DatabaseTransaction, ids: readonly number[], now: number): Promise<void> {
  for (const chunk of rowChunks(ids)) {
    await forgetSumsOf(trx, chunk);
    await trx
      .updateTable('stored_monitors')
      .set((eb) => ({ deleted_at: now, revision: eb('revision', '+', 1) }))
      .where('id', 'in', chunk)
      .execute();
    await clearParent(trx, chunk);
    // Their keys are free at once.
    await trx.deleteFrom('heartbeats').where('monitor_id', 'in', chunk).execute();
    await trx.deleteFrom('silences').where('monitor_id', 'in', chunk).execute();
    await trx
      .deleteFrom('deliveries')
      .where('status', '=', 'pending')
      .where('alert_id', 'in', (eb) => eb.selectFrom('alerts').select('id').where('monitor_id', 'in', chunk))
      .execute();
  }
}

async function clearParent(db: Database, parentIds: readonly number[]): Promise<void> {
  await db
    .updateTable('stored_monitors')
    .set((eb) => ({ parent_id: null, revision: eb('revision', '+', 1) }))
    .where('parent_id', 'in', parentIds)
    .execute();
}

/** Clears the parent of monitors that got it from an edit that began before the deletion and ended after it. */
async function clearLateChildren(db: Database, ids: readonly number[]): Promise<void> {
  // Waits for these edits. Without the lock afterwards, because edits lock their monitor before the setting.
  await db.transaction().execute((trx) => lockSetting(trx, parentsLockKey, 'null'));
  for (const chunk of rowChunks(ids)) await clearParent(db, chunk);
}

/**
 * Deletes soft-deleted monitors with all dependent rows; large tables first, in small steps. If the process is killed,
 * `finishDeletions` continues. Every statement checks `deleted_at`, because a restore may bring a monitor back
 * meanwhile.
 */
export async function deleteMonitors(deps: DeletionDeps, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await clearLateChildren(deps.db, ids);
  for (const id of ids) {
    const steps = [deleteSomeChecks, ...rollupTables.map(deleteSomeRollups), deleteSomeAlerts, deleteRow];
    for (const step of steps) {
      await inSmallSteps(async () => ({ isDone: deps.isStopped?.() === true || (await step(deps, id)) }));
    }
  }
}

/** Deletes a soft-deleted website with its monitors, including those added concurrently. Returns the ids of all. */
export async function deleteWebsite(deps: DeletionDeps, id: number): Promise<number[]> {
  const { db } = deps;
  const website = await db.selectFrom('stored_websites').select('deleted_at').where('id', '=', id).executeTakeFirst();
  if (!website?.deleted_at) return [];
  const monitors = await db.selectFrom('stored_monitors').select('id').where('website_id', '=', id).execute();
  const ids = monitors.map((monitor) => monitor.id);
  const { deleted_at } = website;
  await db.transaction().execute((trx) => markMonitors(trx, ids, deleted_at));
  await deleteMonitors(deps, ids);
  if (deps.isStopped?.()) return ids;
  await db.deleteFrom('stored_websites').where('id', '=', id).where('deleted_at', 'is not', null).execute();
  return ids;
}

/** Completes deletions that were interrupted (by a kill, say). */
export async function finishDeletions(deps: DeletionDeps): Promise<void> {
  const marked = (table: 'stored_monitors' | 'stored_websites') =>
    deps.db.selectFrom(table).select('id').where('deleted_at', 'is not', null).orderBy('id').execute();
  for (const { id } of await marked('stored_websites')) await deleteWebsite(deps, id);
  const monitors = await marked('stored_monitors');
  await deleteMonitors(
    deps,
    monitors.map(({ id }) => id),
  );
}

const isMarked = (monitorId: number) =>
  sql<SqlBool>`exists (select 1 from stored_monitors where id = ${monitorId} and deleted_at is not null)`;

/** Deletes some rows. Returns whether none are left. */
type Step = (deps: DeletionDeps, monitorId: number) => Promise<boolean>;

const deleteSomeChecks: Step = async ({ db, removeScreenshots }, monitorId) => {
  const rows = await db
    .selectFrom('checks')
    .select(['checked_at', 'screenshot'])
    .where('monitor_id', '=', monitorId)
    .where(isMarked(monitorId))
    .orderBy('checked_at')
    .limit(deletedAtOnce)
    .execute();
  const last = rows.at(-1);
  if (!last) return true;
  // Before the rows, which are the only place with these names.
  await removeScreenshots(rows.flatMap(({ screenshot }) => screenshot ?? []));
  await db
    .deleteFrom('checks')
    .where('monitor_id', '=', monitorId)
    .where('checked_at', '>=', rows[0]?.checked_at ?? 0)
    .where('checked_at', '<=', last.checked_at)
    .where(isMarked(monitorId))
    .execute();
  return rows.length < deletedAtOnce;
};

const deleteSomeRollups =
  (table: (typeof rollupTables)[number]): Step =>
  async ({ db }, monitorId) => {
    const rows = await db
      .selectFrom(table)
      .select('bucket_start')
      .where('monitor_id', '=', monitorId)
      .where(isMarked(monitorId))
      .orderBy('bucket_start')
      .limit(deletedAtOnce)
      .execute();
    const last = rows.at(-1);
    if (!last) return true;
    await db
      .deleteFrom(table)
      .where('monitor_id', '=', monitorId)
      .where('bucket_start', '<=', last.bucket_start)
      .where(isMarked(monitorId))
      .execute();
    return rows.length < deletedAtOnce;
  };

const deleteSomeAlerts: Step = async ({ db }, monitorId) => {
  const some = db.selectFrom('alerts').select('id').where('monitor_id', '=', monitorId).limit(deletedAtOnce);
  const { numDeletedRows } = await db
    .deleteFrom('alerts')
    .where('id', 'in', some)
    .where(isMarked(monitorId))
    .executeTakeFirstOrThrow();
  return numDeletedRows < deletedAtOnce;
};

/** Also deletes rows that were added in the meantime. */
const deleteRow: Step = async ({ db }, monitorId) => {
  await db.deleteFrom('stored_monitors').where('id', '=', monitorId).where('deleted_at', 'is not', null).execute();
  return true;
};
