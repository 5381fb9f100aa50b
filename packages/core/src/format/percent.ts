/** A percentage with 2 decimals, or N/A. Cut, not rounded, so that 100.00% means no failure. */
export const formatPercent = (percent: number | null | undefined): string =>
  percent === null || percent === undefined ? 'N/A' : `${(Math.floor(percent * 100 + 1e-6) / 100).toFixed(2)}%`;
