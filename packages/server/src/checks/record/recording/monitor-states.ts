import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import { compiledForRows } from '../../../storage/statements/compiled-rows.ts';
import type { MonitorRow } from '../../../storage/tables.ts';

/** Another process changed a monitor between the read and the write. The batch should be retried. */
export class MonitorChangedError extends Error {
  override readonly name = 'MonitorChangedError';
}

/** The columns of a monitor that checks change. */
const stateColumns = [
  'is_up',
  'last_check_id',
  'last_check_time',
  'next_due_at',
  'outage_streak',
  'slow_streak',
  'metadata_streak',
  'outage_alert_id',
  'slow_alert_id',
  'metadata_alert_id',
  'recent_checks',
  'outage_began_at',
] as const satisfies (keyof MonitorRow)[];

/** A monitor as read and as it will be written. */
interface StateChange {
  before: MonitorRow;
  after: MonitorRow;
}

/**
 * Writes the state of monitors, but only over rows that are unchanged since they were read. Every edit and every check
 * changes `revision` or `last_check_id`.
 * @throws MonitorChangedError if a row has changed
 */
export async function writeStates(trx: DatabaseTransaction, changes: readonly StateChange[]): Promise<void> {
  for (const chunk of rowChunks(changes)) {
    const { numAffectedRows } = await updateStates(trx, chunk);
    if (Number(numAffectedRows) !== chunk.length) {
      throw new MonitorChangedError('A monitor was changed while its checks were written');
    }
  }
}

const valueColumns = ['id', 'revision', 'previous_check_id', ...stateColumns] as const;
type States = Record<Exclude<(typeof valueColumns)[number], 'recent_checks'>, number> & { recent_checks: string };

const updateStates = compiledForRows(valuesOf, (db, changes: readonly StateChange[]) =>
  db
    .with(
      `states(${valueColumns.join(', ')})` as 'states',
      () => sql<States>`(values ${sql.join(changes.map(valuesRow))})`,
    )
    .updateTable('stored_monitors')
    .from('states')
    .set((eb) => ({
      is_up: eb.ref('states.is_up').$castTo<0 | 1>(),
      last_check_id: eb.ref('states.last_check_id'),
      last_check_time: eb.ref('states.last_check_time'),
      next_due_at: eb.fn.coalesce('states.next_due_at', 'stored_monitors.next_due_at'),
      outage_streak: eb.ref('states.outage_streak'),
      slow_streak: eb.ref('states.slow_streak'),
      metadata_streak: eb.ref('states.metadata_streak'),
      outage_alert_id: eb.ref('states.outage_alert_id'),
      slow_alert_id: eb.ref('states.slow_alert_id'),
      metadata_alert_id: eb.ref('states.metadata_alert_id'),
      recent_checks: eb.ref('states.recent_checks'),
      outage_began_at: eb.ref('states.outage_began_at'),
    }))
    .whereRef('stored_monitors.id', '=', 'states.id')
    .whereRef('stored_monitors.revision', '=', 'states.revision')
    .where((eb) => eb('stored_monitors.last_check_id', 'is not distinct from', eb.ref('states.previous_check_id'))),
);

function valuesOf({ before, after }: StateChange): (number | string | null)[] {
  return [before.id, before.revision, before.last_check_id, ...stateColumns.map((column) => after[column])];
}

/** The first row of a VALUES list determines the types, so it has casts: integers, and the text of the last checks. */
function valuesRow(change: StateChange, index: number) {
  const values = valuesOf(change);
  if (index > 0) return sql`(${sql.join(values)})`;
  const typed = values.map((value, place) =>
    valueColumns[place] === 'recent_checks' ? sql`cast(${value} as text)` : sql`cast(${value} as bigint)`,
  );
  return sql`(${sql.join(typed)})`;
}
