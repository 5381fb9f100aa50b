import type { Alert } from '@upvigil/core/contract/alerts';
import { defaults } from '@upvigil/core/defaults';
import { shortTarget } from '@upvigil/core/format/monitor-name';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { sentenceParts } from '@upvigil/core/texts/problems';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { Time } from '../../components/time/time.tsx';
import { startOfLocalDay } from '../../components/time/time-format.ts';
import { toneText } from '../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../components/tones/tone-icon.tsx';

/** The newest five alerts, and a link to all. */
export const RecentAlerts = memo(function RecentAlerts({ alerts }: { alerts: readonly Alert[] }) {
  const newest = alerts.slice(0, defaults.recentAlertsShown);
  return (
    <section className="card flex flex-col pb-1.5!" aria-labelledby="recent-alerts">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h2 id="recent-alerts" className="text-[0.9375rem] leading-5">
          Recent Alerts
        </h2>
        <Link to="/alerts">All alerts</Link>
      </div>
      {newest.length === 0 ? <p className="mt-2 text-(--muted)">No alerts in this range.</p> : null}
      <ul className="mt-1 flex flex-1 flex-col">
        {newest.map((alert) => (
          <AlertLine key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  );
});

function AlertLine({ alert }: { alert: Alert }) {
  const tone = alertTone(alert.alert_type);
  const isToday = startOfLocalDay(Date.parse(alert.created_at)) === startOfLocalDay(Date.now());
  return (
    <li className="flex max-h-14 min-h-10 flex-1 items-center gap-2.5 border-t border-(--border)">
      <span className={toneText[tone]}>
        <ToneIcon tone={tone} size={16} />
        <span className="sr-only">{alert.alert_type}</span>
      </span>
      <Message alert={alert} />
      <span className="text-xs whitespace-nowrap text-(--hint)">
        <Time value={alert.created_at} shape={isToday ? 'clock' : 'dayMonth'} />
      </span>
    </li>
  );
}

/** Cut with an ellipsis, but with the spaces at its ends, which `truncate` drops. */
const part = 'overflow-hidden text-ellipsis';

/** The sentence of an alert. On a narrow screen, the host disappears first; website, path and cause stay. */
function Message({ alert }: { alert: Alert }) {
  const { message, website_name } = alert;
  const target = sentenceParts(alert)?.target;
  if (target === undefined) {
    return (
      <span className="min-w-0 flex-1 truncate text-[0.8125rem]" title={message}>
        {message}
      </span>
    );
  }
  const website = `${website_name}: `;
  const short = shortTarget(target);
  const host = short.startsWith('/') ? target.slice(0, -short.length) : '';
  return (
    <span className="flex min-w-0 flex-1 text-[0.8125rem] whitespace-pre" title={message}>
      <span className={`max-w-1/4 shrink-0 ${part}`}>{website}</span>
      <span className={`shrink-99 ${part}`}>{host}</span>
      <span className={part}>{target.slice(host.length)}</span>
      <span className={`max-w-3/5 shrink-0 ${part}`}>{message.slice(website.length + target.length)}</span>
    </span>
  );
}
