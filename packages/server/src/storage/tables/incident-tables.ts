import type { IncidentImpact, IncidentState, IncidentStatus } from '@upvigil/core/contract/incidents';
import type { Generated, Selectable } from 'kysely';

type Origin = 'manual' | 'automatic';

/** Incidents that people wrote, or that opened of themselves. Times in milliseconds since the epoch. */
interface IncidentTable {
  id: Generated<number>;
  title: string;
  impact: IncidentImpact;
  state: IncidentState;
  origin: Origin;
  started_at: number;
  /** As the updates have it; null while it is open. */
  resolved_at: number | null;
  /** Moves with every change of it or of an update. */
  updated_at: number;
  /** The website whose outage opened it; null where a person did. */
  automatic_website_id: number | null;
  /** 1 where a person chose the impact. */
  keeps_impact: Generated<number>;
  /** 1 where it names nothing: then it is about all. One whose targets were deleted is not. */
  is_general: Generated<number>;
}

interface IncidentUpdateTable {
  id: Generated<number>;
  incident_id: number;
  status: IncidentStatus;
  body: string;
  /** `manual` where a person wrote or edited it. */
  origin: Origin;
  display_at: number;
  edited_at: number | null;
}

export interface IncidentTables {
  incidents: IncidentTable;
  incident_updates: IncidentUpdateTable;
  incident_websites: { incident_id: number; website_id: number };
  incident_monitors: { incident_id: number; monitor_id: number };
  /** Outages that an incident opened for or took in, so that none opens two; null where that incident was deleted. */
  incident_alerts: { alert_id: number; incident_id: number | null };
}

export type IncidentRow = Selectable<IncidentTable>;
export type IncidentUpdateRow = Selectable<IncidentUpdateTable>;
