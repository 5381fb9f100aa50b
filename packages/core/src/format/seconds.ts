/** Seconds with 2 decimals, or N/A. Example: 0.47s. */
export const formatSeconds = (seconds: number | null | undefined): string =>
  seconds === null || seconds === undefined ? 'N/A' : `${seconds.toFixed(2)}s`;
