import type { DiagnosticResult } from '@upvigil/core/contract/diagnostics';
import { Badge } from '../../../components/basics/badge.tsx';
import { looks } from './diagnostic-words.ts';

/** One diagnostic: its state, what was found, and what to do. */
export function DiagnosticRow({ result: { status, title, message, remedy } }: { result: DiagnosticResult }) {
  const { tone, word } = looks[status];
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-t border-(--border) py-3">
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="m-0 font-medium">{title}</p>
        <p className="m-0 wrap-anywhere text-(--muted)">{message}</p>
        {remedy === null ? null : <p className="m-0 wrap-anywhere">{remedy}</p>}
      </div>
      <Badge tone={tone}>{word}</Badge>
    </li>
  );
}
