import type { MaintenanceRun } from '@upvigil/core/contract/maintenance';
import { maintenancePageMessages as texts } from '@upvigil/core/texts/maintenance';
import { countOf } from '../../../components/lists/count-of.ts';
import { ShowMore, useShownRows } from '../../../components/lists/show-more.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { formatTime } from '../../../components/time/time-format.ts';
import { byDay, RunTitle, spanWords, type TargetsOf } from './run-title.tsx';

interface RunsProps {
  runs: readonly MaintenanceRun[];
  targets: TargetsOf;
}

/** Planned runs of the next 30 days, by day. */
export function RunCalendar({ runs, targets }: RunsProps) {
  const ahead = runs.filter(({ state }) => state === 'scheduled');
  const days = byDay(ahead);
  const shown = useShownRows(days);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Next 30 days">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2>Next 30 days</h2>
        {ahead.length > 0 ? (
          <p className="text-(--muted)">{`${countOf(ahead.length, 'run')} on ${countOf(days.length, 'day')}`}</p>
        ) : null}
      </div>
      {ahead.length === 0 ? (
        <EmptyState title={texts.noneAhead}>{texts.noneAheadYet}</EmptyState>
      ) : (
        <div className="card p-0">
          <ul>
            {shown.rows.map(({ day, runs: its }) => (
              <DayOfRuns key={day} day={day} runs={its} targets={targets} />
            ))}
          </ul>
          <ShowMore shown={shown} noun="days" />
        </div>
      )}
    </section>
  );
}

const columns = { '--columns': '12rem minmax(0,1fr)' } as React.CSSProperties;

/** A day and its runs: side by side, stacked on small screens. */
const DayOfRuns = ({ day, runs, targets }: RunsProps & { day: number }) => (
  <li
    className="grid gap-x-4 gap-y-1.5 border-t border-(--border) px-5 py-3 first:border-t-0 max-md:px-4 md:[grid-template-columns:var(--columns)]"
    style={columns}
  >
    <h3 className="font-medium">{formatTime(day, 'weekday')}</h3>
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {runs.map((run) => (
        <li key={run.id} className="grid gap-x-4 md:[grid-template-columns:var(--columns)]">
          <p className="text-(--muted)">{spanWords(run)}</p>
          <RunTitle run={run} targets={targets} />
        </li>
      ))}
    </ul>
  </li>
);
