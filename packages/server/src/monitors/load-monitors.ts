import { defaults } from '@upvigil/core/defaults';
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
  target: probeTarget(row),
  timeout_seconds: row.timeout_seconds,
  check_interval_seconds: row.check_interval_seconds,
  response_time_threshold_seconds: row.response_time_threshold_seconds,
  failure_threshold: row.failure_threshold,
  ...standingStreaks(row),
  next_due_at: row.next_due_at,
});

function probeTarget(row: MonitorRow): ProbeTarget {
  const { kind, target, expected_response } = row;
  switch (kind) {
    case 'URL':
      return {
        kind,
        url: target,
        metadata_tag: row.metadata_tag,
        metadata_value: row.metadata_value,
        check_mode: row.check_mode ?? defaults.url.check_mode,
      };
    case 'ICMP_PING':
      return { kind, host: target, packet_loss_threshold: lossThreshold(row) };
    default:
      return { kind, host: target, port: neededPort(row), expected_response };
  }
}

export const lossThreshold = ({ packet_loss_threshold }: MonitorRow): number =>
  packet_loss_threshold ?? defaults.networkMonitor.packet_loss_threshold;

function neededPort({ id, kind, port }: MonitorRow): number {
  if (port === null) throw new Error(`Monitor ${id} is a ${kind} without a port`);
  return port;
}
