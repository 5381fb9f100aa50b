import { dayMs } from '@upvigil/core/time';
/** A stretch of time, milliseconds since the epoch; `to` is not in it. */
export interface TimeRange {
  from: number;
  to: number;
}

/** The partition for the times that no other is for. */
export const defaultPartition = 'checks_default';

/** `checks_20260310`: the day on which it begins, UTC, as all of them do at midnight. */
export const partitionName = ({ from }: TimeRange): string =>
  `checks_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`;

/**
 * Each statement that names no time looks into all partitions, so there are not many more than this, however long checks
 * are kept.
 */
export const mostPartitions = 100;

/** How long a partition is when checks are kept for that many days: a day, or more where there would be too many. Milliseconds. */
export const partitionWidth = (keptDays: number): number => Math.max(1, Math.ceil(keptDays / mostPartitions)) * dayMs;

/**
 * The partitions to be made, so that each moment of `wanted` is in one. They begin and end at multiples of `width`, or
 * where one that is there already ends or begins.
 */
export function missingRanges(existing: readonly TimeRange[], wanted: TimeRange, width: number): TimeRange[] {
  const inOrder = existing.toSorted((one, other) => one.from - other.from);
  const missing: TimeRange[] = [];
  for (let start = Math.floor(wanted.from / width) * width; start < wanted.to; start += width) {
    const end = start + width;
    let from = start;
    for (const known of inOrder) {
      if (known.to <= from || known.from >= end) continue;
      if (known.from > from) missing.push({ from, to: known.from });
      from = known.to;
    }
    if (from < end) missing.push({ from, to: end });
  }
  return missing;
}

/**
 * Reads what PostgreSQL says of a partition's bounds, as `FOR VALUES FROM ('0') TO ('86400000')`. Null for the default
 * partition, which has none.
 */
export function parseBounds(bounds: string): TimeRange | null {
  const match = /^FOR VALUES FROM \('(-?\d+)'\) TO \('(-?\d+)'\)$/.exec(bounds);
  return match && { from: Number(match[1]), to: Number(match[2]) };
}
