import type { MaintenanceRun } from '@upvigil/core/contract/maintenance';
import { maintenancePageMessages as said } from '@upvigil/core/texts/maintenance';
import { useMemo } from 'react';
import { ShowMore, useShownRows } from '../../../components/lists/show-more.tsx';
import { DataRow } from '../../../components/rows/data-row.tsx';
import { formatTime } from '../../../components/time/time-format.ts';
import { RunTitle, spanWords, type TargetsOf } from './run-parts.tsx';

/** What was worked on in the last 30 days, newest first. */
export function PastRuns({ runs, targets }: { runs: readonly MaintenanceRun[]; targets: TargetsOf }) {
  const past = useMemo(() => runs.filter(({ state }) => state === 'completed').toReversed(), [runs]);
  const shown = useShownRows(past);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Past 30 days">
      <h2>Past 30 days</h2>
      {past.length === 0 ? (
        <p className="text-(--muted)">{said.noPast}</p>
      ) : (
        <div className="card p-0">
          <ul>
            {shown.rows.map((run) => (
              <DataRow key={run.id} columns="16rem minmax(0,1fr)" density="compact">
                {() => (
                  <>
                    <p className="text-(--muted)">{`${formatTime(run.starts_at, 'dayMonth')}, ${spanWords(run)}`}</p>
                    <RunTitle run={run} targets={targets} />
                  </>
                )}
              </DataRow>
            ))}
          </ul>
          <ShowMore shown={shown} noun="runs" />
        </div>
      )}
    </section>
  );
}
