import { mostRecentChecks } from '@upvigil/core/contract/names/states';
import { type Kysely, sql } from 'kysely';
import { encodeStoredChecks } from '../../base/domain/recent-checks.ts';

/** The columns that this step reads. */
export type OldTables = {
  monitors: {
    id: number;
    last_check_id: number | null;
    response_time_threshold_seconds: number;
  };
  checks: { id: number; monitor_id: number; checked_at: number; is_up: number; response_time_us: number | null };
};
type OldMonitor = Pick<OldTables['monitors'], 'id' | 'response_time_threshold_seconds'>;

/** Far below the limits of parameters of both databases. */
const monitorsAtOnce = 256;

/**
 * Fills the last checks of all checked monitors from their stored checks, with one index look-up each, regardless of
 * the history. Slow is evaluated by the current threshold. `pause`: called between pages.
 */
export async function fillRecentChecks(db: Kysely<OldTables>, pause?: () => Promise<void>): Promise<void> {
  let last = 0;
  for (;;) {
    const monitors = await monitorsAfter(db, last);
    const rows: [number, string][] = [];
    for (const monitor of monitors) {
      const encoded = await lastChecksOf(db, monitor);
      if (encoded !== null) rows.push([monitor.id, encoded]);
    }
    await write(db, rows);
    if (monitors.length < monitorsAtOnce) return;
    last = monitors.at(-1)?.id ?? last;
    await pause?.();
  }
}

/** Excludes monitors whose target was edited: their state was reset, although they have checks. */
const monitorsAfter = (db: Kysely<OldTables>, id: number): Promise<OldMonitor[]> =>
  db
    .selectFrom('monitors')
    .select(['id', 'response_time_threshold_seconds'])
    .where('id', '>', id)
    .where('last_check_id', 'is not', null)
    .orderBy('id')
    .limit(monitorsAtOnce)
    .execute();

async function lastChecksOf(db: Kysely<OldTables>, monitor: OldMonitor): Promise<string | null> {
  const rows = await db
    .selectFrom('checks')
    .select(['is_up', 'response_time_us'])
    .where('monitor_id', '=', monitor.id)
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostRecentChecks)
    .execute();
  return encodeStoredChecks(rows, monitor.response_time_threshold_seconds);
}

async function write(db: Kysely<OldTables>, rows: readonly (readonly [number, string])[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(([id, encoded]) => sql`(cast(${id} as bigint), cast(${encoded} as text))`);
  await sql`
    with found(id, encoded) as (values ${sql.join(values)})
    update stored_monitors set recent_checks = found.encoded from found where stored_monitors.id = found.id
  `.execute(db);
}
