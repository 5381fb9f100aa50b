import { useQuery } from '@tanstack/react-query';
import type { MaintenanceRun, MaintenanceWindow } from '@upvigil/core/contract/maintenance';
import { limits } from '@upvigil/core/limits';
import { maintenancePageMessages as texts } from '@upvigil/core/texts/maintenance';
import { CalendarPlus, Play } from 'lucide-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { AlertTabs } from '../../alerting/alert-tabs.tsx';
import * as queries from '../../alerting/maintenance/maintenance-queries.ts';
import { Button } from '../../components/basics/button.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import { useAsked } from '../../components/dialogs/use-asked.ts';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { DataRow } from '../../components/rows/data-row.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { formatTime } from '../../components/time/time-format.ts';
import { useTargetNames } from '../../monitors/use-target-names.ts';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { MarkList } from './mark-list.tsx';
import { RunCalendar } from './runs/run-calendar.tsx';
import { RunTitle, spanWords, type TargetsOf } from './runs/run-title.tsx';
import { RunningNow } from './runs/running-now.tsx';
import { type MaintenanceActions, useMaintenanceActions } from './use-maintenance-actions.ts';
import { WindowList } from './window-list.tsx';

const WindowFormDialog = lazyPart(async () => ({
  default: (await import('./form/window-form-dialog.tsx')).WindowFormDialog,
}));
const StartDialog = lazyPart(async () => ({
  default: (await import('../../alerting/maintenance/start-dialog.tsx')).StartDialog,
}));

/** Current maintenance, planned runs of the next and past runs of the last 30 days, windows, and deployment marks. */
export function MaintenancePage() {
  const windows = useQuery(queries.maintenanceWindows());
  const runs = useQuery(queries.maintenanceRuns());
  const actions = useMaintenanceActions();
  const [open, setOpen] = useOpened();
  const { targets } = useTargetNames(windows.data ?? []);
  const isFull = windows.data === undefined || windows.data.length >= limits.maintenance.windows;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <MaintenanceHead isFull={isFull} onOpen={setOpen} />
      <AlertTabs />
      <LoadState query={runs} title={texts.loadFailed}>
        <Spinner />
      </LoadState>
      {runs.data ? <RunningNow runs={runs.data} targets={targets} actions={actions} /> : null}
      {runs.data && windows.data ? (
        <>
          <RunCalendar runs={runs.data} targets={targets} />
          <WindowList
            windows={windows.data}
            targets={targets}
            actions={actions}
            onEdit={(window) => setOpen({ window })}
          />
          <PastRuns runs={runs.data} targets={targets} />
        </>
      ) : null}
      {runs.data ? (
        <LoadState query={windows} title={texts.loadFailed}>
          <Spinner />
        </LoadState>
      ) : null}
      {windows.isPending || runs.isPending ? null : <MarkList actions={actions} />}
      {open ? <OpenDialog open={open} save={actions.save} onClose={() => setOpen(undefined)} /> : null}
    </div>
  );
}

/** `isFull`: the limit of windows is reached, or not known yet. */
function MaintenanceHead({ isFull, onOpen }: { isFull: boolean; onOpen: (open: Opened) => void }) {
  return (
    <PageHead
      title={texts.title}
      sub={texts.about}
      actions={
        <>
          <Button icon={<Play aria-hidden="true" size={16} />} onClick={() => onOpen({ start: null })}>
            Start Maintenance
          </Button>
          <Button
            kind="primary"
            icon={<CalendarPlus aria-hidden="true" size={16} />}
            disabled={isFull}
            onClick={() => onOpen({ window: null })}
          >
            Plan Maintenance
          </Button>
        </>
      }
    />
  );
}

interface OpenDialogProps {
  open: NonNullable<Opened>;
  save: MaintenanceActions['save'];
  onClose: () => void;
}

function OpenDialog({ open, save, onClose }: OpenDialogProps) {
  return (
    <Suspense fallback={null}>
      {'start' in open ? (
        <StartDialog key={open.start} websiteId={open.start} onClose={onClose} />
      ) : (
        <WindowFormDialog
          window={open.window}
          save={async (input) => {
            await save(open.window, input);
            onClose();
          }}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

/** Maintenance of the last 30 days, newest first. */
function PastRuns({ runs, targets }: { runs: readonly MaintenanceRun[]; targets: TargetsOf }) {
  const past = useMemo(() => runs.filter(({ state }) => state === 'completed').toReversed(), [runs]);
  const shown = useShownRows(past);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Past 30 days">
      <h2>Past 30 days</h2>
      {past.length === 0 ? (
        <p className="text-(--muted)">{texts.noPast}</p>
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

/** The open dialog: the form of a window (null: a new one), or the start dialog with an optional website. */
type Opened = { window: MaintenanceWindow | null } | { start: number | null } | undefined;

/** `?start` in the address opens the start dialog, `?start=3` for that website, so that other pages can link to it. */
function useOpened(): [Opened, (opened: Opened) => void] {
  const [opened, setOpened] = useState<Opened>();
  const start = useCallback(
    (website: string) => setOpened({ start: /^[1-9]\d{0,9}$/.test(website) ? Number(website) : null }),
    [],
  );
  useAsked('start', start);
  return [opened, setOpened];
}
