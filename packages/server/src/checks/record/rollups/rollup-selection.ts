import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { bucketStarts, bucketWidths } from './rollup.ts';
import type { WindowSegment } from './window.ts';

/** Rows of up to this many monitors are looked up one by one; beyond it, reading all rows of the time is cheaper. */
const mostLookedUp = 256;

/**
 * Roll-up rows `r` in a segment of a window, of some or all monitors. Rows are stored by time and then by monitor, so
 * those of a few monitors are found by naming each bucket. For many monitors, the result may contain rows of others.
 */
export function selectRollups(db: Database, { table, from, to }: WindowSegment, monitorIds: readonly number[] | 'all') {
  const rows = db.selectFrom(`${table} as r`);
  if (monitorIds === 'all' || monitorIds.length > mostLookedUp) {
    return rows.where('r.bucket_start', '>=', from).where('r.bucket_start', '<', to);
  }
  // An empty list is invalid SQL; ids are positive, so 0 finds nothing.
  const ids = monitorIds.length > 0 ? monitorIds : [0];
  return rows
    .where('r.bucket_start', 'in', bucketStarts(from, to, bucketWidths[table]))
    .where('r.monitor_id', 'in', ids);
}

/** Sum of the observed time of roll-ups; null if one does not have it, as rows of earlier versions. */
export const observedSum = (table: string) =>
  sql<number | null>`case when count(*) = count(${sql.ref(`${table}.observed_seconds`)})
    then sum(${sql.ref(`${table}.observed_seconds`)}) end`;
