import { dayMs, hourMs } from '@upvigil/core/time';
import { serverDefaults } from '../../../base/server-defaults.ts';
import type { TimeSpan } from './coverage.ts';
import { bucketStart, bucketWidths, nextBucketStart, quarterHour, type RollupTableName } from './rollup.ts';

/** Rows of a roll-up table that belong to a window: `from` <= bucket_start < `to`, milliseconds since the epoch. */
export interface WindowSegment {
  table: RollupTableName;
  from: number;
  to: number;
}

/**
 * The segments that cover a window with few rows, whatever its length: quarters of an hour up to the next full hour,
 * hours up to the next UTC day, then days. The bucket that contains `now` is used whole, because it has no later
 * checks. The start is exact to 15 minutes, and coarser if the finer rows are already deleted.
 */
export function windowSegments(since: number, now: number): WindowSegment[] {
  const start = bucketStart(since, startResolution(since, now));
  const end = now + 1;
  const firstHour = nextBucketStart(start, hourMs);
  const firstDay = nextBucketStart(start, dayMs);
  const segments: WindowSegment[] = [
    { table: 'rollups_quarter_hourly', from: start, to: Math.min(firstHour, end) },
    { table: 'rollups_hourly', from: firstHour, to: Math.min(firstDay, end) },
    { table: 'rollups_daily', from: firstDay, to: end },
  ];
  return segments.filter((segment) => segment.from < segment.to);
}

/** The time that segments cover until now. */
export function spanOf(segments: readonly WindowSegment[], now: number): TimeSpan {
  return { from: segments[0]?.from ?? now, to: Math.min(segments.at(-1)?.to ?? now, now) };
}

export const lastHours = (hours: number, now: number): WindowSegment[] => windowSegments(now - hours * hourMs, now);

/** The longest past window that is read in hours. */
const longestInHours = 2 * dayMs;

/** The segments of a window. A window in the past has whole hours, or UTC days. */
export function segmentsOfWindow({ from, to }: { from: number; to: number }, now: number): WindowSegment[] {
  if (to >= now) return windowSegments(from, now);
  const isOfDays = from % dayMs === 0 && to % dayMs === 0;
  const table = isOfDays || to - from > longestInHours ? 'rollups_daily' : 'rollups_hourly';
  const width = bucketWidths[table];
  return [{ table, from: bucketStart(from, width), to: bucketStart(to, width) }];
}

function startResolution(since: number, now: number): number {
  const keeps = (days: number) => bucketStart(since, quarterHour) >= now - days * dayMs;
  if (keeps(serverDefaults.retentionDays.quarterHourlyRollups)) return quarterHour;
  return keeps(serverDefaults.retentionDays.hourlyRollups) ? hourMs : dayMs;
}
