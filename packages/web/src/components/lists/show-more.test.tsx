import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useShownRows } from './show-more.tsx';

const list = (length: number) => Array.from({ length }, (_, index) => index);

/** Renders the rows of a list and records the number of rows of each render. */
function drawList(length: number) {
  const counts: number[] = [];
  const all = renderHook(
    (rows: readonly number[]) => {
      const shown = useShownRows(rows);
      counts.push(shown.rows.length);
      return shown;
    },
    { initialProps: list(length) },
  );
  return { counts, shown: () => all.result.current, change: (next: number) => all.rerender(list(next)) };
}

it('renders a hundred of many rows, first a screen, and offers as many more', () => {
  const { counts, shown } = drawList(250);
  expect(counts[0]).toBe(30);
  expect(shown().rows).toEqual(list(100));
  expect(shown().next).toBe(100);
});

it('renders returning rows in several time slices, and remaining rows at once', () => {
  const { counts, shown, change } = drawList(250);
  counts.length = 0;
  change(200);
  expect(new Set(counts)).toEqual(new Set([100]));
  change(5);
  expect(shown().rows).toEqual(list(5));
  counts.length = 0;
  change(250);
  expect(counts[0]).toBe(30);
  expect(shown().rows).toEqual(list(100));
});

it('keeps the rows that "Show more" added', () => {
  const { shown, change } = drawList(250);
  act(() => shown().showMore());
  expect(shown().rows).toEqual(list(200));
  change(220);
  expect(shown().rows).toEqual(list(200));
  expect(shown().next).toBe(20);
});
