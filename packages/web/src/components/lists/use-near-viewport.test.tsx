import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNearRow } from './use-near-row.ts';

let report: (isIntersecting: boolean) => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        report = (isIntersecting) => callback([{ isIntersecting }]);
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Row({ isFirst }: { isFirst: boolean }) {
  const [ref, isNear] = useNearRow<HTMLDivElement>(isFirst);
  return <div ref={ref}>{isNear ? <button type="button">Edit</button> : null}</div>;
}
const see = (isIntersecting: boolean) =>
  act(() => {
    report(isIntersecting);
    vi.runAllTimers();
  });

it('leaves out of a row that is far away what nobody can reach, until it comes near', () => {
  render(<Row isFirst={false} />);
  expect(screen.queryByRole('button')).toBeNull();
  see(true);
  expect(screen.getByRole('button')).toBeVisible();
  see(false);
  expect(screen.queryByRole('button')).toBeNull();
});

it('keeps the rows of the first screen whole from the start, and what has the focus', () => {
  render(<Row isFirst />);
  screen.getByRole('button').focus();
  see(false);
  expect(screen.getByRole('button')).toHaveFocus();
});
