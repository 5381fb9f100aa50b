import { type Role, type Span, span } from '../../../output/paint.ts';

/** How a figure differs from that of the window before: as a sign and a number, and in words. */
export interface Change {
  short: string;
  words: string;
  role: Role;
}

/** Of a count of problems; null where it is the same, or nobody knows what it was. */
export function countChange(now: number, before: number | undefined): Change | null {
  const by = before === undefined ? 0 : now - before;
  if (by === 0) return null;
  return by > 0
    ? { short: `+${by}`, words: `${by} more`, role: 'bad' }
    : { short: `${by}`, words: `${-by} fewer`, role: 'good' };
}

/** Of a time, in whole percent; null below one percent, and where one of the two is not known. */
export function timeChange(now: number | null, before: number | null | undefined): Change | null {
  if (now === null || before == null || before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return null;
  return percent > 0
    ? { short: `+${percent}%`, words: `${percent}% slower`, role: 'warn' }
    : { short: `${percent}%`, words: `${-percent}% faster`, role: 'good' };
}

/** Behind its figure, in the short form; nothing without a change. */
export const shortChange = (change: Change | null): Span[] =>
  change ? [span(' '), span(change.short, change.role)] : [];
