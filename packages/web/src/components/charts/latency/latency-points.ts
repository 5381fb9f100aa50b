import type { LatencyHistory } from '@upvigil/core/contract/checks';
import { dayBar, type PulseBar } from '@upvigil/core/status/pulse-geometry';
import type { Tone } from '@upvigil/core/status/tone';
import { minuteMs } from '@upvigil/core/time';

/** One step of a history at its middle. Times in ms since the epoch, values in seconds. */
export interface LatencyPoint {
  at: number;
  median: number | null;
  /** 5th and 95th percentile. */
  band: readonly [number, number] | null;
  checks: number;
  failures: number;
}

/** A period in which every check failed, in ms since the epoch. */
export interface Outage {
  from: number;
  to: number;
}

export const stretchMs = 15 * minuteMs;

/** A pause longer than this many check intervals counts as a gap. */
const gapIntervals = 3;

/** A point without values breaks the line where the gap is longer than the check interval explains. */
export function latencyPoints(history: LatencyHistory, intervalSeconds: number): LatencyPoint[] {
  const points: LatencyPoint[] = [];
  const gapMs = Math.max(stretchMs, gapIntervals * intervalSeconds * 1000);
  for (const {
    time,
    checks,
    failures,
    p5_response_time: low,
    p50_response_time: median,
    p95_response_time: high,
  } of history) {
    const at = Date.parse(time) + stretchMs / 2;
    const last = points.at(-1);
    if (last && at - last.at > gapMs) {
      points.push({ at: last.at + stretchMs, median: null, band: null, checks: 0, failures: 0 });
    }
    points.push({ at, median, band: low === null || high === null ? null : [low, high], checks, failures });
  }
  return points;
}

/** Periods in which every check failed; adjacent ones are merged. */
export function outagesOf(points: readonly LatencyPoint[]): Outage[] {
  const outages: Outage[] = [];
  for (const { at, checks, failures } of points) {
    if (checks === 0 || failures < checks) continue;
    const from = at - stretchMs / 2;
    const last = outages.at(-1);
    if (last?.to === from) last.to = from + stretchMs;
    else outages.push({ from, to: from + stretchMs });
  }
  return outages;
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

/** The same period as a strip: one bar for each step, a dot for steps without checks. */
export function stretchBars(points: readonly LatencyPoint[], from: number, to: number): PulseBar[] {
  const bars = Array.from({ length: Math.ceil((to - from) / stretchMs) }, () => dayBar('none', 0));
  for (const { at, checks, failures } of points) {
    const index = Math.floor((at - from) / stretchMs);
    if (checks > 0 && index in bars) bars[index] = dayBar(toneOf(failures / checks), (900 * failures) / checks);
  }
  return bars;
}

const mostlyFailed = 0.5;

function toneOf(failed: number): Tone {
  if (failed === 0) return 'up';
  return failed < mostlyFailed ? 'warn' : 'down';
}

/** Highest drawn value of a step in seconds; null without data. */
export const highest = ({ band, median }: LatencyPoint): number | null => band?.[1] ?? median;
