import { dayMs, hourMs, minuteMs } from '@upvigil/core/time';
/** One sample. `value` in seconds (or percent); null without data. */
export interface ChartPoint {
  time: string;
  value: number | null;
  /** Failed checks are marked on the baseline. */
  failed?: boolean;
}

/** A drawn sample. Times in ms since the epoch; a null value breaks the line. */
export interface PlotPoint {
  at: number;
  value: number | null;
}

/** A period without data, in ms since the epoch. */
export interface Gap {
  from: number;
  to: number;
}

const niceSteps = [1, 2, 2.5, 5, 10];

/** About `count` ticks from 0 to a round number at or above `max`. */
export function valueTicks(max: number, count: number): number[] {
  const rough = (max > 0 ? max : 1) / Math.max(1, count - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (niceSteps.find((nice) => nice * power >= rough - 1e-12) ?? 10) * power;
  const steps = Math.max(1, Math.ceil((max > 0 ? max : 1) / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_unused, index) => Number((index * step).toPrecision(12)));
}

/** Factor of the space above the highest value. */
const headroom = 1.15;

/** Percentile by linear interpolation, `share` from 0 to 1; 0 without values. */
function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * Math.max(0, sorted.length - 1);
  const lower = sorted[Math.floor(at)] ?? 0;
  return lower + ((sorted[Math.ceil(at)] ?? lower) - lower) * (at % 1);
}

/** A peak higher than this multiple of the axis is clipped. */
const mostStretched = 2;

/** Ticks from 0 to a round number above the values and `least`. Outlier peaks are clipped. */
export function ticksAbove(values: readonly number[], count: number, least = 0): number[] {
  const ticks = valueTicks(Math.max(percentile(values, 0.99) * headroom, least), count);
  const top = ticks.at(-1) ?? 0;
  const highest = values.reduce((most, value) => Math.max(most, value), 0);
  return highest > top && highest <= mostStretched * top ? valueTicks(highest, count) : ticks;
}

export type TimeUnit = 's' | 'ms';

/** Shortest time axis in seconds. Tick labels of a shorter one would not fit. */
const shortestReach = 0.001;
/** Up to the first, ticks in seconds have more decimals than there is room for; from the second on, seconds read better than thousands of ms. */
const longestInMs = 0.01;
const shortestInSeconds = 1;

/** Same as `ticksAbove`, for durations in seconds. */
export const secondsAbove = (values: readonly number[], count: number): number[] =>
  ticksAbove(values, count, values.length === 0 ? 0 : shortestReach);

/** Tick label of an axis up to `top` seconds, in a unit that fits. Uses `unit` where both fit. */
export function formatTimeTick(seconds: number, top: number, unit: TimeUnit): string {
  const isInMs = top <= longestInMs || (unit === 'ms' && top < shortestInSeconds);
  return isInMs ? `${Number((seconds * 1000).toPrecision(6))}ms` : `${Number(seconds.toPrecision(6))}s`;
}

/** A value of such an axis, to three digits: '1.89s', '420ms'. */
export const formatAxisTime = (seconds: number, top: number, unit: TimeUnit): string =>
  formatTimeTick(Number(seconds.toPrecision(3)), top, unit);

/** One value that is above the top of its axis. */
interface Peak {
  index: number;
  value: number;
}

/** The highest value of each run above the top, in chronological order. */
export function cutPeaks(values: readonly (number | null)[], top: number): Peak[] {
  const peaks: Peak[] = [];
  let current: Peak | null = null;
  values.forEach((value, index) => {
    if (value === null || value <= top) {
      current = null;
      return;
    }
    if (current === null) {
      current = { index, value };
      peaks.push(current);
    } else if (value > current.value) Object.assign(current, { index, value });
  });
  return peaks;
}

const timeSteps = [
  minuteMs,
  2 * minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
  2 * dayMs,
  7 * dayMs,
];

/** Up to `count` round local times between two times in ms. */
export function timeTicks(from: number, to: number, count: number): number[] {
  const span = Math.max(1, to - from);
  const step = timeSteps.find((one) => span / one <= count) ?? Math.ceil(span / count / dayMs) * dayMs;
  const midnight = new Date(from).setHours(0, 0, 0, 0);
  const first = midnight + Math.ceil((from - midnight) / step) * step;
  const ticks: number[] = [];
  for (let tick = first; tick <= to; tick += step) ticks.push(tick);
  return ticks;
}

/** Inserts a null between samples more than `gapSeconds` apart, so that the line breaks. */
export function breakAtGaps(points: readonly ChartPoint[], gapSeconds: number): PlotPoint[] {
  const drawn: PlotPoint[] = [];
  for (const point of points) {
    const at = Date.parse(point.time);
    const last = drawn.at(-1);
    if (last && at - last.at > gapSeconds * 1000) drawn.push({ at: last.at + gapSeconds * 1000, value: null });
    drawn.push({ at, value: point.value });
  }
  return drawn;
}

/** Periods from the first sample to `until` without a value for more than `gapSeconds`. */
export function findGaps(points: readonly ChartPoint[], gapSeconds: number, until: number): Gap[] {
  const times = points.filter((point) => point.value !== null).map((point) => Date.parse(point.time));
  const gaps: Gap[] = [];
  times.forEach((from, index) => {
    const to = times[index + 1] ?? until;
    if (to - from > gapSeconds * 1000) gaps.push({ from, to });
  });
  return gaps;
}

export interface Spread {
  min: number;
  average: number;
  max: number;
}

/** Minimum, mean and maximum; null without values. */
export function spreadOf(points: readonly { value: number | null }[]): Spread | null {
  const values = points.map((point) => point.value).filter((value) => value !== null);
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  return { min: Math.min(...values), average: sum / values.length, max: Math.max(...values) };
}
