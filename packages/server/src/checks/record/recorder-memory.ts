import type { MonitorRow, RollupRow } from '../../storage/tables.ts';
import type { TimeSpan } from './rollups/coverage.ts';
import type { RollupTableName } from './rollups/rollup.ts';

/** A monitor as this process last wrote it, with its newest row of each roll-up. */
export interface KnownMonitor {
  monitor: MonitorRow;
  rollups: Partial<Record<RollupTableName, RollupRow>>;
  /** Time since its last check in which it was not observed; absent without any. */
  unobserved?: readonly TimeSpan[];
}

/**
 * State of the recorder between batches, by monitor id. Not reading its own writes again saves a third of a check's
 * cost. Stale entries are always detected: a monitor is written only if its `revision` and `last_check_id` are the
 * remembered ones, and each change of a monitor or its roll-ups changes one of them.
 */
export type RecorderMemory = Map<number, KnownMonitor>;

/** Maximum number of monitors, about 1.5 KB each. */
const mostRemembered = 30_000;

/** Stores what a committed batch wrote. */
export function remember(memory: RecorderMemory, written: ReadonlyMap<number, KnownMonitor>): void {
  if (memory.size > mostRemembered) memory.clear();
  for (const [id, known] of written) memory.set(id, known);
}
