import type { Heartbeat } from '@upvigil/core/contract/heartbeats';
import { heartbeatBadge } from '@upvigil/core/status/heartbeat-state';
import { scheduleInWords } from '@upvigil/core/texts/schedules';
import { memo, Suspense } from 'react';
import { MuteAction } from '../../../alerting/mute-button.tsx';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { CheckStrip } from '../../../components/pulse/check-strip.tsx';
import { DataRow } from '../../../components/rows/data-row.tsx';
import { DeleteAction, EditAction, RowAction, RowActions } from '../../../components/rows/row-actions.tsx';
import { RowIcon } from '../../../components/rows/row-icon.tsx';
import { Time } from '../../../components/time/time.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import { UptimeFigure } from '../../../components/uptime/uptime-figure.tsx';
import { lazyPart } from '../../../reachability/lazy-part.tsx';
import type { HeartbeatActions } from './use-heartbeat-actions.ts';

const HeartbeatDetails = lazyPart(async () => ({
  default: (await import('./heartbeat-details.tsx')).HeartbeatDetails,
}));

/** State, name with schedule, latest runs, uptime, last run, actions. */
const columns = '92px minmax(0, 1.5fr) minmax(120px, 1fr) 76px 112px 160px';
/** Below 1100 px, the last run is hidden; on small screens, cells are stacked. */
const narrowClass =
  'md:max-[1099px]:[grid-template-columns:84px_minmax(0,2fr)_minmax(80px,1fr)_76px_160px]! md:max-[1099px]:gap-x-3 max-md:grid-cols-[minmax(0,1fr)_auto]';
const shownRuns = 30;
/** A run has no response time, except from a push address: all bars have the same height. */
const noThreshold = 60;

interface HeartbeatRowProps {
  heartbeat: Heartbeat;
  isOpen: boolean;
  onToggle: (id: number) => void;
  onEdit: (heartbeat: Heartbeat) => void;
  onDuplicate: (heartbeat: Heartbeat) => void;
  actions: HeartbeatActions;
}

/** One heartbeat, with its addresses and its last output below. */
export const HeartbeatRow = memo(function HeartbeatRow(props: HeartbeatRowProps) {
  const { heartbeat, isOpen, onToggle, actions } = props;
  return (
    <DataRow
      columns={columns}
      className={narrowClass}
      isOpen={isOpen}
      onToggle={() => onToggle(heartbeat.id)}
      panel={
        <Suspense fallback={<Spinner />}>
          <HeartbeatDetails heartbeat={heartbeat} onRotate={() => void actions.rotate(heartbeat)} />
        </Suspense>
      }
    >
      {(panelId) => <Cells {...props} panelId={panelId} />}
    </DataRow>
  );
});

function Cells(props: HeartbeatRowProps & { panelId: string }) {
  const { heartbeat, isOpen, onToggle, onEdit, onDuplicate, actions, panelId } = props;
  const { id, name, description, recent_checks, uptime_24h, coverage_24h, last_run, last_check_time } = heartbeat;
  const { label, tone } = heartbeatBadge(heartbeat);
  const schedule = [scheduleInWords(heartbeat), description].filter(Boolean).join(', ');
  const lastRun = last_run?.ended_at ?? last_check_time;
  return (
    <>
      <div className="max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end">
        <Badge tone={tone}>{label}</Badge>
      </div>
      <div className="min-w-0 max-md:col-start-1 max-md:row-start-1">
        <h2 className="truncate text-sm font-medium" title={name}>
          {name}
        </h2>
        <p className="truncate text-xs text-(--muted)" title={schedule}>
          {schedule}
        </p>
      </div>
      <div className="h-6.5 max-md:col-start-1 max-md:row-start-2">
        {recent_checks ? (
          <CheckStrip of={name} checks={recent_checks} threshold={noThreshold} count={shownRuns} />
        ) : null}
      </div>
      <div className="text-right text-[0.8125rem] max-md:col-start-2 max-md:row-start-2">
        <UptimeFigure percent={uptime_24h} coverage={coverage_24h} />
      </div>
      <div className="text-right text-xs text-(--muted) max-md:col-start-1 max-md:row-start-3 max-md:text-left md:max-[1099px]:hidden">
        {lastRun ? <Time value={lastRun} /> : 'Never'}
      </div>
      <RowActions of={name}>
        <RowAction
          text="Details"
          aria-label={`Details of ${name}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          icon={<RowIcon of="history" />}
          onClick={() => onToggle(id)}
        />
        <MuteAction target={{ monitor_id: id }} name={name} />
        <EditAction of={name} onClick={() => onEdit(heartbeat)} />
        <DeleteAction
          of={name}
          onDuplicate={() => onDuplicate(heartbeat)}
          onClick={() => void actions.remove(heartbeat)}
        />
      </RowActions>
    </>
  );
}
