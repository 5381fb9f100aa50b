import type { Alert } from '@upvigil/core/contract/alerts';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { Trash2 } from 'lucide-react';
import { memo } from 'react';
import { DataRow } from '../../components/rows/data-row.tsx';
import { RowToggle } from '../../components/rows/row-toggle.tsx';
import { Time } from '../../components/time/time.tsx';
import { sinceText } from '../../components/time/time-format.ts';
import { Badge } from '../../components/tones/badge.tsx';
import { channelMarks } from './deliveries/alert-deliveries.ts';
import { ChannelMarks } from './deliveries/channel-marks.tsx';
import { AlertDetails } from './details/alert-details.tsx';
import { alertColumns } from './open/open-row.tsx';
import { alertAsOutage, causeWords, serviceWords } from './outage-texts.ts';
import { ServiceName } from './service-name.tsx';
import type { AlertActions } from './use-alert-actions.ts';

const narrowClass =
  'md:max-xl:[grid-template-columns:24px_146px_minmax(0,1.2fr)_minmax(0,1fr)_64px_140px]! max-md:grid-cols-[minmax(0,1fr)_auto_24px]';
const wideOnly = 'max-xl:hidden';

interface AlertRowProps {
  alert: Alert;
  isOpen: boolean;
  /** Must be the same on every render, so that unchanged rows do not render again. */
  onToggle: (alertId: number) => void;
  actions: AlertActions;
}

/** An ended alert or a recovery: type, service, cause, website, time and notified channels. Its details open on request. */
export const AlertRow = memo(function AlertRow(props: AlertRowProps) {
  const { alert, isOpen, actions } = props;
  return (
    <DataRow
      columns={alertColumns}
      density="compact"
      isOpen={isOpen}
      className={`relative gap-x-3! text-[0.8125rem] md:py-0! md:pr-3! md:pl-4! ${narrowClass} ${isOpen ? '' : 'nth-[n+30]:[contain-intrinsic-size:auto_40px] nth-[n+30]:[content-visibility:auto]'}`}
      panel={<AlertDetails outage={alertAsOutage(alert)} now={Date.now()} actions={actions} />}
    >
      {(panelId) => <Cells {...props} panelId={panelId} />}
    </DataRow>
  );
});

function Cells({ alert, isOpen, onToggle, actions, panelId }: AlertRowProps & { panelId: string }) {
  const words = serviceWords(alert);
  const cause = causeWords(alert, words);
  return (
    <>
      <RowToggle
        label={`Details: ${alert.message}`}
        isOpen={isOpen}
        panelId={panelId}
        onToggle={() => onToggle(alert.id)}
        className="max-md:col-start-3 max-md:row-span-2 max-md:row-start-1"
      />
      <span className="max-md:col-start-1 max-md:row-start-1">
        <Badge tone={alertTone(alert.alert_type)}>{alert.alert_type}</Badge>
      </span>
      <ServiceName alert={alert} words={words} />
      <span
        className="line-clamp-2 leading-4 text-(--muted) max-md:col-start-2 max-md:row-start-2 max-md:max-w-47 max-md:text-right"
        title={cause}
      >
        {cause}
      </span>
      <a href={`/websites/${alert.website_id}`} className={`relative truncate ${wideOnly}`} title={alert.website_name}>
        {alert.website_name}
      </a>
      <span className="text-(--muted) max-md:col-start-2 max-md:row-start-1 max-md:text-right">
        <Time value={alert.created_at} shape="clock" />
      </span>
      <span className={`whitespace-nowrap text-(--muted) ${wideOnly}`}>
        {alert.ended_at === null ? '' : `ended ${sinceText(alert.ended_at)}`}
      </span>
      <div className="flex min-w-0 items-center justify-end gap-3 text-xs text-(--muted) max-md:hidden">
        <ChannelMarks marks={channelMarks(alert)} />
        <DeleteButton alert={alert} onDelete={actions.remove} />
      </div>
    </>
  );
}

const DeleteButton = ({ alert, onDelete }: { alert: Alert; onDelete: (alert: Alert) => void }) => (
  <button
    type="button"
    aria-label={`Delete alert ${alert.id}: ${alert.message}`}
    title="Delete"
    className="relative inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-md text-(--muted) hover:bg-(--hover) hover:text-(--down-fg) pointer-coarse:size-11"
    onClick={() => onDelete(alert)}
  >
    <Trash2 aria-hidden="true" className="size-4" strokeWidth={1.5} />
  </button>
);
