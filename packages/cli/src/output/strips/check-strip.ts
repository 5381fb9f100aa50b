import type { RecentChecks } from '@upvigil/core/contract/checks';
import { checkStateLetters } from '@upvigil/core/contract/names/states';
import type { Tone } from '@upvigil/core/status/tone';
import type { Glyphs } from '../glyphs.ts';
import { type Span, span } from '../paint.ts';
import { stripOf } from './strip-of.ts';

/** Number of checks that a row has room for, by width of the terminal. */
const cellsByColumns = [
  { columns: 120, cells: 60 },
  { columns: 80, cells: 20 },
] as const;

const tones: Readonly<Record<string, Tone>> = {
  [checkStateLetters.up]: 'up',
  [checkStateLetters.slow]: 'warn',
  [checkStateLetters.down]: 'down',
};

type Recent = RecentChecks | undefined;

/**
 * Number of cells for the strips of a list: that of its longest strip, within the room. 0 if there are no checks or no
 * room.
 */
export function checkCells(recent: readonly Recent[], columns: number): number {
  const room = cellsByColumns.find((size) => columns >= size.columns)?.cells ?? 0;
  return Math.min(
    room,
    recent.reduce((most, one) => Math.max(most, one?.states.length ?? 0), 0),
  );
}

/** The newest checks of a monitor, newest at the right; blank if the server does not send them. */
export function checkStrip(recent: Recent, cells: number, glyphs: Glyphs): Span[] {
  if (cells === 0) return [];
  if (!recent) return [span(' '.repeat(cells))];
  const known = [...recent.states.slice(-cells)].map((letter) => tones[letter] ?? 'none');
  return stripOf([...Array<Tone>(cells - known.length).fill('none'), ...known], glyphs);
}
