import type { LatencyHistory } from '@upvigil/core/contract/checks';
import { stretchState } from '@upvigil/core/status/monitor-state';
import { dayBar, type PulseBar, slowBar } from '@upvigil/core/status/pulse-geometry';
import type { TimeWindow } from '@upvigil/core/time-ranges';

/** One step of a history at its middle. Times in ms since the epoch, values in seconds. */
export interface LatencyPoint {
  at: number;
  median: number | null;
  /** From the median to the 95th percentile. */
  band: readonly [number, number] | null;
  checks: number;
  failures: number;
  /** Successful checks over the threshold. */
  slow: number;
  /** Checks in maintenance. */
  maintenance: number;
}

/** A period in which every check failed, in ms since the epoch. */
export interface Outage {
  from: number;
  to: number;
}

/** More check intervals than this without a check are a gap. */
const gapIntervals = 3;

/** The stretches of a history; where checks are missing for longer than `intervalSeconds` explains, a point without values breaks the line. */
export function latencyPoints(history: LatencyHistory, intervalSeconds: number, stretchMs: number): LatencyPoint[] {
  const points: LatencyPoint[] = [];
  const gapMs = Math.max(stretchMs, gapIntervals * intervalSeconds * 1000);
  for (const {
    time,
    checks,
    failures,
    slow = 0,
    maintenance_checks: maintenance = 0,
    p50_response_time: median,
    p95_response_time: high,
  } of history) {
    const at = Date.parse(time) + stretchMs / 2;
    const last = points.at(-1);
    if (last && at - last.at > gapMs) {
      points.push({
        at: last.at + stretchMs,
        median: null,
        band: null,
        checks: 0,
        failures: 0,
        slow: 0,
        maintenance: 0,
      });
    }
    const band = median === null || high === null ? null : ([median, high] as const);
    points.push({ at, median, band, checks, failures, slow, maintenance });
  }
  return points;
}

/** Where every check failed; neighbours are one. */
export const outagesOf = (points: readonly LatencyPoint[], stretchMs: number): Outage[] =>
  stretchesWhere(points, stretchMs, ({ checks, failures }) => checks > 0 && failures === checks);

/** Where checks were slow; neighbours are one. */
export const slowPeriods = (points: readonly LatencyPoint[], stretchMs: number): Outage[] =>
  stretchesWhere(points, stretchMs, (point) => stretchState(point) === 'slow');

function stretchesWhere(
  points: readonly LatencyPoint[],
  stretchMs: number,
  isIn: (point: LatencyPoint) => boolean,
): Outage[] {
  const found: Outage[] = [];
  for (const point of points) {
    if (!isIn(point)) continue;
    const from = point.at - stretchMs / 2;
    const last = found.at(-1);
    if (last?.to === from) last.to = from + stretchMs;
    else found.push({ from, to: from + stretchMs });
  }
  return found;
}

/** Merges two lists in chronological order; adjacent outages become one. */
export function joinOutages(some: readonly Outage[], others: readonly Outage[]): Outage[] {
  const joined: Outage[] = [];
  for (const { from, to } of [...some, ...others].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** The same time as a strip: a bar for each stretch, a dot for a stretch without checks. */
export function stretchBars(
  points: readonly LatencyPoint[],
  { from, to, bucketMs }: Pick<TimeWindow, 'from' | 'to' | 'bucketMs'>,
): PulseBar[] {
  const bars = Array.from({ length: Math.ceil((to - from) / bucketMs) }, () => dayBar('none', 0));
  for (const point of points) {
    const index = Math.floor((point.at - from) / bucketMs);
    if (point.checks > 0 && index in bars) bars[index] = stretchBar(point, bucketMs);
  }
  return bars;
}

function stretchBar(point: LatencyPoint, stretchMs: number): PulseBar {
  const { checks, failures, maintenance } = point;
  if (maintenance * 2 >= checks && failures <= maintenance) return dayBar('info', 0);
  const state = stretchState(point);
  if (state === 'slow') return slowBar;
  const tones = { unknown: 'none', down: 'down', partial: 'warn', up: 'up' } as const;
  return dayBar(tones[state], (stretchMs / 1000) * (failures / checks));
}

/** Highest drawn value of a step in seconds; null without data. */
export const highest = ({ band, median }: LatencyPoint): number | null => band?.[1] ?? median;
