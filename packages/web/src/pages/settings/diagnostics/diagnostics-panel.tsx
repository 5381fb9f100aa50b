import { useQuery } from '@tanstack/react-query';
import type { DiagnosticResult } from '@upvigil/core/contract/diagnostics';
import { useState } from 'react';
import { failureText } from '../../../api/failure-text.ts';
import * as queries from '../../../api/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { BundleDialog } from './bundle-dialog.tsx';
import { DiagnosticRow } from './diagnostic-row.tsx';
import { brokenFirst, summaryOf } from './diagnostic-words.ts';

/** What the server needs, tried: each with what is wrong and what to do about it. */
export function DiagnosticsPanel() {
  const query = useQuery(queries.diagnostics());
  const { data, error, isFetching, refetch } = query;
  const [isBundling, setBundling] = useState(false);
  return (
    <section className="card grid gap-4">
      <h2>Diagnostics</h2>
      <p className="text-(--muted)">
        Tries what this server needs. No message is sent, and a result is kept for 30 seconds.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button pending={isFetching} pendingLabel="Running..." onClick={() => void refetch()}>
          Run again
        </Button>
        <Button onClick={() => setBundling(true)}>Download support bundle</Button>
      </div>
      <p role="status" className="font-medium">
        {isFetching ? 'The diagnostics run; this takes up to 10 seconds' : data && summaryOf(data)}
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
