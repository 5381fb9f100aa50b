import { useState } from 'react';
import { buttonClass } from './button.tsx';

const rowsPerStep = 100;

export interface ShownRows<Row> {
  rows: readonly Row[];
  hidden: number;
  showMore: () => void;
}

/** The first rows of a long list, so that a page stays light with any number of them. `step` rows more at a time. */
export function useShownRows<Row>(all: readonly Row[], step: number = rowsPerStep): ShownRows<Row> {
  const [limit, setLimit] = useState(step);
  const rows = all.length > limit ? all.slice(0, limit) : all;
  return { rows, hidden: all.length - rows.length, showMore: () => setLimit(limit + step) };
}

/** 'Show 100 more' below a list that goes on; nothing below one that does not. */
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
      Show {Math.min(step, shown.hidden)} more <span className="sr-only">{noun}</span>
    </button>
  );
}
