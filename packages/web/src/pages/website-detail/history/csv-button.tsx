import type { LatencyHistory } from '@upvigil/core/contract/checks';
import { Download } from 'lucide-react';
import { Button } from '../../../components/basics/button.tsx';
import { saveFile } from '../../../components/downloads/save-file.ts';
import { historyCsv, historyFileName } from './history-csv.ts';
import type { HistoryChoice } from './use-history-range.ts';

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
      onClick={() => history && saveFile(name, new Blob([historyCsv(history)], { type: 'text/csv' }))}
    >
      CSV
    </Button>
  );
}
