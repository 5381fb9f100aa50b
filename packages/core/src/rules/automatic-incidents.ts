import { type IncidentImpact, incidentImpacts } from '../contract/incidents.ts';

/** How long all must be up before such an incident resolves itself, milliseconds. */
export const quietMs = 120_000;

/** Of two impacts the worse. */
export const worseImpact = (one: IncidentImpact, other: IncidentImpact): IncidentImpact =>
  incidentImpacts.indexOf(other) > incidentImpacts.indexOf(one) ? other : one;
