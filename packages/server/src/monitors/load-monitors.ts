import { networkMonitorKinds } from '@upvigil/core/monitor-kinds/registry';
import { urlKind } from '@upvigil/core/monitor-kinds/url';
import type { ProbeTarget, WatchedMonitor } from '../domain/check.ts';
import { standingStreaks } from '../domain/problems.ts';
import type { Database } from '../storage/database.ts';
import { rowChunks } from '../storage/row-chunks.ts';
import type { MonitorRow } from '../storage/tables.ts';

/** The enabled ones of some monitors, or all enabled ones, as the engine watches them; by id. */
export async function loadWatched(db: Database, ids: readonly number[] | 'all'): Promise<WatchedMonitor[]> {
  const enabled = db.selectFrom('monitors').selectAll().where('enabled', '=', 1).orderBy('id');
  if (ids === 'all') return (await enabled.execute()).map(watchedMonitor);
  const watched: WatchedMonitor[] = [];
  for (const chunk of rowChunks(ids)) {
    watched.push(...(await enabled.where('id', 'in', chunk).execute()).map(watchedMonitor));
  }
  return watched;
}

export const watchedMonitor = (row: MonitorRow): WatchedMonitor => ({
  id: row.id,
  revision: row.revision,
  created_at: row.created_at,
  target: targetOf(row),
  timeout_seconds: row.timeout_seconds,
  check_interval_seconds: row.check_interval_seconds,
  response_time_threshold_seconds: row.response_time_threshold_seconds,
  failure_threshold: row.failure_threshold,
  ...standingStreaks(row),
  next_due_at: row.next_due_at,
});

function targetOf(row: MonitorRow): ProbeTarget {
  const { id, kind, target } = row;
  if (kind === 'URL') return urlKind.probeTarget({ ...row, url: target });
  const probeTarget = networkMonitorKinds[kind].probeTarget({ ...row, host: target });
  if (probeTarget === null) throw new Error(`Monitor ${id} is a ${kind} without a port`);
  return probeTarget;
}
