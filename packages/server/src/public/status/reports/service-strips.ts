import { type PulseBar, pulsePaths } from '@upvigil/core/status/pulse-geometry';
import { dayMs, hourMs, minuteMs } from '@upvigil/core/time';
import { type Html, html } from '../documents/html.ts';

/** Two times in milliseconds since the epoch. */
export interface Span {
  from: number;
  to: number;
}

/** The axis of a strip. */
export interface StripAxis extends Span {
  /** Milliseconds of a bar. */
  step: number;
  bars: number;
}

const steps = [
  ...[1, 2, 3, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 4, 7, 14, 30].map((days) => days * dayMs),
];
const mostBars = 48;
/** Bars before the start and after the end, so that both are visible. */
const margin = 3;

/** An axis that contains the start and end of an event that may still be open. */
export function axisAround({ from, to }: Span, now: number): StripAxis {
  const needed = (to - from) / (mostBars - margin);
  const step = steps.find((each) => each >= needed) ?? Math.ceil(needed / dayMs) * dayMs;
  const begin = Math.floor(from / minuteMs) * minuteMs - (margin - 1) * step;
  const end = Math.min(now, begin + mostBars * step);
  return { from: end - mostBars * step, to: end, step, bars: mostBars };
}

/** The check history of a service. Times in milliseconds since the epoch. */
export interface Seen {
  /** No data before this time. */
  since: number;
  down: readonly Span[];
  slow: readonly Span[];
  maintenance: readonly Span[];
}

const heights = { up: 0.34, slow: 0.89 };

/** A bar for each step, with the worst state in it. */
export function seenBars({ from, to, step, bars }: StripAxis, seen: Seen): PulseBar[] {
  return Array.from({ length: bars }, (_, index) => {
    const part = { from: from + index * step, to: Math.min(to, from + (index + 1) * step) };
    const isIn = (spans: readonly Span[]): boolean => spans.some((span) => span.from < part.to && span.to > part.from);
    if (part.to <= seen.since) return { tone: 'none', height: 0 };
    if (isIn(seen.down)) return { tone: 'down', height: 1 };
    if (isIn(seen.slow)) return { tone: 'warn', height: heights.slow };
    if (isIn(seen.maintenance)) return { tone: 'info', height: 0 };
    return { tone: 'up', height: heights.up };
  });
}

interface StripLook {
  /** The number of bars that fit. */
  places: number;
  height: number;
  barPx: number;
  /** Null when the strip is decoration. */
  label: string | null;
}

/** Round bars around a middle line, as in the web app. The first and last bar touch the edges. */
export function stripHtml(bars: readonly PulseBar[], { places, height, barPx, label }: StripLook): Html {
  const apart = `100%/${places} - ${barPx}px`;
  const name = label === null ? html` aria-hidden="true"` : html` role="img" aria-label="${label}"`;
  const drawn = pulsePaths(bars, { heightPx: height, barPx }).map(
    ({ tone, d, strokeWidth }) => html`<path class="${tone}" d="${d}" stroke-width="${strokeWidth}"/>`,
  );
  return html`<svg class="ps" viewBox="0 0 ${places} ${height}" preserveAspectRatio="none" style="height:${height}px;width:calc(100% + ${apart});margin-left:calc((${apart})/-2)"${name}>${drawn}</svg>`;
}
