import { useQuery } from '@tanstack/react-query';
import { limits } from '@upvigil/core/limits';
import { maintenancePageMessages as said } from '@upvigil/core/texts/maintenance';
import { CalendarPlus, Play } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { AlertSections } from '../../alerting/alert-sections.tsx';
import * as queries from '../../alerting/maintenance/maintenance-queries.ts';
import { useTargetNames } from '../../alerting/targets/use-target-names.ts';
import { Button } from '../../components/basics/button.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { MarkList } from './mark-list.tsx';
import { PastRuns } from './runs/past-runs.tsx';
import { RunCalendar } from './runs/run-calendar.tsx';
import { RunningNow } from './runs/running-now.tsx';
import { type MaintenanceActions, useMaintenanceActions } from './use-maintenance-actions.ts';
import { type Opened, useOpened } from './use-opened.ts';
import { WindowList } from './window-list.tsx';

const WindowFormDialog = lazy(async () => ({
  default: (await import('./form/window-form-dialog.tsx')).WindowFormDialog,
}));
const StartDialog = lazy(async () => ({
  default: (await import('../../alerting/maintenance/start-dialog.tsx')).StartDialog,
}));

/** What is worked on: now, in the next 30 days, and in the last; by which windows; and what was changed. */
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
      <AlertSections />
      <LoadState query={runs} title={said.loadFailed}>
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
        <LoadState query={windows} title={said.loadFailed}>
          <Spinner />
        </LoadState>
      ) : null}
      {windows.isPending || runs.isPending ? null : <MarkList actions={actions} />}
      {open ? <OpenDialog open={open} save={actions.save} onClose={() => setOpen(undefined)} /> : null}
    </div>
  );
}

/** `isFull`: no more windows can be planned, or it is not known yet whether. */
function MaintenanceHead({ isFull, onOpen }: { isFull: boolean; onOpen: (open: Opened) => void }) {
  return (
    <PageHead
      title={said.title}
      sub={said.about}
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
