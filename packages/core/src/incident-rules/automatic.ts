import { type IncidentImpact, incidentImpacts } from '../contract/incidents.ts';

/** What incidents say that open of themselves. They are stored, so they are in English as alerts are. */
export const automaticTexts = {
  title: (website: string) => `Outage of ${website}`,
  /** With what everybody may read of the alert. */
  opened: (sentence: string) => `Opened automatically: ${sentence}`,
  resolved: 'Resolved automatically: none of these services is down any more',
} as const;

/** How long all must be up before such an incident resolves itself, milliseconds. */
export const quietMs = 120_000;

/** Of two impacts the worse. */
export const worseImpact = (one: IncidentImpact, other: IncidentImpact): IncidentImpact =>
  incidentImpacts.indexOf(other) > incidentImpacts.indexOf(one) ? other : one;
