import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useThrottledValue } from './use-throttled-value.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const waitMs = (shown: string): number => (shown === 'costly' ? 5000 : 1000);

function open(first: string) {
  const { result, rerender } = renderHook(({ value }) => useThrottledValue(value, waitMs), {
    initialProps: { value: first },
  });
  return { shown: () => result.current, change: (value: string) => rerender({ value }) };
}
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

describe('a value that changes in quick succession', () => {
  it('is passed on at once, then throttled to the latest value', () => {
    const { shown, change } = open('a');
    change('b');
    pass(0);
    expect(shown()).toBe('b');
    change('c');
    pass(500);
    change('d');
    pass(499);
    expect(shown()).toBe('b');
    pass(1);
    expect(shown()).toBe('d');
  });

  it('waits as long as the last value requires', () => {
    const { shown, change } = open('a');
    change('costly');
    pass(0);
    change('b');
    pass(4999);
    expect(shown()).toBe('costly');
    pass(1);
    expect(shown()).toBe('b');
  });
});
