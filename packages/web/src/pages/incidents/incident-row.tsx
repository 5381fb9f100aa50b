import type { Incident } from '@upvigil/core/contract/incidents';
import { formatDuration } from '@upvigil/core/format/duration';
import { Link } from 'react-router-dom';
import { Time } from '../../components/time/time.tsx';
import { IncidentBadges } from './incident-badges.tsx';

interface IncidentRowProps {
  incident: Incident;
  /** Affected targets as text; empty without any. */
  affected: string;
}

/** One incident: title, status, affected targets, start and duration. */
export const IncidentRow = ({ incident, affected }: IncidentRowProps) => (
  <li
    data-row
    className="relative -mx-5 grid gap-1 border-b border-(--border) px-5 py-2.5 last:border-0 hover:bg-(--hover) max-md:-mx-4 max-md:px-4"
  >
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <Link
        to={`/alerts/incidents/${incident.id}`}
        className="min-w-0 font-medium wrap-anywhere text-(--text) after:absolute after:inset-0 focus-visible:-outline-offset-2"
      >
        {incident.title}
      </Link>
      <IncidentBadges incident={incident} />
    </div>
    <p className="flex flex-wrap gap-x-4 text-xs text-(--muted)">
      <Time value={incident.started_at} />
      <span>{lastedWords(incident, Date.now())}</span>
      {affected === '' ? null : <span className="min-w-0 wrap-anywhere">{`Affects ${affected}`}</span>}
    </p>
  </li>
);

/** 'for 12 min' while open, then 'lasted 12 min'. `now`: ms since the epoch. */
export function lastedWords({ started_at, resolved_at }: Incident, now: number): string {
  const end = resolved_at === null ? now : Date.parse(resolved_at);
  const duration = formatDuration(Math.max(0, end - Date.parse(started_at)) / 1000);
  return resolved_at === null ? `for ${duration}` : `lasted ${duration}`;
}
