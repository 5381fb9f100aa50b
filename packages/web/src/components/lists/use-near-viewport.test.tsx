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

it('omits the content of a distant row until it comes near', () => {
  render(<Row isFirst={false} />);
  expect(screen.queryByRole('button')).toBeNull();
  see(true);
  expect(screen.getByRole('button')).toBeVisible();
  see(false);
  expect(screen.queryByRole('button')).toBeNull();
});

it('renders the first screen completely, and keeps a focused row', () => {
  render(<Row isFirst />);
  screen.getByRole('button').focus();
  see(false);
  expect(screen.getByRole('button')).toHaveFocus();
});
