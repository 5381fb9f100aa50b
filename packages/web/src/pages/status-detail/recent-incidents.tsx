import { incidentTone } from '@upvigil/core/alert-types';
import type { Incident } from '@upvigil/core/contract/public-status';
import { formatDuration } from '@upvigil/core/format/duration';
import { memo, useMemo } from 'react';
import { Time } from '../../components/time/time.tsx';
import { dayName } from '../../components/time/time-format.ts';
import { toneText } from '../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../components/tones/tone-icon.tsx';
import { byDay, type ToldIncident, withDurations } from './incident-history.ts';

/** What went wrong and when it was over, newest first, by day. */
export const RecentIncidents = memo(function RecentIncidents({ incidents }: { incidents: readonly Incident[] }) {
  const days = useMemo(() => byDay(withDurations(incidents)), [incidents]);
  return (
    <section className="card" aria-labelledby="recent-incidents">
      <h2 id="recent-incidents">Recent Incidents</h2>
      {days.map(({ day, incidents: ofDay }) => (
        <div key={day}>
          <h3 className="mt-4 text-xs text-(--muted)">{dayName(day, Date.now())}</h3>
          <ul>
            {ofDay.map((incident) => (
              <IncidentRow key={`${incident.time} ${incident.type} ${incident.message}`} incident={incident} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
});

function IncidentRow({ incident }: { incident: ToldIncident }) {
  const tone = incidentTone(incident.type);
  return (
    <li className="grid grid-cols-[18px_minmax(0,1fr)_auto] gap-2 border-b border-(--border) py-2.5 last:border-0">
      <span className={`mt-0.5 ${toneText[tone]}`}>
        <ToneIcon tone={tone} size={16} />
      </span>
      <div className="min-w-0 wrap-anywhere">
        <span className={`mr-2 font-medium ${toneText[tone]}`}>{incident.type}</span>
        <span>{incident.message}</span>
        {incident.lastedSeconds === null ? null : (
          <span className="block text-xs text-(--muted)">Lasted {formatDuration(incident.lastedSeconds)}</span>
        )}
      </div>
      <span className="text-xs text-(--muted)">
        <Time value={incident.time} />
      </span>
    </li>
  );
}
