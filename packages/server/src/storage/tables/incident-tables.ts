import { incidentImpacts, incidentOrigins, incidentStates, incidentStatuses } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import type { Selectable } from 'kysely';
import { flag, generatedId, nullable, oneOf, reference, textUpTo, time, withDefault } from './columns.ts';
import { archived, type TableOf } from './table.ts';

/** Incidents, written by hand or opened automatically. */
const incidents = archived(
  {
    id: generatedId,
    title: textUpTo(limits.incidentTitle),
    impact: oneOf(incidentImpacts),
    state: oneOf(incidentStates),
    origin: oneOf(incidentOrigins),
    started_at: time,
    /** Derived from the updates; null while it is open. */
    resolved_at: nullable(time),
    /** Changes with every edit of the incident or an update. */
    updated_at: time,
    /** The website whose outage opened it; null if a person did. */
    automatic_website_id: nullable(reference('websites')),
    /** 1 if a person chose the impact. */
    keeps_impact: withDefault<number>(flag),
    /** 1 if it affects all websites because it names none. An incident whose targets were deleted keeps 0. */
    is_general: withDefault<number>(flag),
  },
  { key: ['id'], since: 2 },
);

const incident_updates = archived(
  {
    id: generatedId,
    incident_id: reference('incidents'),
    status: oneOf(incidentStatuses),
    body: textUpTo(limits.incidentBody),
    /** `manual` if a person wrote or edited it. */
    origin: oneOf(incidentOrigins),
    display_at: time,
    edited_at: nullable(time),
  },
  { key: ['id'], since: 2 },
);

const incident_websites = archived(
  { incident_id: reference('incidents'), website_id: reference('websites') },
  { key: ['incident_id', 'website_id'], since: 2 },
);

const incident_monitors = archived(
  { incident_id: reference('incidents'), monitor_id: reference('monitors') },
  { key: ['incident_id', 'monitor_id'], since: 2 },
);

/** Outages that belong to an incident, so that none opens two. Null if that incident was deleted. */
const incident_alerts = archived(
  { alert_id: reference('alerts'), incident_id: nullable(reference('incidents')) },
  { key: ['alert_id'], since: 2 },
);

export const incidentTables = {
  incidents,
  incident_updates,
  incident_websites,
  incident_monitors,
  incident_alerts,
};

export type IncidentRow = Selectable<TableOf<typeof incidents>>;
export type IncidentUpdateRow = Selectable<TableOf<typeof incident_updates>>;
