import { useQuery } from '@tanstack/react-query';
import type { DiagnosticResult, DiagnosticStatus } from '@upvigil/core/contract/diagnostics';
import type { Tone } from '@upvigil/core/status/tone';
import { useState } from 'react';
import * as queries from '../../../api/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import { failureText } from '../../../failures.ts';
import { BundleDialog } from './bundle-dialog.tsx';

export function DiagnosticsPanel() {
  const query = useQuery(queries.diagnostics());
  const { data, error, isFetching, refetch } = query;
  const [isBundling, setBundling] = useState(false);
  return (
    <section className="card grid gap-4">
      <h2>Diagnostics</h2>
      <p className="text-(--muted)">
        Tests everything that this server depends on. No messages are sent, and results are cached for 30 seconds.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button pending={isFetching} pendingLabel="Running..." onClick={() => void refetch()}>
          Run again
        </Button>
        <Button onClick={() => setBundling(true)}>Download support bundle</Button>
      </div>
      <p role="status" className="font-medium">
        {isFetching ? 'Diagnostics are running. This takes up to 10 seconds' : data && summaryOf(data)}
      </p>
      {error && data ? (
        <p role="alert" className="wrap-anywhere text-(--down-fg)">
          Could not run the diagnostics: {failureText(error)}
        </p>
      ) : null}
      <LoadState query={query} title="Could not run the diagnostics">
        <Skeleton height={320} />
      </LoadState>
      {data ? <Results results={data} /> : null}
      {isBundling ? <BundleDialog onClose={() => setBundling(false)} /> : null}
    </section>
  );
}

const Results = ({ results }: { results: readonly DiagnosticResult[] }) => (
  <ul className="m-0 list-none p-0">
    {brokenFirst(results).map((result) => (
      <DiagnosticRow key={result.id} result={result} />
    ))}
  </ul>
);

/** One diagnostic: status, message and remedy. */
function DiagnosticRow({ result: { status, title, message, remedy } }: { result: DiagnosticResult }) {
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

/** Tone and word of each status, the worst first. */
const looks: Record<DiagnosticStatus, { tone: Tone; word: string }> = {
  fail: { tone: 'down', word: 'Failed' },
  warn: { tone: 'warn', word: 'Warning' },
  ok: { tone: 'up', word: 'OK' },
  skipped: { tone: 'none', word: 'Skipped' },
};
const order = Object.keys(looks);

/** Failures first, otherwise in order. */
const brokenFirst = (results: readonly DiagnosticResult[]): DiagnosticResult[] =>
  [...results].sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));

/** '2 failed, 1 warning', or a sentence without problems. */
function summaryOf(results: readonly DiagnosticResult[]): string {
  const count = (status: DiagnosticStatus): number => results.filter((each) => each.status === status).length;
  const failed = count('fail');
  const warnings = count('warn');
  const asked = results.length - count('skipped');
  if (failed + warnings === 0) return `No problems: ${asked} of ${results.length} tests ran`;
  const parts = [
    failed > 0 && `${failed} failed`,
    warnings > 0 && `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
  ];
  return parts.filter(Boolean).join(', ');
}
