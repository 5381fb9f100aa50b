import type { IncidentImpact, IncidentStatus } from '@upvigil/core/contract/incidents';
import { monthSpan } from '../../../alerts/incidents/month-span.ts';
import type { Speech } from '../documents/speech/speech.ts';

/** A status of an incident in words. */
export function statusWords(status: IncidentStatus, { words: { documents } }: Speech): string {
  const said: Record<IncidentStatus, string> = {
    investigating: documents.statusInvestigating,
    identified: documents.statusIdentified,
    monitoring: documents.statusMonitoring,
    resolved: documents.statusResolved,
    postmortem: documents.statusPostmortem,
  };
  return said[status];
}

export function impactWords(impact: IncidentImpact, { words: { documents } }: Speech): string {
  const said: Record<IncidentImpact, string> = {
    none: documents.impactNone,
    minor: documents.impactMinor,
    major: documents.impactMajor,
    critical: documents.impactCritical,
  };
  return said[impact];
}

/** 'November 2026'. `month`: '2026-11'. */
export const monthName = (month: string, { language }: Speech): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(monthSpan(month).start);
