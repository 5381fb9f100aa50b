import type { MaintenanceWindow } from '@upvigil/core/contract/maintenance';
import { shortDuration } from '@upvigil/core/format/short-duration';
import { maintenancePageMessages as texts } from '@upvigil/core/texts/maintenance';
import { ruleInWords } from '@upvigil/core/texts/recurrence';
import { minuteMs } from '@upvigil/core/time';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { DataRow } from '../../components/rows/data-row.tsx';
import { DeleteAction, EditAction, RowActions } from '../../components/rows/row-actions.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Badge } from '../../components/tones/badge.tsx';
import type { TargetsOf } from './runs/run-title.tsx';
import type { MaintenanceActions } from './use-maintenance-actions.ts';

interface WindowListProps {
  windows: readonly MaintenanceWindow[];
  targets: TargetsOf;
  actions: MaintenanceActions;
  onEdit: (window: MaintenanceWindow) => void;
}

/** Maintenance windows, newest first, with targets, schedule and time zone. */
export function WindowList({ windows, ...rest }: WindowListProps) {
  const shown = useShownRows(windows);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Windows">
      <h2>Windows</h2>
      {windows.length === 0 ? (
        <EmptyState title={texts.noWindows}>{texts.noWindowsYet}</EmptyState>
      ) : (
        <div className="card p-0">
          <ul>
            {shown.rows.map((window) => (
              <WindowRow key={window.id} window={window} {...rest} />
            ))}
          </ul>
          <ShowMore shown={shown} noun="windows" />
        </div>
      )}
    </section>
  );
}

const WindowRow = ({
  window,
  targets,
  actions,
  onEdit,
}: Omit<WindowListProps, 'windows'> & { window: MaintenanceWindow }) => (
  <DataRow columns="minmax(0,1.4fr) minmax(0,1fr) 6rem auto" className="max-md:grid-cols-[minmax(0,1fr)_auto]">
    {() => (
      <>
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{window.title}</p>
          <p className="text-[0.8125rem] wrap-anywhere text-(--muted)">{targets(window).join(', ')}</p>
        </div>
        <div className="min-w-0 text-[0.8125rem] max-md:col-span-full max-md:row-start-2">
          <p className="wrap-anywhere">{ruleInWords(window.rrule)}</p>
          <p className="wrap-anywhere text-(--muted)">{whenWords(window)}</p>
        </div>
        <p className="max-md:col-span-full max-md:row-start-3">
          {window.public ? <Badge tone="none">Public</Badge> : null}
        </p>
        <RowActions of={window.title}>
          <EditAction of={window.title} onClick={() => onEdit(window)} />
          <DeleteAction of={window.title} onClick={() => void actions.remove(window)} />
        </RowActions>
      </>
    )}
  </DataRow>
);

/** '28 Mar 2027, 02:30 (Europe/Berlin), for 1 h 30 min'; for a repeated window, the first run. */
function whenWords({ rrule, starts_at, time_zone, duration_minutes }: MaintenanceWindow): string {
  const from = rrule === null ? '' : 'from ';
  return `${from}${wallTime(starts_at)} (${time_zone}), for ${shortDuration(duration_minutes * minuteMs)}`;
}

/** Local time '2027-03-28T02:30' as '28 Mar 2027, 02:30', without conversion to another zone. */
function wallTime(text: string): string {
  const at = Date.parse(`${text}:00Z`);
  if (Number.isNaN(at)) return text;
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at);
}
