/** Passes on at most one call in `gapMs` and drops the others. For progress, whose end is reported separately. */
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
