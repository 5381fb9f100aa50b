import type { Alert } from '@upvigil/core/contract/alerts';
import { alertTone } from '@upvigil/core/status/alert-tone';
import type { Outage } from '@upvigil/core/status/outages';
import { memo } from 'react';
import { AxisHead, OutageBar, type TimeAxis } from '../../../components/figures/outage-axis.tsx';
import { DataRow } from '../../../components/rows/data-row.tsx';
import { RowToggle } from '../../../components/rows/row-toggle.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import { toneText } from '../../../components/tones/tone-classes.ts';
import { triedMarks } from '../deliveries/alert-deliveries.ts';
import { ChannelMarks } from '../deliveries/channel-marks.tsx';
import { AlertDetails } from '../details/alert-details.tsx';
import { durationWords, problemTone, serviceWords, spanWords } from '../outage-texts.ts';
import type { AlertActions } from '../use-alert-actions.ts';

/** Columns: disclosure, status, service, axis, duration, channels. */
const columns = '24px 148px minmax(0,1fr) minmax(0,1.5fr) 112px 166px';
/** On narrower screens, only the opened panel shows channels; on small screens, cells are stacked. */
const narrowClass =
  'md:max-[1099px]:[grid-template-columns:24px_148px_minmax(0,1fr)_minmax(0,1fr)_112px]! md:max-[1099px]:gap-x-3';
const wideOnly = 'md:max-[1099px]:hidden';

interface OutageRowProps {
  outage: Outage;
  axis: TimeAxis;
  now: number;
  isOpen: boolean;
  /** Must be stable, so that unchanged rows do not render again. */
  onToggle: (alertId: number) => void;
  actions: AlertActions;
}

/** One outage: status, service, cause, time, duration and channels. Its timeline opens below. */
export const OutageRow = memo(function OutageRow(props: OutageRowProps) {
  const { outage, now, isOpen, actions } = props;
  return (
    <DataRow
      columns={columns}
      isOpen={isOpen}
      className={`relative cursor-pointer max-md:grid-cols-[auto_minmax(0,1fr)_auto] ${narrowClass} ${isOpen ? '' : '[contain-intrinsic-size:auto_56px] [content-visibility:auto]'}`}
      panel={<AlertDetails outage={outage} now={now} actions={actions} />}
    >
      {(panelId) => <Cells {...props} panelId={panelId} />}
    </DataRow>
  );
});

function Cells({ outage, axis, now, isOpen, onToggle, panelId }: OutageRowProps & { panelId: string }) {
  const { alert, started_at, ended_at } = outage;
  const marks = triedMarks(alert);
  return (
    <>
      <RowToggle
        label={`What happened: ${alert.message}`}
        isOpen={isOpen}
        panelId={panelId}
        onToggle={() => onToggle(alert.id)}
        className="max-md:-my-2.5 max-md:-ml-3 max-md:size-11 pointer-coarse:-my-2.5 pointer-coarse:size-11"
      />
      <span className="max-md:col-span-2">
        <Badge tone={alertTone(alert.alert_type)}>{alert.alert_type}</Badge>
      </span>
      <Service alert={alert} />
      <div className="min-w-0 max-md:order-2 max-md:col-span-full">
        <OutageBar
          axis={axis}
          tone={problemTone(alert)}
          startedAt={started_at}
          endedAt={ended_at}
          isOpen={outage.isOpen}
        />
      </div>
      <div className="text-right max-md:col-start-3 max-md:row-start-2">
        <p className="leading-5 font-medium whitespace-nowrap">{durationWords(outage, now)}</p>
        <p className="text-xs whitespace-nowrap text-(--muted) max-md:whitespace-normal">{spanWords(outage, now)}</p>
      </div>
      <div
        className={`text-xs text-(--muted) max-md:order-3 max-md:col-span-full md:justify-self-end md:[&>ul]:justify-end ${wideOnly}`}
      >
        {marks.length === 0 ? (
          <>
            <span aria-hidden="true" className="max-md:hidden">
              –
            </span>
            <span className="sr-only">No notifications</span>
          </>
        ) : (
          <ChannelMarks marks={marks} />
        )}
      </div>
    </>
  );
}

function Service({ alert }: { alert: Alert }) {
  const { before, name, after, cause } = serviceWords(alert);
  return (
    <div className="min-w-0 max-md:col-span-2 max-md:col-start-1 max-md:row-start-2" title={alert.message}>
      <p className="flex min-w-0 leading-5 font-medium">
        {before ? <span className="shrink-9 truncate font-normal text-(--hint)">{before}</span> : null}
        <span className="max-w-full shrink-0 truncate">{name}</span>
        {after ? <span className="truncate font-normal whitespace-pre text-(--hint)">{after}</span> : null}
      </p>
      <p className="truncate text-xs text-(--muted)">
        {alert.website_name}
        {cause ? (
          <>
            {' · '}
            <span className={toneText[problemTone(alert)]}>{cause}</span>
          </>
        ) : null}
      </p>
    </div>
  );
}

/** Column headers; on small screens the axis alone. */
export const OutageRowsHead = ({ axis }: { axis: TimeAxis }) => (
  <div
    style={{ '--columns': columns } as React.CSSProperties}
    className={`grid min-h-8.5 items-center gap-x-4 px-5 py-2 text-xs font-medium text-(--muted) max-md:px-4 md:[grid-template-columns:var(--columns)] ${narrowClass}`}
  >
    <span className="max-md:hidden" />
    <span className="max-md:hidden">Status</span>
    <span className="max-md:hidden">Service and cause</span>
    <AxisHead axis={axis} />
    <span className="text-right max-md:hidden">Duration</span>
    <span className={`text-right max-md:hidden ${wideOnly}`}>Notified by</span>
  </div>
);
