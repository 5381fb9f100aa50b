import { startTransition, useEffect, useRef, useState } from 'react';

/**
 * Passes on a frequently changing value at most once in `waitMs` milliseconds, for costly renders. The delay may depend
 * on the last value. `waitMs` must be stable.
 */
export function useThrottledValue<T>(value: T, waitMs: (shown: T) => number): T {
  const [calm, setCalm] = useState(value);
  const passedOnAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (value === calm) return;
    const wait = Math.max(0, passedOnAt.current + waitMs(calm) - performance.now());
    const timer = setTimeout(() => {
      passedOnAt.current = performance.now();
      startTransition(() => setCalm(value));
    }, wait);
    return () => clearTimeout(timer);
  }, [value, calm, waitMs]);
  return calm;
}
