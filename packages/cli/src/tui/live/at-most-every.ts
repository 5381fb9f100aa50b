/** Calls through at most so often; what comes between is dropped. For steps of progress whose end is told by other means. */
export function atMostEvery<Arguments extends unknown[]>(
  gapMs: number,
  now: () => number,
  call: (...values: Arguments) => void,
): (...values: Arguments) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (...values) => {
    if (now() - last < gapMs) return;
    last = now();
    call(...values);
  };
}
