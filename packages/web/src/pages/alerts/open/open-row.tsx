import type { Alert } from '@upvigil/core/contract/alerts';
import type { Silence } from '@upvigil/core/contract/silences';
import { durationSoFar } from '@upvigil/core/format/short-duration';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { type Outage, unacknowledged } from '@upvigil/core/status/outages';
import { memo } from 'react';
import { nameOfSilence, untilWords } from '../../../alerting/until-words.ts';
import { Button } from '../../../components/basics/button.tsx';
import { CheckStrip } from '../../../components/pulse/check-strip.tsx';
import { DataRow } from '../../../components/rows/data-row.tsx';
import { RowIcon } from '../../../components/rows/row-icon.tsx';
import { RowToggle } from '../../../components/rows/row-toggle.tsx';
import { formatTime, sinceText } from '../../../components/time/time-format.ts';
import { Badge } from '../../../components/tones/badge.tsx';
import { toneText } from '../../../components/tones/tone-classes.ts';
import { AlertDetails } from '../details/alert-details.tsx';
import { problemTone, serviceWords, shortName } from '../outage-texts.ts';
import { ServiceName } from '../service-name.tsx';
import type { AlertActions } from '../use-alert-actions.ts';
import { badChecksWords, nextStepWords, type OpenChecks } from './open-words.ts';

/** Disclosure, type, service, cause, website, duration, acknowledged by, buttons. Rows of ended alerts use them too. */
export const alertColumns = '24px 146px minmax(0,1.2fr) minmax(0,1fr) minmax(0,104px) 116px minmax(112px,0.6fr) 214px';
/** Narrower screens leave out website and acknowledged by. */
const narrowClass =
  'md:max-xl:[grid-template-columns:24px_146px_minmax(0,1.2fr)_minmax(0,1fr)_116px_214px]! max-md:grid-cols-[auto_minmax(0,1fr)_auto]';
const wideOnly = 'md:max-xl:hidden';
const checksShown = 24;

interface OpenRowProps {
  outage: Outage;
  checks: OpenChecks | undefined;
  silence: Silence | undefined;
  now: number;
  isOpen: boolean;
  /** Must be the same functions on every render, so that unchanged rows do not render again. */
  onToggle: (alertId: number) => void;
  actions: AlertActions;
}

/** One open alert: type, service, cause, duration, acknowledgement and actions. */
export const OpenRow = memo(function OpenRow(props: OpenRowProps) {
  const { outage, now, isOpen, actions } = props;
  return (
    <DataRow
      columns={alertColumns}
      isOpen={isOpen}
      className={`relative gap-x-3! md:min-h-12! md:py-1! md:pl-4! ${narrowClass} ${isOpen ? '' : 'nth-[n+30]:[contain-intrinsic-size:auto_48px] nth-[n+30]:[content-visibility:auto]'}`}
      panel={<AlertDetails outage={outage} now={now} actions={actions} />}
    >
      {(panelId) => <Cells {...props} panelId={panelId} />}
    </DataRow>
  );
});

function Cells(props: OpenRowProps & { panelId: string }) {
  const { outage, checks, silence, now, isOpen, onToggle, actions, panelId } = props;
  const { alert } = outage;
  const words = serviceWords(alert);
  const name = shortName(words);
  return (
    <>
      <RowToggle
        label={`Details: ${alert.message}`}
        isOpen={isOpen}
        panelId={panelId}
        onToggle={() => onToggle(alert.id)}
        className="max-md:col-start-3 max-md:row-start-4 max-md:mt-1 max-md:h-11 max-md:w-13 max-[359px]:w-11! max-md:justify-self-end max-md:rounded-lg max-md:border max-md:border-(--border-strong)"
      />
      <span className="max-md:col-start-1 max-md:row-start-1">
        <Badge tone={alertTone(alert.alert_type)}>{alert.alert_type}</Badge>
      </span>
      <ServiceName alert={alert} words={words} isTall />
      <Cause alert={alert} checks={checks} cause={words.cause} name={name} />
      <a
        href={`/websites/${alert.website_id}`}
        className={`relative truncate text-[0.8125rem] max-md:hidden ${wideOnly}`}
        title={alert.website_name}
      >
        {alert.website_name}
      </a>
      <Since alert={alert} now={now} />
      <Acknowledgement alert={alert} />
      <Buttons alert={alert} silence={silence} name={name} actions={actions} />
    </>
  );
}

interface CauseProps {
  alert: Alert;
  checks: OpenChecks | undefined;
  cause: string;
  name: string;
}

function Cause({ alert, checks, cause, name }: CauseProps) {
  const { recent_checks: recent, response_time_threshold: threshold } = checks ?? {};
  return (
    <div className="min-w-0 max-md:col-span-full max-md:row-start-3 max-md:flex max-md:items-center max-md:gap-2">
      <p
        className={`truncate leading-5 font-medium max-md:shrink-0 max-md:max-w-3/5 ${toneText[problemTone(alert)]}`}
        title={cause}
      >
        {cause}
      </p>
      <div className="flex min-w-0 items-center gap-2.5 text-xs text-(--muted) max-md:flex-1">
        <span className="whitespace-nowrap max-md:truncate">
          {recent ? badChecksWords(recent.states) : ''}
          <span className="md:hidden"> · {alert.website_name}</span>
        </span>
        {recent?.states && threshold !== undefined ? (
          <span className="h-3 max-w-28 min-w-0 flex-1 max-md:ml-auto max-md:w-18 max-md:shrink-0">
            <CheckStrip of={name} checks={recent} threshold={threshold} count={checksShown} height={12} />
          </span>
        ) : null}
      </div>
    </div>
  );
}

function Since({ alert, now }: { alert: Alert; now: number }) {
  return (
    <div className="whitespace-nowrap max-md:col-start-3 max-md:row-start-1 max-md:text-right">
      <p className="leading-5 font-medium">{durationSoFar(now - Date.parse(alert.created_at))}</p>
      <p className="text-xs text-(--muted) max-md:hidden">
        since <time dateTime={alert.created_at}>{sinceText(alert.created_at)}</time>
      </p>
    </div>
  );
}

function Acknowledgement({ alert }: { alert: Alert }) {
  const { acknowledged_at, acknowledged_by, acknowledge_note } = alert;
  const className = `min-w-0 text-xs max-md:col-start-2 max-md:row-start-1 max-md:flex max-md:gap-1.5 ${wideOnly}`;
  if (acknowledged_at === null) {
    return (
      <div className={`${className} max-[359px]:hidden!`}>
        <p className="truncate text-(--hint)" title="Not acknowledged">
          Not acknowledged
        </p>
        <p className="truncate text-(--muted)" title={nextStepWords(alert)}>
          {nextStepWords(alert)}
        </p>
      </div>
    );
  }
  const note = acknowledge_note === null ? '' : `, “${acknowledge_note}”`;
  return (
    <div className={className} title={`${acknowledged_by ?? ''}${note}`}>
      <p className="truncate font-medium">
        <span className="sr-only">Acknowledged by </span>
        {acknowledged_by ?? 'somebody'}
      </p>
      <p className="line-clamp-2 wrap-anywhere text-(--muted)">
        {formatTime(acknowledged_at, 'hourMinute')}
        {note}
      </p>
    </div>
  );
}

interface ButtonsProps {
  alert: Alert;
  silence: Silence | undefined;
  name: string;
  actions: AlertActions;
}

function Buttons({ alert, silence, name, actions }: ButtonsProps) {
  const isWaiting = unacknowledged([alert]).length > 0;
  const isUrgent = isWaiting && alertTone(alert.alert_type) === 'down';
  return (
    <div className="relative flex justify-end gap-1.5 max-md:col-span-2 max-md:col-start-1 max-md:row-start-4 max-md:mt-1 max-md:gap-2">
      <Button
        size="small"
        isRequest
        kind={isUrgent ? 'primary' : 'quiet'}
        className="px-2.5! max-md:flex-1"
        onClick={() => actions.acknowledge([alert])}
      >
        {isWaiting ? 'Acknowledge' : 'Add note'}
        <span className="sr-only">
          : {alert.alert_type} {name}
        </span>
      </Button>
      <MuteButton alert={alert} silence={silence} name={name} actions={actions} />
    </div>
  );
}

/** Mutes the service for an hour, or ends what mutes it: its own silence or that of its website. */
function MuteButton({ alert, silence, name, actions }: ButtonsProps) {
  const muted = silence ? nameOfSilence(silence) : name;
  return (
    <Button
      size="small"
      isRequest
      className="gap-1.5! px-2.5! max-[359px]:[&>svg]:hidden"
      icon={<RowIcon of={silence ? 'mute' : 'unmute'} />}
      title={silence ? `${muted} is muted until ${untilWords(silence.until, Date.now())}` : undefined}
      onClick={() => void (silence ? actions.unmute(silence) : actions.mute(alert))}
    >
      <span className="whitespace-nowrap">
        {silence ? 'Unmute' : 'Mute 1 h'}
        <span className="sr-only">: {muted}</span>
      </span>
    </Button>
  );
}
