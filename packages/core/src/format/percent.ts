/** A percentage with 2 decimals, or N/A. Cut, not rounded, so that 100.00% means no failure. */
export const formatPercent = (percent: number | null | undefined): string =>
  percent === null || percent === undefined ? 'N/A' : `${(Math.floor(percent * 100 + 1e-6) / 100).toFixed(2)}%`;

/** Below it, coverage does not round to all of the time. */
const nearlyAllPercent = 99.5;

/** Whether a known part of the time of an uptime was not observed. */
export const hasGaps = (coverage: number | null | undefined): coverage is number =>
  coverage !== null && coverage !== undefined && coverage < nearlyAllPercent;

/** How much of the time of an uptime was observed; null if it was all, or is unknown. */
export function coverageNote(coverage: number | null | undefined): string | null {
  if (!hasGaps(coverage)) return null;
  return `monitored ${roundedCoverage(coverage, 'less than ')} of the time`;
}

const roundedCoverage = (coverage: number, below = '<'): string =>
  coverage < 1 ? `${below}1%` : `${Math.round(coverage)}%`;

/** Uptime with its coverage: '100.00% (monitored 79% of the time)'. */
export function formatUptime(percent: number | null | undefined, coverage: number | null | undefined): string {
  const note = coverageNote(coverage);
  return note === null ? formatPercent(percent) : `${formatPercent(percent)} (${note})`;
}

/** For narrow columns: '100.00% of 79%'. */
export const shortUptime = (percent: number | null | undefined, coverage: number | null | undefined): string =>
  hasGaps(coverage) ? `${formatPercent(percent)} of ${roundedCoverage(coverage)}` : formatPercent(percent);
