import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenNobodyTypes } from './when-nobody-types.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));

function focusSearch() {
  const search = document.body.appendChild(document.createElement('input'));
  search.focus();
}

it('calls back in the next task when no text field has the focus', () => {
  const then = vi.fn();
  whenNobodyTypes(then);
  expect(then).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(then).toHaveBeenCalledOnce();
});

it('calls back once no key was pressed for a second in a text field', () => {
  const then = vi.fn();
  focusSearch();
  whenNobodyTypes(then);
  for (let key = 0; key < 5; key += 1) {
    vi.advanceTimersByTime(900);
    press();
  }
  expect(then).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  press();
  vi.advanceTimersByTime(5_000);
  expect(then).toHaveBeenCalledOnce();
});

it('does not call back once it was stopped', () => {
  const then = vi.fn();
  focusSearch();
  whenNobodyTypes(then)();
  press();
  vi.advanceTimersByTime(5_000);
  expect(then).not.toHaveBeenCalled();
});
