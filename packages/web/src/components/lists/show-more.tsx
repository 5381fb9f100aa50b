import { lists } from '@upvigil/core/languages/compiled/english/lists';
import { startTransition, useEffect, useState } from 'react';
import { inLanguage } from '../../language/spoken.ts';
import { buttonClass } from '../basics/button.tsx';

const rowsPerStep = 100;
/** More rows than a screen shows, and few enough that a key pressed meanwhile takes effect at once. */
const rowsPerDraw = 30;

interface ShownRows<Row> {
  rows: readonly Row[];
  hidden: number;
  showMore: () => void;
}

interface ShownRowsOptions {
  /** How many more come on request. */
  step?: number;
  /** How many are there at first; `step` unless said otherwise. */
  first?: number;
  /** How many have to be there whatever was asked for, such as up to the row that an address opens. */
  atLeast?: number;
  /** How many are rendered in one turn. */
  perDraw?: number;
}

/**
 * The `first` rows of a long list, so that a page stays light with any number of them; `step` more on request. When many
 * rows come at once, as when a search is cleared, they are rendered in several turns, from the top: at first as many as a
 * screen shows, then `perDraw`.
 */
export function useShownRows<Row>(
  all: readonly Row[],
  { step = rowsPerStep, first = step, atLeast = 0, perDraw = rowsPerDraw }: ShownRowsOptions = {},
): ShownRows<Row> {
  const [limit, setLimit] = useState(first);
  const wanted = Math.min(all.length, Math.max(limit, atLeast));
  const drawn = useDrawnRows(wanted, perDraw);
  const rows = all.length > drawn ? all.slice(0, drawn) : all;
  return { rows, hidden: all.length - wanted, showMore: () => setLimit(wanted + step) };
}

/** How many of the wanted rows are rendered: as many as before, and some more at each turn. */
function useDrawnRows(wanted: number, perDraw: number): number {
  const [most, setMost] = useState(rowsPerDraw);
  useEffect(() => {
    if (most < wanted) startTransition(() => setMost(most + perDraw));
    if (most >= wanted + perDraw) setMost(Math.max(perDraw, wanted));
  }, [most, wanted, perDraw]);
  return Math.min(wanted, most);
}

/** 'Show 100 more' below a list that has more rows; nothing below others. */
export function ShowMore({
  shown,
  noun,
  step = rowsPerStep,
}: {
  shown: ShownRows<unknown>;
  noun: string;
  step?: number;
}) {
  if (shown.hidden === 0) return null;
  return (
    <button type="button" className={`${buttonClass('quiet')} w-full`} onClick={shown.showMore}>
      {inLanguage('lists', lists).showMore({ count: Math.min(step, shown.hidden) })}{' '}
      <span className="sr-only">{noun}</span>
    </button>
  );
}
