import { dayMs } from '@upvigil/core/time';
/** Milliseconds since the epoch; excludes `to`. */
export interface TimeRange {
  from: number;
  to: number;
}

/** Holds all times outside the other partitions. */
export const defaultPartition = 'checks_default';

/** `checks_20260310`: the UTC day on which it begins. */
export const partitionName = ({ from }: TimeRange): string =>
  `checks_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** Bounds the number of partitions, however long checks are kept, because a statement without a time scans them all. */
export const mostPartitions = 100;

/** Length of a partition in milliseconds: a day, or more if `keptDays` would need too many partitions. */
export const partitionWidth = (keptDays: number): number => Math.max(1, Math.ceil(keptDays / mostPartitions)) * dayMs;

/**
 * The partitions to create so that they cover `wanted`. Bounds are multiples of `width`, or bounds of existing
 * partitions.
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
 * Parses PostgreSQL's text of a partition's bounds: `FOR VALUES FROM ('0') TO ('86400000')`. Null for the default
 * partition.
 */
export function parseBounds(bounds: string): TimeRange | null {
  const match = /^FOR VALUES FROM \('(-?\d+)'\) TO \('(-?\d+)'\)$/.exec(bounds);
  return match && { from: Number(match[1]), to: Number(match[2]) };
}
