import { useQuery } from '@tanstack/react-query';
import type { Alert, Delivery } from '@upvigil/core/contract/alerts';
import { defaults } from '@upvigil/core/defaults';
import type { Outage } from '@upvigil/core/status/outages';
import { hourMs } from '@upvigil/core/time';
import { monitorPath } from '../../../api/addresses.ts';
import { networkChecks, urlHistory } from '../../../api/queries.ts';
import { buttonClass } from '../../../components/basics/button.tsx';
import { countOf } from '../../../components/lists/count-of.ts';
import { Time } from '../../../components/time/time.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import { toneText } from '../../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';
import { DeleteAlert } from '../delete-alert.tsx';
import { deliveryTone } from '../deliveries/alert-deliveries.ts';
import { AnswerLine } from '../deliveries/answer-line.tsx';
import type { AlertActions } from '../use-alert-actions.ts';
import { firstFailedCheck } from './first-failed-check.ts';
import { type StoryEvent, storyOf } from './outage-story.ts';
import { problemTone } from './outage-words.ts';

interface OutagePanelProps {
  outage: Outage;
  now: number;
  actions: AlertActions;
}

/** Timeline of an outage, with a link to its checks. */
export function OutagePanel({ outage, now, actions }: OutagePanelProps) {
  const failed = useFirstFailedCheck(outage, now);
  const { alert } = outage;
  return (
    <>
      <ol aria-label="What happened" className="text-[0.8125rem]">
        {storyOf(outage, failed).map((event) => (
          <StoryLine key={event.key} event={event} actions={actions} />
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap items-center gap-3 md:pl-32">
        <a href={checksAddress(alert)} className={buttonClass('quiet', 'small')}>
          Check History
        </a>
        {alert.acknowledged_at === null ? <AnswerLine alert={alert} isOpen={outage.isOpen} actions={actions} /> : null}
      </div>
    </>
  );
}

function checksAddress({ website_id, url_id, network_monitor_id }: Alert): string {
  if (url_id !== null) return monitorPath(website_id, 'url', url_id);
  return network_monitor_id === null
    ? `/websites/${website_id}`
    : monitorPath(website_id, 'network', network_monitor_id);
}

/** Searches the history of the service. Loads it only if it can reach back to the start of the outage. */
function useFirstFailedCheck({ alert, started_at }: Outage, now: number) {
  const { url_id, network_monitor_id, website_id } = alert;
  const isAsked =
    started_at !== null && problemTone(alert) === 'down' && now - started_at < defaults.hours.urlHistory * hourMs;
  const ofUrl = useQuery({ ...urlHistory(website_id, url_id ?? 0), enabled: isAsked && url_id !== null });
  const ofMonitor = useQuery({
    ...networkChecks(website_id, network_monitor_id ?? 0),
    enabled: isAsked && network_monitor_id !== null,
  });
  const checks = url_id === null ? ofMonitor.data : ofUrl.data;
  return checks && started_at !== null ? firstFailedCheck(checks, started_at) : null;
}

function StoryLine({ event, actions }: { event: StoryEvent; actions: AlertActions }) {
  const { at, tone, text, alert, delivery } = event;
  return (
    <li className="group relative grid min-h-8.5 grid-cols-[1rem_4rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1 max-md:grid-cols-[1rem_minmax(0,1fr)_auto] md:pl-6">
      <span
        aria-hidden="true"
        className="absolute top-1/2 left-1.5 h-full w-px bg-(--border-strong) group-last:hidden max-md:top-4 md:left-7.5"
      />
      <span className={`relative bg-(--sunken) py-0.5 max-md:self-start ${toneText[tone]}`}>
        <ToneIcon tone={tone} />
      </span>
      <span className="text-(--hint) max-md:order-1 max-md:col-start-2">
        {at ? <Time value={at} shape="clock" /> : null}
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere">
        {text}
        {alert ? <Badge tone={tone}>{alert.alert_type}</Badge> : null}
        {delivery?.reason ? <span className="text-(--muted)">{delivery.reason}</span> : null}
      </span>
      {alert ? <DeleteAlert alert={alert} onDelete={actions.remove} className="-my-1.5" /> : null}
      {delivery ? <DeliveryOutcome delivery={delivery} /> : null}
    </li>
  );
}

/** 'sent', 'failed after 3 attempts', 'pending, next attempt 18:24:07'. */
function DeliveryOutcome({ delivery }: { delivery: Delivery }) {
  const { status, attempts, next_attempt_at } = delivery;
  const tone = deliveryTone(delivery);
  return (
    <span className={`flex items-center gap-1.5 text-right ${toneText[tone]}`}>
      <ToneIcon tone={tone} />
      <span>
        {status}
        {attempts > 1 ? ` after ${countOf(attempts, 'attempt')}` : ''}
        {next_attempt_at ? (
          <>
            , next <Time value={next_attempt_at} shape="clock" />
          </>
        ) : null}
      </span>
    </span>
  );
}
