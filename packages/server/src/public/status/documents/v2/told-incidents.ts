import type { ToldIncident, ToldUpdate } from '../../told/told-incident.ts';
import { incidentPagePath } from '../../told/told-pages.ts';
import { affectedComponents, type Component } from './component.ts';

interface OfPage {
  base_url: string;
  page_id: string;
  components: readonly Component[];
}

const iso = (time: number): string => new Date(time).toISOString();
const isoOrNull = (time: number | undefined | null): string | null =>
  time === undefined || time === null ? null : iso(time);

/** An incident that people wrote, in the shape of the status API. */
export function toldOf(told: ToldIncident, { base_url, page_id, components }: OfPage) {
  const id = `inc${told.id}`;
  const affected = affectedComponents(components, told);
  // Of the last time that it was watched, in its life as it is told.
  const monitoring = told.updates.find(({ status }) => status === 'monitoring');
  return {
    id,
    name: told.title,
    status: told.status,
    impact: told.impact,
    created_at: iso(told.started_at),
    updated_at: iso(told.updated_at),
    started_at: iso(told.started_at),
    monitoring_at: isoOrNull(monitoring?.display_at),
    resolved_at: isoOrNull(told.resolved_at),
    shortlink: base_url + incidentPagePath(told.id),
    page_id,
    incident_updates: told.updates.map((update) => updateOf(update, id, affected)),
    components: affected,
  };
}

/** States of components are those of checks: an incident changes none. */
const updateOf = (update: ToldUpdate, incident_id: string, affected: readonly Component[]) => ({
  id: `upd${update.id}`,
  status: update.status,
  body: update.body,
  incident_id,
  created_at: iso(update.display_at),
  updated_at: iso(update.edited_at ?? update.display_at),
  display_at: iso(update.display_at),
  affected_components: affected.map(({ id, name, status }) => ({
    ...{ code: id, name, old_status: status, new_status: status },
  })),
  deliver_notifications: true,
  custom_tweet: null,
  tweet_id: null,
});
