import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useHeldHeight } from './use-held-height.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** A list whose height follows what it shows, below a search box that has the focus. */
function open() {
  const list = document.createElement('section');
  let height = 900;
  Object.defineProperty(list, 'offsetHeight', {
    get: () => Math.max(height, Number.parseInt(list.style.minHeight, 10) || 0),
  });
  const search = document.body.appendChild(document.createElement('input'));
  search.focus();
  const { rerender } = renderHook(({ text }) => useHeldHeight({ current: list }, text), { initialProps: { text: '' } });
  const type = (text: string) => {
    window.dispatchEvent(new KeyboardEvent('keydown'));
    rerender({ text });
  };
  return { list, type, show: (pixels: number) => (height = pixels) };
}

it('keeps a list as high as it was while somebody types, and lets it go when typing pauses', () => {
  const { list, type, show } = open();
  expect(list.style.minHeight).toBe('');
  for (const text of ['a', 'ab', 'a', '']) {
    type(text);
    show(100);
    vi.advanceTimersByTime(900);
    expect(list.style.minHeight).toBe('900px');
  }
  vi.advanceTimersByTime(100);
  expect(list.style.minHeight).toBe('');
});
