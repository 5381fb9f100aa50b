import { alertTypes, isExpiryType, type PublicAlertType } from '@upvigil/core/contract/names/alerts';
import type { Incident } from '@upvigil/core/contract/public-status';
import { incidentTone } from '@upvigil/core/status/alert-tone';
import { memo, useMemo } from 'react';
import { Time } from '../../components/time/time.tsx';
import { dayName } from '../../components/time/time-format.ts';
import { toneText } from '../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../components/tones/tone-icon.tsx';
import { figures } from '../../language/figures.ts';
import { publicTexts } from '../../language/public-texts.ts';
import { incidentAddress } from '../../public/announcements/open-incidents.tsx';
import { byDay, type TimedIncident, withDurations } from './incident-history.ts';

export const incidentsId = 'recent-incidents';

/** Incidents and recoveries by day, newest first, with durations. */
export const RecentIncidents = memo(function RecentIncidents({ incidents }: { incidents: readonly Incident[] }) {
  const days = useMemo(() => byDay(withDurations(incidents)), [incidents]);
  return (
    <section className="mt-4 grid gap-3" aria-labelledby={incidentsId}>
      <h2 id={incidentsId}>{publicTexts('detail').incidents}</h2>
      <div className="card pt-2 pb-3">
        {days.map(({ day, incidents: ofDay }) => (
          <div key={day}>
            <h3 className="pt-3 pb-1.5 text-[0.8125rem] font-medium text-(--muted)">{dayName(day, Date.now())}</h3>
            <ol>
              {ofDay.map((incident) => (
                <IncidentRow key={`${incident.time} ${incident.type} ${incident.message}`} incident={incident} />
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
});

function IncidentRow({ incident }: { incident: TimedIncident }) {
  const tone = incidentTone(incident.type);
  const words = publicTexts('detail');
  const { lastedSeconds } = incident;
  return (
    <li className="group relative grid min-h-9.5 grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3.5 py-1 text-[0.8125rem] md:grid-cols-[20px_8.5rem_minmax(0,1fr)_auto_auto]">
      <span
        aria-hidden="true"
        className="absolute top-1/2 left-2.5 h-full w-px bg-(--border-strong) group-last:hidden max-md:top-4"
      />
      <span className={`relative grid size-5 place-items-center rounded-full bg-(--surface) ${toneText[tone]}`}>
        <ToneIcon tone={tone} size={15} />
      </span>
      <span className={`font-medium ${toneText[tone]}`}>
        {isKnownType(incident.type) ? words[incident.type] : incident.type}
      </span>
      <span className="wrap-anywhere max-md:order-1 max-md:col-span-2 max-md:col-start-2">
        {incident.incident_id === undefined ? (
          incident.message
        ) : (
          <a href={incidentAddress(incident.incident_id)}>{incident.message}</a>
        )}
      </span>
      {lastedSeconds === null ? null : (
        <span className="text-(--muted) max-md:order-1 max-md:col-span-2 max-md:col-start-2">
          {words.lasted({ duration: figures().duration(lastedSeconds) })}
        </span>
      )}
      <span className="text-right text-(--muted) md:col-start-5">
        <Time value={incident.time} shape="clock" />
      </span>
    </li>
  );
}

const isKnownType = (type: string): type is PublicAlertType =>
  alertTypes.some((known) => known === type && !isExpiryType(known));
