import { type Align, cut, fit, widthOf } from '../../output/fit.ts';
import type { Glyphs } from '../../output/glyphs.ts';
import { type Line, type Role, type Span, span } from '../../output/paint.ts';

/** Columns and rows that may be drawn on. */
export interface Size {
  columns: number;
  rows: number;
}

const isEmpty = ({ text }: Span): boolean => text === '';
export const spansWidth = (spans: readonly Span[]): number => spans.reduce((sum, { text }) => sum + widthOf(text), 0);
export const blank: Line = { spans: [] };

/** The spans, cut to at most `width` columns. */
export function cutSpans(spans: readonly Span[], width: number, ellipsis: string): Span[] {
  if (spansWidth(spans) <= width) return [...spans];
  const kept: Span[] = [];
  let room = width;
  for (const each of spans) {
    const wide = widthOf(each.text);
    // The span that reaches the edge is cut, so that the ellipsis shows that something follows.
    if (wide >= room) return [...kept, { ...each, text: cutWithMark(each.text, room, ellipsis) }];
    kept.push(each);
    room -= wide;
  }
  return kept;
}

const cutWithMark = (text: string, room: number, ellipsis: string): string =>
  room <= 0 ? '' : cut(`${text} `.padEnd(room + 1), room, ellipsis);

/** A left and a right part with a gap between. The left one is cut first, the right one only where it alone is too wide. */
export function sides(left: readonly Span[], right: readonly Span[], width: number, ellipsis: string): Line {
  const rightPart = cutSpans(right, width, ellipsis);
  const rightWidth = spansWidth(rightPart);
  const room = Math.max(0, width - rightWidth - (rightWidth > 0 ? 1 : 0));
  const leftPart = cutSpans(left, room, ellipsis);
  const gap = width - spansWidth(leftPart) - rightWidth;
  return { spans: [...leftPart, span(' '.repeat(Math.max(0, gap))), ...rightPart].filter((part) => !isEmpty(part)) };
}

export const rule = (width: number, glyphs: Glyphs): Line => ({ spans: [span(glyphs.rule.repeat(width), 'quiet')] });

/** One cell of a row, of exactly `width` columns. */
export interface Cell {
  text: string;
  width: number;
  align?: Align;
  role?: Role;
}

/** Cells side by side, one column between them. */
export const cells = (row: readonly Cell[], ellipsis: string): Span[] =>
  row
    .filter(({ width }) => width > 0)
    .flatMap(({ text, width, align, role }, index) => [
      ...(index === 0 ? [] : [span(' ')]),
      span(fit(text, width, ellipsis, align), role),
    ]);

/** The row under the cursor: marked at its left, and inverse over the whole width. */
export function listRow(spans: readonly Span[], isSelected: boolean, size: Size, glyphs: Glyphs): Line {
  const shown = cutSpans([span(isSelected ? glyphs.cursor : ' '), ...spans], size.columns, glyphs.ellipsis);
  if (!isSelected) return { spans: shown };
  const padding = ' '.repeat(Math.max(0, size.columns - spansWidth(shown)));
  return { spans: [...shown, span(padding)], selected: true };
}

/** Which of `count` rows are shown in `height` lines, so that the selected one is among them. */
export function windowAround(count: number, selected: number, height: number): { start: number; end: number } {
  if (count <= height) return { start: 0, end: count };
  const start = Math.min(Math.max(0, selected - Math.floor(height / 2)), count - height);
  return { start, end: start + height };
}

/** Shares lines between lists. Each gets what it wants if all fit, else a share by its weight, but at least `least`. */
export function shareRows(total: number, lists: readonly { wants: number; weight: number; least: number }[]): number[] {
  const given = lists.map(({ wants, least }) => Math.min(wants, least));
  let left = total - given.reduce((sum, rows) => sum + rows, 0);
  while (left > 0) {
    const next = neediest(lists, given);
    if (next === null) break;
    given[next] = (given[next] ?? 0) + 1;
    left -= 1;
  }
  // Where even that is too much, the last lists get nothing.
  for (let index = given.length - 1; index >= 0 && left < 0; index -= 1) {
    const taken = Math.min(given[index] ?? 0, -left);
    given[index] = (given[index] ?? 0) - taken;
    left += taken;
  }
  return given;
}

function neediest(lists: readonly { wants: number; weight: number }[], given: readonly number[]): number | null {
  let best: number | null = null;
  let bestShare = Number.POSITIVE_INFINITY;
  for (const [index, { wants, weight }] of lists.entries()) {
    const has = given[index] ?? 0;
    if (has < wants && has / weight < bestShare) {
      best = index;
      bestShare = has / weight;
    }
  }
  return best;
}

/** The head above, the foot at the bottom, the body between. Never taller or wider than the terminal. */
export function frame(
  { head, body, foot }: { head: readonly Line[]; body: readonly Line[]; foot: readonly Line[] },
  size: Size,
  ellipsis: string,
): Line[] {
  const room = Math.max(0, size.rows - head.length - foot.length);
  const shown = body.slice(0, room);
  const padding = Array.from({ length: room - shown.length }, () => blank);
  return [...head, ...shown, ...padding, ...foot]
    .slice(0, size.rows)
    .map(({ spans, ...rest }) => ({ ...rest, spans: cutSpans(spans, size.columns, ellipsis) }));
}
