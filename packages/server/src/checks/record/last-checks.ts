import { expressionBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { CheckRow, MonitorRow, Tables } from '../../storage/tables.ts';

/**
 * A column of the newest check of the monitor `m`, as a subquery; null without one. Its time limits the partitions that
 * PostgreSQL searches: with many monitors, a join would read all of them.
 */
export const lastCheckColumn = (column: 'id' | 'response_time_us') =>
  expressionBuilder<Tables & { m: Tables['monitors'] }, 'm'>()
    .selectFrom('checks as c')
    .select(`c.${column} as value`)
    .whereRef('c.monitor_id', '=', 'm.id')
    .whereRef('c.checked_at', '=', 'm.last_check_time')
    .orderBy('c.id', 'desc')
    .limit(1);

/** More would exceed SQLite's limit of parameters. */
const mostAtOnce = 8192;

/** The checks with these ids and times, by id, in as few statements as possible. */
export async function readLastChecks(
  db: Database,
  monitors: readonly (Pick<MonitorRow, 'last_check_time'> & { newest_check_id: number | null })[],
): Promise<Map<number, CheckRow>> {
  const found = new Map<number, CheckRow>();
  const ids = monitors.flatMap(({ newest_check_id }) => newest_check_id ?? []);
  const times = monitors.flatMap(({ newest_check_id, last_check_time }) =>
    newest_check_id === null ? [] : (last_check_time ?? []),
  );
  for (let at = 0; at < ids.length; at += mostAtOnce) {
    const rows = await db
      .selectFrom('checks')
      .selectAll()
      .where('id', 'in', padded(ids.slice(at, at + mostAtOnce)))
      .where('checked_at', 'in', padded(times.slice(at, at + mostAtOnce)))
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** Pads to the next power of two by repeating the last value, so that few different statements are prepared. */
function padded(values: readonly number[]): number[] {
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return Array.from({ length }, (_, at) => values[Math.min(at, values.length - 1)] ?? 0);
}
