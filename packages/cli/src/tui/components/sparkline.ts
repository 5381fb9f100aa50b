import { formatSeconds } from '@upvigil/core/format/seconds';
import type { Glyphs } from '../../output/glyphs.ts';
import { bar, type Role, type Span, span } from '../../output/paint.ts';

/** An interval: the mean in seconds, or null without data. `failed`: none of its checks was up. */
export interface Sample {
  value: number | null;
  isFailed?: boolean;
}

/** Converts samples to `width` samples: averages several, or repeats them. */
export function resample(samples: readonly Sample[], width: number): Sample[] {
  if (samples.length === 0) return [];
  return Array.from({ length: width }, (_unused, cell) => {
    const from = Math.floor((cell * samples.length) / width);
    const to = Math.max(from + 1, Math.floor(((cell + 1) * samples.length) / width));
    return joined(samples.slice(from, to));
  });
}

function joined(samples: readonly Sample[]): Sample {
  const known = samples.flatMap(({ value }) => (value === null ? [] : [value]));
  const isFailed = samples.some((sample) => sample.isFailed === true);
  if (known.length === 0) return { value: null, isFailed };
  return { value: known.reduce((sum, value) => sum + value, 0) / known.length, isFailed };
}

export function highest(samples: readonly Sample[]): number | null {
  const known = samples.flatMap(({ value }) => (value === null ? [] : [value]));
  return known.length === 0 ? null : Math.max(...known);
}

/**
 * Bars from 0 to the highest value: blank without data, red if all checks failed. Figures if the terminal has no bars.
 */
export function sparkline(samples: readonly Sample[], width: number, glyphs: Glyphs): Span[] {
  if (glyphs.bars === null) return [span(figures(samples, width), 'accent')];
  const bars = glyphs.bars;
  const top = highest(samples) ?? 0;
  return joinSpans(
    resample(samples, width).map(({ value, isFailed }): Span => {
      if (value === null) return isFailed ? bar(bars[0] ?? '', 'bad') : bar(' ');
      const level = top === 0 ? 0 : Math.min(bars.length - 1, Math.floor((value / top) * bars.length));
      return bar(bars[level] ?? '', isFailed ? 'bad' : 'accent');
    }),
  );
}

function figures(samples: readonly Sample[], width: number): string {
  const known = samples.flatMap(({ value }) => (value === null ? [] : [value]));
  if (known.length === 0) return '';
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const parts = [
    `avg ${formatSeconds(mean)}`,
    `max ${formatSeconds(Math.max(...known))}`,
    `min ${formatSeconds(Math.min(...known))}`,
  ];
  // Only whole figures: half a number would be wrong.
  return parts.reduce((text, part) => {
    const longer = text === '' ? part : `${text} ${part}`;
    return longer.length <= width ? longer : text;
  }, '');
}

/** Joins neighbours with the same role to one span. */
function joinSpans(spans: readonly Span[]): Span[] {
  const joint: { text: string; role: Role; isBar: true }[] = [];
  for (const { text, role = 'plain' } of spans) {
    const last = joint.at(-1);
    if (last?.role === role) last.text += text;
    else joint.push({ text, role, isBar: true });
  }
  return joint;
}
