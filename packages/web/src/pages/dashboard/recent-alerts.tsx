import { alertTone } from '@upvigil/core/alert-types';
import type { Alert } from '@upvigil/core/contract/alerts';
import { defaults } from '@upvigil/core/defaults';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { Time } from '../../components/time/time.tsx';
import { toneText } from '../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../components/tones/tone-icon.tsx';

/** The newest five alerts, and the way to all of them. */
export const RecentAlerts = memo(function RecentAlerts({ alerts }: { alerts: readonly Alert[] }) {
  const newest = alerts.slice(0, defaults.recentAlertsShown);
  return (
    <section className="card" aria-labelledby="recent-alerts">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="recent-alerts">Recent Alerts</h2>
        <Link to="/alerts">All alerts</Link>
      </div>
      {newest.length === 0 ? <p className="mt-2 text-(--muted)">No alerts in this range.</p> : null}
      <ul>
        {newest.map((alert) => (
          <AlertLine key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  );
});

function AlertLine({ alert }: { alert: Alert }) {
  const tone = alertTone(alert.alert_type);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 border-b border-(--border) py-2 last:border-0 md:max-lg:grid-cols-[11rem_minmax(0,1fr)_auto]">
      <span className={`flex items-center gap-2 font-medium ${toneText[tone]}`}>
        <ToneIcon tone={tone} size={16} />
        {alert.alert_type}
      </span>
      <span className="min-w-0 wrap-anywhere max-md:order-3 max-md:col-span-2 lg:order-3 lg:col-span-2">
        {alert.message}
      </span>
      <span className="text-xs text-(--muted) max-md:justify-self-end lg:justify-self-end">
        <Time value={alert.created_at} />
      </span>
    </li>
  );
}
