import type { LatencyHistory } from '@upvigil/core/contract/checks';
import { Download } from 'lucide-react';
import { Button } from '../../../components/basics/button.tsx';
import { csvText } from '../../../components/downloads/csv.ts';
import { saveCsv } from '../../../components/downloads/save-file.ts';
import type { HistoryChoice } from './use-history-range.ts';

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
  (bucket: LatencyHistory[number]) => string | number | null | undefined,
])[];

/** A line for each bucket, times in UTC; an empty cell without a measurement. */
export const historyCsv = (history: LatencyHistory): string =>
  csvText([columns.map(([name]) => name), ...history.map((bucket) => columns.map(([, read]) => read(bucket)))]);

/** 'history-shop.example.org-checkout-30d.csv' */
export const historyFileName = (of: string, range: string): string =>
  `history-${of
    .replace(/^https?:\/\//, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+|-+$/g, '')}-${range}.csv`;

interface CsvButtonProps {
  of: string;
  choice: HistoryChoice;
  /** What the chart shows; undefined while it is not known. */
  history: LatencyHistory | undefined;
}

/** Saves what the chart shows. */
export function CsvButton({ of, choice, history }: CsvButtonProps) {
  const name = historyFileName(of, 'day' in choice ? choice.day : choice.range);
  return (
    <Button
      size="small"
      icon={<Download aria-hidden="true" size={14} />}
      disabled={!history?.length}
      title={`Save ${name}`}
      onClick={() => history && saveCsv(name, historyCsv(history))}
    >
      CSV
    </Button>
  );
}
