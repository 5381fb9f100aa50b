import { lists } from '@upvigil/core/languages/compiled/english/lists';
import { startTransition, useEffect, useState } from 'react';
import { translated } from '../../language/catalogue.ts';
import { buttonClass } from '../basics/button.tsx';

const rowsPerStep = 100;
/** More rows than fit on a screen, yet few enough that a keystroke in between is handled at once. */
const rowsPerDraw = 30;

interface ShownRows<Row> {
  rows: readonly Row[];
  /** Number of rows that the next request adds; 0 without hidden rows. */
  next: number;
  showMore: () => void;
}

interface ShownRowsOptions {
  /** Number of rows that each request adds. */
  step?: number;
  /** Number of initial rows; defaults to `step`. */
  first?: number;
  /** Minimum number of rows, such as up to a row that the address opens. */
  atLeast?: number;
  /** Number of rows for each time slice. */
  perDraw?: number;
}

/**
 * First `first` rows of a long list, and `step` more on request. Many new rows, as after a search is cleared, are
 * rendered in several time slices from the top: first one screen, then `perDraw` rows each.
 */
export function useShownRows<Row>(
  all: readonly Row[],
  { step = rowsPerStep, first = step, atLeast = 0, perDraw = rowsPerDraw }: ShownRowsOptions = {},
): ShownRows<Row> {
  const [limit, setLimit] = useState(first);
  const wanted = Math.min(all.length, Math.max(limit, atLeast));
  const drawn = useDrawnRows(wanted, perDraw);
  const rows = all.length > drawn ? all.slice(0, drawn) : all;
  return { rows, next: Math.min(step, all.length - wanted), showMore: () => setLimit(wanted + step) };
}

/** Number of wanted rows that are rendered so far; grows with each time slice. */
function useDrawnRows(wanted: number, perDraw: number): number {
  const [most, setMost] = useState(rowsPerDraw);
  useEffect(() => {
    if (most < wanted) startTransition(() => setMost(most + perDraw));
    if (most >= wanted + perDraw) setMost(Math.max(perDraw, wanted));
  }, [most, wanted, perDraw]);
  return Math.min(wanted, most);
}

/** 'Show 100 more' below a list with further rows; otherwise nothing. */
export function ShowMore({ shown, noun }: { shown: ShownRows<unknown>; noun: string }) {
  if (shown.next === 0) return null;
  return (
    <button type="button" className={`${buttonClass('quiet')} w-full`} onClick={shown.showMore}>
      {translated('lists', lists).showMore({ count: shown.next })} <span className="sr-only">{noun}</span>
    </button>
  );
}
