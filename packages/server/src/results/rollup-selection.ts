import type { Database } from '../storage/database.ts';
import type { WindowSegment } from './window.ts';

/** Which monitors a question is about; what is absent does not narrow it. */
export interface MonitorSelection {
  website_id?: number;
  monitor_ids?: readonly number[];
  /** Leaves out disabled monitors. */
  enabled_only?: boolean;
}

/** An empty list is no SQL; ids are positive. */
const noIds = [0];

/** Monitors `m` joined with those of their roll-up rows `r` that a segment of a window takes. */
export function selectRollups(db: Database, segment: WindowSegment, selection: MonitorSelection) {
  const { website_id, monitor_ids, enabled_only } = selection;
  return db
    .selectFrom('monitors as m')
    .innerJoin(`${segment.table} as r`, (join) =>
      join
        .onRef('r.monitor_id', '=', 'm.id')
        .on('r.bucket_start', '>=', segment.from)
        .on('r.bucket_start', '<', segment.to),
    )
    .$if(website_id !== undefined, (query) => query.where('m.website_id', '=', website_id ?? 0))
    .$if(monitor_ids !== undefined, (query) => query.where('m.id', 'in', monitor_ids?.length ? monitor_ids : noIds))
    .$if(enabled_only === true, (query) => query.where('m.enabled', '=', 1));
}
