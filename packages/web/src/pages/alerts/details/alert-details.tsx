import { useQuery } from '@tanstack/react-query';
import type { Alert, Delivery } from '@upvigil/core/contract/alerts';
import { defaults } from '@upvigil/core/defaults';
import { nameOfTarget } from '@upvigil/core/format/monitor-name';
import type { Outage } from '@upvigil/core/status/outages';
import { channelOff } from '@upvigil/core/texts/alerts';
import { problemOf, sentenceParts } from '@upvigil/core/texts/problems';
import { hourMs } from '@upvigil/core/time';
import { memo, Suspense } from 'react';
import { networkChecks, urlHistory } from '../../../api/queries.ts';
import { Button, buttonClass } from '../../../components/basics/button.tsx';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { countOf } from '../../../components/lists/count-of.ts';
import { RowIcon } from '../../../components/rows/row-icon.tsx';
import { Time } from '../../../components/time/time.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import { toneText } from '../../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';
import { lazyPart } from '../../../reachability/lazy-part.tsx';
import { deliveryTone } from '../deliveries/alert-deliveries.ts';
import { problemTone } from '../outage-texts.ts';
import { monitorAddress } from '../service-name.tsx';
import type { AlertActions } from '../use-alert-actions.ts';
import { firstFailedCheck } from './first-failed-check.ts';
import { type StoryEvent, storyOf } from './story.ts';

const RecordedResponse = lazyPart(async () => ({
  default: (await import('./recorded-response.tsx')).RecordedResponse,
}));

interface AlertDetailsProps {
  /** An alert with its recovery, if known. */
  outage: Outage;
  now: number;
  actions: AlertActions;
}

/** Details of an alert: its timeline with each delivery and reason, the recorded response, and actions. */
export const AlertDetails = memo(function AlertDetails({ outage, now, actions }: AlertDetailsProps) {
  const failed = useFirstFailedCheck(outage, now);
  const { alert, recovery } = outage;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:pl-8">
      <div
        className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${alert.has_evidence ? 'lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]' : ''}`}
      >
        <section className="card py-3!" aria-label="Deliveries and reasons">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="text-[0.8125rem]">Deliveries and reasons</h3>
            <p className="text-xs text-(--muted)">{decisionWords(alert)}</p>
          </div>
          <ol aria-label="What happened" className="mt-1.5 text-[0.8125rem]">
            {storyOf(outage, failed).map((event) => (
              <StoryLine key={event.key} event={event} />
            ))}
          </ol>
          {alert.deliveries.length === 0 ? <p className="text-xs text-(--muted)">No channel was selected.</p> : null}
        </section>
        {alert.has_evidence ? (
          <section className="card py-3!" aria-label="Evidence">
            <h3 className="mb-2 text-[0.8125rem]">Evidence</h3>
            <Suspense fallback={<Spinner />}>
              <RecordedResponse alertId={alert.id} />
            </Suspense>
          </section>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <a href={monitorAddress(alert)} className={buttonClass('quiet', 'small')}>
          <RowIcon of="history" />
          Check History
        </a>
        <a href={reportAddress(outage)} className={buttonClass('quiet', 'small')}>
          Report Incident
        </a>
        <a href={`/websites/${alert.website_id}`} className={`${buttonClass('bare', 'small')} xl:hidden`}>
          {alert.website_name}
        </a>
        <span className="ml-auto flex flex-wrap gap-2">
          {recovery && recovery !== alert ? <DeleteButton alert={recovery} onDelete={actions.remove} /> : null}
          <DeleteButton alert={alert} onDelete={actions.remove} />
        </span>
      </div>
    </div>
  );
});

/** The form of a new incident, prefilled with the service, a title, and the start of the outage. */
function reportAddress({ alert, started_at }: Outage): string {
  const query = new URLSearchParams({ add: String(alert.url_id ?? alert.network_monitor_id ?? '') });
  const problem = problemOf(alert);
  if (problem === 'outage' || problem === 'slow') {
    query.set('title', `${publicName(alert)} is ${problem === 'outage' ? 'down' : 'slow'}`);
  }
  if (started_at !== null) query.set('began', new Date(started_at).toISOString());
  return `/alerts/incidents?${query}`;
}

/** Name of a service for a title that everybody reads: without the query of a URL, which may contain a secret. */
function publicName(alert: Alert): string {
  const target = sentenceParts(alert)?.target;
  return target === undefined
    ? alert.website_name
    : nameOfTarget(target).replace(/^\w+:\/\/([^?#]*?)\/?([?#].*)?$/, '$1');
}

const DeleteButton = ({ alert, onDelete }: { alert: Alert; onDelete: AlertActions['remove'] }) => (
  <Button
    size="small"
    kind="bare"
    aria-label={`Delete alert ${alert.id}: ${alert.message}`}
    className="text-(--down-fg)!"
    icon={<RowIcon of="remove" />}
    onClick={() => void onDelete(alert)}
  >
    Delete alert
  </Button>
);

/** Severity, rule and policy; unknown ones are omitted. */
const decisionWords = ({ severity, route, policy }: Alert): string =>
  [severity && `Severity: ${severity}`, route && `Rule: “${route}”`, policy && `Policy: “${policy}”`]
    .filter(Boolean)
    .join(' · ');

/** First failed check of the outage. Loaded only if the history reaches back far enough. */
function useFirstFailedCheck({ alert, started_at }: Outage, now: number) {
  const { url_id, network_monitor_id, website_id, monitor_kind } = alert;
  const isAsked =
    started_at !== null && problemTone(alert) === 'down' && now - started_at < defaults.hours.urlHistory * hourMs;
  const ofUrl = useQuery({ ...urlHistory(website_id, url_id ?? 0), enabled: isAsked && url_id !== null });
  const ofMonitor = useQuery({
    ...networkChecks(website_id, network_monitor_id ?? 0),
    enabled: isAsked && network_monitor_id !== null && monitor_kind !== 'HEARTBEAT',
  });
  const checks = url_id === null ? ofMonitor.data : ofUrl.data;
  return checks && started_at !== null ? firstFailedCheck(checks, started_at) : null;
}

function StoryLine({ event }: { event: StoryEvent }) {
  const { at, tone, text, alert, delivery } = event;
  return (
    <li className="grid min-h-7.5 grid-cols-[4rem_1rem_minmax(0,1fr)_auto] items-center gap-x-2.5 py-1 max-md:grid-cols-[1rem_minmax(0,1fr)_auto]">
      <span className="text-xs text-(--hint) max-md:order-2">{at ? <Time value={at} shape="clock" /> : '–'}</span>
      <span className={toneText[tone]}>
        <ToneIcon tone={tone} />
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere">
        {text}
        {alert ? <Badge tone={tone}>{alert.alert_type}</Badge> : null}
        {delivery?.reason ? <span className="text-(--muted)">{delivery.reason}</span> : null}
        {delivery && isOff(delivery) ? <a href={`/settings?setup=${delivery.channel}`}>Set Up Alerts</a> : null}
      </span>
      {delivery ? <DeliveryOutcome delivery={delivery} /> : null}
    </li>
  );
}

const isOff = ({ channel, reason }: Delivery): boolean =>
  (channel === 'email' || channel === 'sms') && reason === channelOff[channel];

/** 'sent', 'failed after 3 attempts', 'pending, next attempt 18:24:07'. */
function DeliveryOutcome({ delivery }: { delivery: Delivery }) {
  const { status, attempts, next_attempt_at } = delivery;
  return (
    <span
      className={`text-right text-xs max-md:order-3 max-md:col-span-2 max-md:col-start-2 max-md:text-left ${toneText[deliveryTone(delivery)]}`}
    >
      {status}
      {attempts > 1 ? ` after ${countOf(attempts, 'attempt')}` : ''}
      {next_attempt_at ? (
        <>
          , next <Time value={next_attempt_at} shape="clock" />
        </>
      ) : null}
    </span>
  );
}
