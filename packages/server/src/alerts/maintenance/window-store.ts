import { type MaintenanceInput, type MaintenanceWindow, maintenanceInput } from '@upvigil/core/contract/maintenance';
import { dayMs } from '@upvigil/core/time';
import { type SqlBool, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import type { MaintenanceWindowRow } from '../../storage/tables/maintenance-tables.ts';
import { timeOf } from '../../storage/wire-format.ts';

export interface StoredWindow extends Pick<MaintenanceWindowRow, 'id' | 'created_at' | 'updated_at'> {
  input: MaintenanceInput;
}

/** The same schema writes and reads it. */
export const contentOf = (content: string): MaintenanceInput => maintenanceInput.parse(JSON.parse(content));

/** All windows, newest first, or the one with this id. */
export async function readWindows(db: Database, id?: number): Promise<StoredWindow[]> {
  const rows = await db
    .selectFrom('maintenance_windows')
    .select(['id', 'content', 'created_at', 'updated_at'])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ content, ...row }) => ({ ...row, input: contentOf(content) }));
}

export const windowAnswer = ({ id, input, created_at, updated_at }: StoredWindow): MaintenanceWindow => ({
  id,
  ...input,
  created_at: timeOf(created_at),
  updated_at: timeOf(updated_at),
});

/** Counts windows that are not over, so that a script that keeps starting maintenance does not reach the limit. */
export async function countWindows(db: Database, now: number): Promise<number> {
  const row = await db
    .selectFrom('maintenance_windows as w')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ not }) => not(isOverBefore(now)))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Windows that ended before this are deleted with their runs. Feeds list them as long. */
const keptMs = 90 * dayMs;

export async function forgetOldWindows(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('maintenance_windows')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('maintenance_windows as w')
        .select('w.id')
        .where(isOverBefore(now - keptMs)),
    )
    .execute();
}

/** Has no future runs: it takes place once, and its run had ended by `time`. A window far ahead has no run yet. */
const isOverBefore = (time: number) => sql<SqlBool>`(
  w.content not like '%"rrule":"%'
  and exists (select 1 from maintenance_runs r where r.window_id = w.id)
  and not exists (select 1 from maintenance_runs r where r.window_id = w.id and r.ends_at > ${time})
)`;

/** Returns the new id. `start_key`: null when none was given. */
export async function insertWindow(
  db: Database,
  input: MaintenanceInput,
  { start_key, now }: { start_key: string | null; now: number },
): Promise<number> {
  const { id } = await db
    .insertInto('maintenance_windows')
    .values({ content: JSON.stringify(input), start_key, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateWindow(
  trx: DatabaseTransaction,
  id: number,
  input: MaintenanceInput,
  now: number,
): Promise<void> {
  await trx
    .updateTable('maintenance_windows')
    .set({ content: JSON.stringify(input), updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function deleteWindow(trx: DatabaseTransaction, id: number): Promise<void> {
  await trx.deleteFrom('maintenance_windows').where('id', '=', id).execute();
}

/** The window that a start with this key created. */
export async function findByKey(db: Database, key: string): Promise<number | undefined> {
  const row = await db.selectFrom('maintenance_windows').select('id').where('start_key', '=', key).executeTakeFirst();
  return row?.id;
}

/** Ids without a website or monitor. */
export async function findUnknownTargets(
  db: Database,
  { website_ids, monitor_ids }: Pick<MaintenanceInput, 'website_ids' | 'monitor_ids'>,
): Promise<{ websites: number[]; monitors: number[] }> {
  const missing = async (table: 'websites' | 'monitors', ids: readonly number[]): Promise<number[]> => {
    if (ids.length === 0) return [];
    const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute();
    const found = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !found.has(id));
  };
  return { websites: await missing('websites', website_ids), monitors: await missing('monitors', monitor_ids) };
}
