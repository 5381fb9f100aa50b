import type { Database, DatabaseTransaction } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import { compiledForRows } from '../../../storage/statements/compiled-rows.ts';
import type { RollupRow } from '../../../storage/tables.ts';
import type { KnownMonitor } from '../recorder-memory.ts';
import {
  addChecks,
  bucketStart,
  bucketWidths,
  type CountedCheck,
  emptyRollup,
  type RollupTableName,
  rollupTables,
} from './rollup.ts';

/** A check with its monitor and time (milliseconds since the epoch), which determine the roll-ups that count it. */
export interface PlacedCheck extends CountedCheck {
  monitor_id: number;
  checked_at: number;
}

/**
 * Adds checks to the roll-ups of all three resolutions. Takes existing rows from `known`, or else from the database,
 * and writes them back. Keeps the newest rows in `known`.
 */
export async function addToRollups(
  trx: DatabaseTransaction,
  checks: readonly PlacedCheck[],
  known: ReadonlyMap<number, KnownMonitor>,
): Promise<void> {
  for (const table of rollupTables) await addToTable(trx, table, checks, known);
}

async function addToTable(
  trx: DatabaseTransaction,
  table: RollupTableName,
  checks: readonly PlacedCheck[],
  known: ReadonlyMap<number, KnownMonitor>,
): Promise<void> {
  const changed: RollupRow[] = [];
  for (const [start, byMonitor] of groupChecks(checks, bucketWidths[table])) {
    const ids = [...byMonitor.keys()];
    const isKnown = (id: number): boolean => known.get(id)?.rollups[table]?.bucket_start === start;
    const read = await readRows(
      trx,
      table,
      start,
      ids.filter((id) => !isKnown(id)),
    );
    for (const [id, added] of byMonitor) {
      const before = isKnown(id) ? known.get(id)?.rollups[table] : read.get(id);
      const row = addChecks(before ?? emptyRollup(id, start), added);
      changed.push(row);
      keepNewest(known.get(id), table, row);
    }
  }
  await writeRollups(trx, table, changed);
}

function keepNewest(known: KnownMonitor | undefined, table: RollupTableName, row: RollupRow): void {
  if (!known) return;
  const kept = known.rollups[table];
  if (!kept || kept.bucket_start <= row.bucket_start) known.rollups[table] = row;
}

type ChecksByMonitor = Map<number, CountedCheck[]>;

/** Groups checks by the start of their bucket, then by monitor. */
function groupChecks(checks: readonly PlacedCheck[], width: number): Map<number, ChecksByMonitor> {
  const groups = new Map<number, ChecksByMonitor>();
  for (const check of checks) {
    const start = bucketStart(check.checked_at, width);
    const byMonitor = groups.get(start) ?? new Map<number, CountedCheck[]>();
    groups.set(start, byMonitor);
    const group = byMonitor.get(check.monitor_id);
    if (group) group.push(check);
    else byMonitor.set(check.monitor_id, [check]);
  }
  return groups;
}

async function readRows(
  trx: DatabaseTransaction,
  table: RollupTableName,
  start: number,
  monitorIds: readonly number[],
): Promise<Map<number, RollupRow>> {
  const found = new Map<number, RollupRow>();
  for (const ids of rowChunks(monitorIds)) {
    const rows = await trx
      .selectFrom(table)
      .selectAll()
      .where('monitor_id', 'in', ids)
      .where('bucket_start', '=', start)
      .execute();
    for (const row of rows) found.set(row.monitor_id, row);
  }
  return found;
}

/** Writes whole rows; replaces those of the same monitor and bucket. */
export async function writeRollups(db: Database, table: RollupTableName, rows: readonly RollupRow[]): Promise<void> {
  for (const chunk of rowChunks(rows)) await writers[table](db, chunk);
}

const writerOf = (table: RollupTableName) =>
  compiledForRows(
    (row: RollupRow) => Object.values(inOneOrder(row)),
    (db, rows) =>
      db
        .insertInto(table)
        .values(rows.map(inOneOrder))
        .onConflict((conflict) =>
          conflict.columns(['bucket_start', 'monitor_id']).doUpdateSet((eb) => ({
            checks: eb.ref('excluded.checks'),
            failures: eb.ref('excluded.failures'),
            slow: eb.ref('excluded.slow'),
            sum_us: eb.ref('excluded.sum_us'),
            min_us: eb.ref('excluded.min_us'),
            max_us: eb.ref('excluded.max_us'),
            sketch: eb.ref('excluded.sketch'),
            status_counts: eb.ref('excluded.status_counts'),
            maintenance_checks: eb.ref('excluded.maintenance_checks'),
            maintenance_failures: eb.ref('excluded.maintenance_failures'),
            observed_seconds: eb.ref('excluded.observed_seconds'),
          })),
        ),
  );

const writers = {
  rollups_quarter_hourly: writerOf('rollups_quarter_hourly'),
  rollups_hourly: writerOf('rollups_hourly'),
  rollups_daily: writerOf('rollups_daily'),
} satisfies Record<RollupTableName, unknown>;

/** Unifies the order of columns, which differs between read and new rows. */
function inOneOrder(row: RollupRow): RollupRow {
  const { monitor_id, bucket_start, checks, failures, slow, sum_us, min_us, max_us, sketch, status_counts } = row;
  const { maintenance_checks, maintenance_failures, observed_seconds } = row;
  return {
    monitor_id,
    bucket_start,
    checks,
    failures,
    slow,
    sum_us,
    min_us,
    max_us,
    sketch,
    status_counts,
    maintenance_checks,
    maintenance_failures,
    observed_seconds,
  };
}
