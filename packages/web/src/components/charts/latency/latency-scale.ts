import type { LatencyPoint } from './latency-points.ts';

/** Room above what the axis holds. */
const headroom = 1.15;
/** Share of the stretches that the axis holds whole, so that a single one does not flatten all others. */
const heldShare = 0.99;

const highest = ({ band, median }: LatencyPoint): number => band?.[1] ?? median ?? 0;

/** What the value axis must reach at least, in seconds. */
export function axisReach(points: readonly LatencyPoint[]): number {
  const values = points.map(highest).sort((a, b) => a - b);
  return (values[Math.floor((values.length - 1) * heldShare)] ?? 0) * headroom;
}

export interface CutPeak {
  at: number;
  value: number;
}

/** What the axis cuts: of neighbours only the highest. */
export function cutPeaks(points: readonly LatencyPoint[], top: number): CutPeak[] {
  const peaks: CutPeak[] = [];
  let current: CutPeak | null = null;
  for (const point of points) {
    const value = highest(point);
    if (value <= top) {
      current = null;
      continue;
    }
    if (current && value <= current.value) continue;
    if (current) peaks.pop();
    current = { at: point.at, value };
    peaks.push(current);
  }
  return peaks;
}

export interface LaneText {
  text: string;
  /** Where its middle is wanted, in px. */
  x: number;
  /** Room for a mark before it, in px. */
  markPx?: number;
}

interface Lane {
  /** In px. */
  x: number;
  width: number;
}

/** Of 11 px text, on the wide side. */
const letterPx = 6.2;
const betweenPx = 8;

/** The texts that have room beside each other in the lane above a plot, the first ones before the others; `x` is where each begins, with its mark. */
export function placeInLane<Text extends LaneText>(texts: readonly Text[], lane: Lane): Text[] {
  const taken: { from: number; to: number }[] = [];
  return texts.flatMap((text) => {
    const width = (text.markPx ?? 0) + text.text.length * letterPx;
    const from = Math.max(lane.x, Math.min(text.x - width / 2, lane.x + lane.width - width));
    const to = from + width;
    if (taken.some((other) => from < other.to + betweenPx && other.from < to + betweenPx)) return [];
    taken.push({ from, to });
    return [{ ...text, x: from }];
  });
}
