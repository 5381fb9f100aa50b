import type { Database } from '../../../storage/database.ts';
import { bucketStarts, bucketWidths } from './rollup.ts';
import type { WindowSegment } from './window.ts';

/** Rows of up to this many monitors are looked up one by one; for more, reading all rows of the time is cheaper. */
const mostLookedUp = 256;

/**
 * Roll-up rows `r` of a segment of a window, of some monitors or all. Rows are stored by time and then by monitor, so a
 * few monitors' rows are found by naming each bucket. For many monitors, rows of others may come along.
 */
export function selectRollups(db: Database, { table, from, to }: WindowSegment, monitorIds: readonly number[] | 'all') {
  const rows = db.selectFrom(`${table} as r`);
  if (monitorIds === 'all' || monitorIds.length > mostLookedUp) {
    return rows.where('r.bucket_start', '>=', from).where('r.bucket_start', '<', to);
  }
  // An empty list is no valid SQL; ids are positive, so 0 finds nothing.
  const ids = monitorIds.length > 0 ? monitorIds : [0];
  return rows
    .where('r.bucket_start', 'in', bucketStarts(from, to, bucketWidths[table]))
    .where('r.monitor_id', 'in', ids);
}
