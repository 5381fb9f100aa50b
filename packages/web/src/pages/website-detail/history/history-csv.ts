import type { LatencyHistory } from '@upvigil/core/contract/checks';

const columns = [
  ['time', ({ time }) => time],
  ['checks', ({ checks }) => checks],
  ['failed', ({ failures }) => failures],
  ['slow', ({ slow }) => slow],
  ['in_maintenance', ({ maintenance_checks }) => maintenance_checks],
  ['p5_seconds', ({ p5_response_time }) => p5_response_time],
  ['p50_seconds', ({ p50_response_time }) => p50_response_time],
  ['p95_seconds', ({ p95_response_time }) => p95_response_time],
] as const satisfies readonly (readonly [
  string,
  (stretch: LatencyHistory[number]) => string | number | null | undefined,
])[];

/** A history as RFC 4180 text: a line for each stretch, times in UTC; an empty cell where nothing was measured. */
export const historyCsv = (history: LatencyHistory): string =>
  [columns.map(([name]) => name), ...history.map((stretch) => columns.map(([, read]) => read(stretch) ?? ''))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');

/** 'history-shop.example.org-checkout-30d.csv' */
export const historyFileName = (of: string, range: string): string =>
  `history-${of
    .replace(/^https?:\/\//, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+|-+$/g, '')}-${range}.csv`;
