import type { IncidentImpact, IncidentState } from '@upvigil/core/contract/incidents';
import type { AutomaticMode } from '@upvigil/core/contract/websites';
import { quietMs } from '@upvigil/core/rules/automatic-incidents';
import { minuteMs } from '@upvigil/core/time';
import { groupBy } from '../../base/domain/group-by.ts';

/** An open outage. Times in milliseconds since the epoch. */
export interface LastingOutage {
  alert_id: number;
  website_id: number;
  website_name: string;
  monitor_id: number;
  began_at: number;
  /** The earliest time of publication: later than its start if it began during maintenance. */
  publishable_from: number;
  /** The public sentence. */
  sentence: string;
  /** The website's setting; null: that of the installation. */
  mode: AutomaticMode | null;
  /** Whether an incident was ever opened for it or included it; also when its alert was deleted. */
  isPublished: boolean;
}

/** An open incident that was opened automatically. */
export interface OpenAutomatic {
  id: number;
  /** Null when the website was deleted, or a person reopened the incident. */
  website_id: number | null;
  /** Whether a person wrote an update: then only people resolve it. */
  isTakenOver: boolean;
  /** When its last outage ended, or else its start. */
  quiet_since: number;
}

export type AutomaticAction =
  | { do: 'open'; website_id: number; state: IncidentState; impact: IncidentImpact; outages: LastingOutage[] }
  | { do: 'join'; website_id: number; incident_id: number; impact: IncidentImpact; outages: LastingOutage[] }
  | { do: 'resolve'; incident_id: number };

export interface AutomaticFacts {
  outages: readonly LastingOutage[];
  open: readonly OpenAutomatic[];
  /** The number of enabled and checked monitors of each website. */
  monitors: ReadonlyMap<number, number>;
  settings: { automatic_incidents: AutomaticMode; automatic_after_minutes: number };
}

/** `nextAt`: the time of the next due action by the present facts, in milliseconds since the epoch; null: none. */
interface Decision {
  actions: AutomaticAction[];
  nextAt: number | null;
}

/** The actions for now, and the time of the next evaluation. `now`: milliseconds since the epoch. */
export function decideAutomatic(facts: AutomaticFacts, now: number): Decision {
  const hidden = facts.outages.filter(({ publishable_from }) => publishable_from > now);
  const byWebsite = groupBy(
    facts.outages.filter(({ publishable_from }) => publishable_from <= now),
    ({ website_id }) => website_id,
  );
  const all = groupBy(facts.outages, ({ website_id }) => website_id);
  const decided: Decided[] = [
    ...[...byWebsite].map(([id, outages]) => ofWebsite(outages, all.get(id)?.length ?? 0, facts, now)),
    ...facts.open.filter(({ website_id }) => !byWebsite.has(website_id ?? 0)).map((one) => whenQuiet(one, now)),
    ...hidden.map(({ publishable_from }) => ({ nextAt: publishable_from })),
  ];
  const times = decided.flatMap(({ nextAt }) => nextAt ?? []);
  return {
    actions: decided.flatMap(({ action }) => action ?? []),
    nextAt: times.length === 0 ? null : Math.min(...times),
  };
}

interface Decided {
  action?: AutomaticAction;
  nextAt?: number;
}

/** `down`: the number of the website's monitors that are down, including those under maintenance. */
function ofWebsite(
  outages: readonly LastingOutage[],
  down: number,
  { settings, open, monitors }: AutomaticFacts,
  now: number,
): Decided {
  const [first, ...others] = outages.filter(({ isPublished }) => !isPublished);
  if (!first) return {};
  const { website_id } = first;
  const mode = first.mode ?? settings.automatic_incidents;
  if (mode === 'off') return {};
  const about = { website_id, impact: down >= (monitors.get(website_id) ?? 0) ? 'major' : 'minor' } as const;
  const known = open.find((one) => one.website_id === website_id);
  if (known) return { action: { do: 'join', ...about, incident_id: known.id, outages: [first, ...others] } };
  const due = (outage: LastingOutage): number => outage.began_at + settings.automatic_after_minutes * minuteMs;
  const firstDue = Math.min(due(first), ...others.map(due));
  if (firstDue > now) return { nextAt: firstDue };
  const state = mode === 'draft' ? 'draft' : 'published';
  return { action: { do: 'open', ...about, state, outages: [first, ...others] } };
}

function whenQuiet({ id, isTakenOver, quiet_since }: OpenAutomatic, now: number): Decided {
  if (isTakenOver) return {};
  const due = quiet_since + quietMs;
  return due > now ? { nextAt: due } : { action: { do: 'resolve', incident_id: id } };
}
