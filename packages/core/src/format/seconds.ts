/**
 * Seconds with 2 decimals, or N/A: '0.47s'. `inMs`: milliseconds with 1 decimal, '21.4ms'. A measured value that would
 * be rounded to zero is '<0.01s' or '<0.1ms'.
 */
export function formatSeconds(seconds: number | null | undefined, inMs = false): string {
  if (seconds === null || seconds === undefined) return 'N/A';
  const { value, decimals, unit } = inMs
    ? { value: seconds * 1000, decimals: 1, unit: 'ms' }
    : { value: seconds, decimals: 2, unit: 's' };
  const shown = value.toFixed(decimals);
  return Number(shown) === 0 ? `<${10 ** -decimals}${unit}` : `${shown}${unit}`;
}
