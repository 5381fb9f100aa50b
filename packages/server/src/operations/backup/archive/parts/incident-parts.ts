import { incidentImpacts, incidentOrigins, incidentStates, incidentStatuses } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import { flag, id, nullable, oneOf, textUpTo, time } from '../part-columns.ts';
import { type BackupTable, defineTable } from './backup-table.ts';

const incident_id = id;

/** Incidents, their updates, and what they are about. */
export const incidentParts: readonly BackupTable[] = [
  defineTable('incidents', {
    key: ['id'],
    references: { automatic_website_id: 'websites' },
    columns: {
      id,
      title: textUpTo(limits.incidentTitle),
      impact: oneOf(incidentImpacts),
      state: oneOf(incidentStates),
      origin: oneOf(incidentOrigins),
      started_at: time,
      resolved_at: nullable(time),
      updated_at: time,
      automatic_website_id: nullable(id),
      keeps_impact: flag,
      is_general: flag,
    },
  }),
  defineTable('incident_updates', {
    key: ['id'],
    references: { incident_id: 'incidents' },
    columns: {
      id,
      incident_id,
      status: oneOf(incidentStatuses),
      body: textUpTo(limits.incidentBody),
      origin: oneOf(incidentOrigins),
      display_at: time,
      edited_at: nullable(time),
    },
  }),
  defineTable('incident_websites', {
    key: ['incident_id', 'website_id'],
    references: { incident_id: 'incidents', website_id: 'websites' },
    columns: { incident_id, website_id: id },
  }),
  defineTable('incident_monitors', {
    key: ['incident_id', 'monitor_id'],
    references: { incident_id: 'incidents', monitor_id: 'monitors' },
    columns: { incident_id, monitor_id: id },
  }),
  defineTable('incident_alerts', {
    key: ['alert_id'],
    references: { alert_id: 'alerts', incident_id: 'incidents' },
    columns: { alert_id: id, incident_id: nullable(id) },
  }),
];
