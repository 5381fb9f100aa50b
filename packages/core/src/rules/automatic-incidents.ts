import { type IncidentImpact, incidentImpacts } from '../contract/incidents.ts';

/** An automatic incident is resolved when all its services have been up for this time, in milliseconds. */
export const quietMs = 120_000;

export const worseImpact = (one: IncidentImpact, other: IncidentImpact): IncidentImpact =>
  incidentImpacts.indexOf(other) > incidentImpacts.indexOf(one) ? other : one;
