import { startTransition, useEffect, useRef, useState } from 'react';

/**
 * A value that may change often, passed on at most once in `waitMs` milliseconds, for what is costly to render. The wait
 * may depend on what was last passed on. `waitMs` must be the same function at each render.
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
