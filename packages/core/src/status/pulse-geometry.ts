import type { InfoTone, Tone } from './tone.ts';

/** A bar of a strip: its state and height, from 0 to 1. A bar without data is a dot. */
export interface PulseBar {
  tone: Tone | InfoTone;
  height: number;
}

/** Latest checks in compact form: one letter each (u up, s slow, d down) and response times in ms; oldest first. */
export interface RecentChecks {
  states: string;
  ms: readonly (number | null)[];
}

/** Minimum distance between bars. Closer bars would merge visually. */
export const leastPitchPx = 5;
const dayMinutes = 1_440;
const dot: PulseBar = { tone: 'none', height: 0 };

/** Bar of a day: height by the logarithm of the downtime; an outage has the full height. */
export function dayBar(tone: PulseBar['tone'], downSeconds: number): PulseBar {
  if (tone === 'none') return dot;
  if (tone === 'down') return { tone, height: 1 };
  const minutes = Math.min(dayMinutes, Math.max(0, downSeconds / 60));
  return { tone, height: 0.48 + 0.52 * (Math.log(1 + minutes) / Math.log(1 + dayMinutes)) };
}

const letterTones: Record<string, Tone> = { u: 'up', s: 'warn', d: 'down' };
/** Ranges of heights for up and slow checks, which do not overlap. */
const heights = { upMost: 0.76, slowLeast: 0.82, slowMost: 0.96 };

/** An interval with slow checks, taller than any fast one. */
export const slowBar: PulseBar = { tone: 'warn', height: heights.slowLeast };

/** A check: the slower, the taller, by the root of its share of the limit; a failed one takes the whole height. */
export function checkBar(letter: string, ms: number | null, thresholdSeconds: number): PulseBar {
  const tone = letterTones[letter] ?? 'none';
  if (tone === 'none') return dot;
  if (tone === 'down') return { tone, height: 1 };
  const share = 0.16 + 0.6 * Math.sqrt((ms ?? 0) / (thresholdSeconds * 1000));
  if (tone === 'up') return { tone, height: Math.min(heights.upMost, share) };
  return { tone, height: Math.min(heights.slowMost, Math.max(heights.slowLeast, share)) };
}

/** Latest `count` checks. If there are fewer, the strip starts with dots. */
export function checkBars({ states, ms }: RecentChecks, thresholdSeconds: number, count: number): PulseBar[] {
  const known = [...states].map((letter, index) => checkBar(letter, ms[index] ?? null, thresholdSeconds)).slice(-count);
  return [...Array.from({ length: count - known.length }, () => dot), ...known];
}

const severity: Record<PulseBar['tone'], number> = { none: 0, up: 1, info: 2, warn: 3, down: 4 };

/** The worse of two bars; of equal states, the taller one. */
export const worseBar = (a: PulseBar, b: PulseBar): PulseBar => {
  if (a.tone !== b.tone) return severity[a.tone] > severity[b.tone] ? a : b;
  return a.height >= b.height ? a : b;
};

/** Merges neighbours until the bars fit, starting from the newest. The worst bar of each group is kept. */
export function mergeBars(bars: readonly PulseBar[], roomPx: number): PulseBar[] {
  const place = Math.max(1, Math.floor(roomPx / leastPitchPx));
  const together = Math.ceil(bars.length / place);
  if (together <= 1) return [...bars];
  const merged: PulseBar[] = [];
  for (let end = bars.length; end > 0; end -= together) {
    merged.unshift(bars.slice(Math.max(0, end - together), end).reduce(worseBar));
  }
  return merged;
}

interface PulsePath {
  tone: PulseBar['tone'];
  d: string;
  strokeWidth: number;
}

interface Box {
  heightPx: number;
  barPx: number;
}

const drawnTones = ['up', 'info', 'warn', 'down', 'none'] as const;
const dotPx = 3;

/** One SVG path for each state. Bar `i` is centred at x = i + 0.5, with round caps. */
export function pulsePaths(bars: readonly PulseBar[], box: Box): PulsePath[] {
  return drawnTones.flatMap((tone) => {
    const d = bars.map((bar, index) => (bar.tone === tone ? barPath(bar, index + 0.5, box) : '')).join('');
    return d ? [{ tone, d, strokeWidth: tone === 'none' ? Math.min(dotPx, box.barPx) : box.barPx }] : [];
  });
}

/** Round caps extend the bar by half its width at each end. */
function barPath({ tone, height }: PulseBar, x: number, { heightPx, barPx }: Box): string {
  const middle = heightPx / 2;
  // Even the shortest bar is longer than wide, because a dot means no data.
  const reach = tone === 'none' ? 0.005 : Math.max(0.55 * barPx, (height * heightPx - barPx) / 2);
  const line = (from: number, to: number) => `M${x} ${round(from)}V${round(to)}`;
  const apart = (barPx + Math.max(2.5, heightPx * 0.105)) / 2;
  // Two dots.
  if (tone === 'info') return line(middle - apart, middle - apart + 0.01) + line(middle + apart - 0.01, middle + apart);
  if (tone !== 'down') return line(middle - reach, middle + reach);
  const gap = Math.min(reach, apart);
  return line(middle - reach, middle - gap) + line(middle + gap, middle + reach);
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
