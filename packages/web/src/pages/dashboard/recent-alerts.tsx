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

/** The sentence of an alert. On a narrow screen, the host is truncated before the path, and both before what happened. */
function Message({ alert: { message, website_name, ...alert } }: { alert: Alert }) {
  const target = sentenceParts({ ...alert, message, website_name })?.target;
  const names = target === undefined ? message : `${website_name}: ${target}`;
  const short = shortTarget(target ?? '');
  const path = short.startsWith('/') ? short : '';
  return (
    <span className="flex min-w-0 flex-1 text-[0.8125rem] whitespace-pre" title={message}>
      <span className="min-w-0 shrink-9 truncate">{names.slice(0, names.length - path.length)}</span>
      <span className="min-w-0 truncate">{path}</span>
      <span className="max-w-3/5 shrink-0 truncate">{message.slice(names.length)}</span>
    </span>
  );
}
