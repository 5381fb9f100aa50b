import { useQuery } from '@tanstack/react-query';
import type { Mark } from '@upvigil/core/contract/marks';
import { maintenancePageMessages as texts } from '@upvigil/core/texts/maintenance';
import { markDays, marks } from '../../alerting/maintenance/maintenance-queries.ts';
import { Spinner } from '../../components/basics/spinner.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { DataRow } from '../../components/rows/data-row.tsx';
import { DeleteAction, RowActions } from '../../components/rows/row-actions.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { Time } from '../../components/time/time.tsx';
import type { MaintenanceActions } from './use-maintenance-actions.ts';

/** Deployment marks of the last days, newest first. */
export function MarkList({ actions }: { actions: MaintenanceActions }) {
  const query = useQuery(marks(markDays * 24));
  const shown = useShownRows(query.data ?? []);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Marks">
      <h2>Marks</h2>
      <LoadState query={query} title={texts.marksFailed}>
        <Spinner />
      </LoadState>
      {query.data?.length === 0 ? <p className="text-(--muted)">{texts.noMarks}</p> : null}
      {shown.rows.length > 0 ? (
        <div className="card p-0">
          <ul>
            {shown.rows.map((mark) => (
              <MarkRow key={mark.id} mark={mark} actions={actions} />
            ))}
          </ul>
          <ShowMore shown={shown} noun="marks" />
        </div>
      ) : null}
    </section>
  );
}

const MarkRow = ({ mark, actions }: { mark: Mark; actions: MaintenanceActions }) => (
  <DataRow
    columns="12rem minmax(0,1fr) minmax(0,1fr) auto"
    density="compact"
    className="max-md:grid-cols-[minmax(0,1fr)_auto]"
  >
    {() => (
      <>
        <p className="text-(--muted) max-md:col-span-full">
          <Time value={mark.at} />
        </p>
        <p className="min-w-0 font-medium wrap-anywhere">
          {mark.url ? (
            <a href={mark.url} target="_blank" rel="noopener noreferrer">
              {mark.label}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ) : (
            mark.label
          )}
        </p>
        <p className="min-w-0 wrap-anywhere text-(--muted) max-md:col-span-full max-md:row-start-3">
          {mark.website_name ?? 'All websites'}
          {mark.public ? ' · public' : ''}
        </p>
        <RowActions of={mark.label}>
          <DeleteAction of={mark.label} onClick={() => void actions.removeMark(mark)} />
        </RowActions>
      </>
    )}
  </DataRow>
);
