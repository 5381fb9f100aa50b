import type { IncidentImpact, IncidentStatus, PublishedIncident } from '@upvigil/core/contract/incidents';
import type { StoredIncident } from '../../../alerts/incidents/incident-store.ts';
import { timeOf, timeOrNull } from '../../../storage/wire-format.ts';
import type { PublicIncident } from '../figures/incidents.ts';

/** What the public may know of a published incident. Each field is listed, so that a new column stays private. Times in milliseconds since the epoch. */
export interface ToldIncident {
  id: number;
  title: string;
  impact: IncidentImpact;
  status: IncidentStatus;
  /** Those that everybody may see. */
  website_ids: readonly number[];
  monitor_ids: readonly number[];
  /** Whether it never named anything: then it is about all. */
  is_general: boolean;
  started_at: number;
  /** Null while it is open. */
  resolved_at: number | null;
  /** Moves with every change. */
  updated_at: number;
  /** Newest first. */
  updates: readonly ToldUpdate[];
}

export interface ToldUpdate {
  id: number;
  status: IncidentStatus;
  /** CommonMark, as somebody wrote it. */
  body: string;
  display_at: number;
  edited_at: number | null;
}

/** Which websites and monitors everybody may see. */
export interface Shownness {
  websites: { has(id: number): boolean };
  /** By id. */
  monitors: { get(id: number): { website_id: number } | undefined };
}

export function toldIncident(stored: StoredIncident, { websites, monitors }: Shownness): ToldIncident {
  return {
    id: stored.id,
    title: stored.title,
    impact: stored.impact,
    status: stored.updates[0]?.status ?? 'investigating',
    website_ids: stored.website_ids.filter((id) => websites.has(id)),
    monitor_ids: stored.monitor_ids.filter((id) => monitors.get(id) !== undefined),
    is_general: stored.is_general === 1,
    started_at: stored.started_at,
    resolved_at: stored.resolved_at,
    updated_at: stored.updated_at,
    updates: stored.updates.map(({ id, status, body, display_at, edited_at }) => ({
      ...{ id, status, body, display_at, edited_at },
    })),
  };
}

/** Ids of the websites that it is about, those of its monitors too. */
export const websitesOf = (told: ToldIncident, { monitors }: Pick<Shownness, 'monitors'>): number[] => [
  ...new Set([...told.website_ids, ...told.monitor_ids.flatMap((id) => monitors.get(id)?.website_id ?? [])]),
];

/** The incident as everybody may read it. */
export const publishedIncident = (told: ToldIncident): PublishedIncident => ({
  id: told.id,
  title: told.title,
  impact: told.impact,
  status: told.status,
  website_ids: [...told.website_ids],
  monitor_ids: [...told.monitor_ids],
  started_at: timeOf(told.started_at),
  resolved_at: timeOrNull(told.resolved_at),
  updates: told.updates.map((update) => ({
    id: update.id,
    status: update.status,
    body: update.body,
    display_at: timeOf(update.display_at),
    edited_at: timeOrNull(update.edited_at),
  })),
});

/** The open incidents as the overview begins with them: how far each is, without the texts, which may be long. */
export const openForOverview = (told: readonly ToldIncident[]): PublishedIncident[] =>
  told.filter(isOpen).map((one) => {
    const incident = publishedIncident(one);
    return { ...incident, updates: incident.updates.slice(0, 1).map((update) => ({ ...update, body: '' })) };
  });

export const isOpen = ({ resolved_at }: Pick<ToldIncident, 'resolved_at'>): boolean => resolved_at === null;

/**
 * Whether an incident tells of a problem already, so that it is not listed beside it. One that lasts on after the incident was
 * resolved is: nobody tells of it any more.
 */
export function tellsOf(
  told: ToldIncident,
  problem: Pick<PublicIncident, 'website_id' | 'monitor_id' | 'started_at' | 'ended_at'>,
): boolean {
  const isMeant = told.website_ids.includes(problem.website_id) || told.monitor_ids.includes(problem.monitor_id);
  if (!isMeant || (problem.ended_at ?? Infinity) < told.started_at) return false;
  return told.resolved_at === null || (problem.ended_at !== null && problem.started_at <= told.resolved_at);
}
