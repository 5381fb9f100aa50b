import type { Glyphs } from '../../output/glyphs.ts';

/** The part of `count` rows to show in `height` lines, so that the selected row is visible. */
export function windowAround(count: number, selected: number, height: number): { start: number; end: number } {
  if (count <= height) return { start: 0, end: count };
  const start = Math.min(Math.max(0, selected - Math.floor(height / 2)), count - height);
  return { start, end: start + height };
}

/** '10 of 12 websites   ↓ 2 more' if some are hidden. */
export function moreText(shown: { start: number; end: number }, total: number, noun: string, glyphs: Glyphs): string {
  if (shown.end - shown.start >= total) return '';
  const below = total - shown.end;
  const more = below > 0 ? `   ${glyphs.more} ${below} more` : '';
  return `${shown.start + 1}-${shown.end} of ${total} ${noun}${more}`;
}

/**
 * Distributes lines to lists. Each gets what it wants if all fit; otherwise a part by its weight, and at least `least`.
 */
export function shareRows(total: number, lists: readonly { wants: number; weight: number; least: number }[]): number[] {
  const given = lists.map(({ wants, least }) => Math.min(wants, least));
  let left = total - given.reduce((sum, rows) => sum + rows, 0);
  while (left > 0) {
    const next = neediest(lists, given);
    if (next === null) break;
    given[next] = (given[next] ?? 0) + 1;
    left -= 1;
  }
  // If even the minimum does not fit, the last lists get nothing.
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
