import { startTransition, useEffect, useRef, useState } from 'react';
import { whenNobodyTypes } from './when-nobody-types.ts';

/**
 * A value that may change often, passed on at most once in `waitMs` milliseconds and while nobody types, for what is costly
 * to render. The wait may depend on what was last passed on. `waitMs` must be the same function at each render.
 */
export function useThrottledValue<T>(value: T, waitMs: (shown: T) => number): T {
  const [calm, setCalm] = useState(value);
  const passedOnAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (value === calm) return;
    const wait = Math.max(0, passedOnAt.current + waitMs(calm) - performance.now());
    return whenNobodyTypes(() => {
      passedOnAt.current = performance.now();
      startTransition(() => setCalm(value));
    }, wait);
  }, [value, calm, waitMs]);
  return calm;
}
