import type { Incident, IncidentImpact } from '@upvigil/core/contract/incidents';
import type { Role } from '../../output/paint.ts';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

const impactRoles: Record<IncidentImpact, Role> = { none: 'plain', minor: 'warn', major: 'bad', critical: 'bad' };

/** The status of an incident: that of its newest update. */
export const statusOf = ({ updates }: Pick<Incident, 'updates'>): string => updates[0]?.status ?? '';

export const incidentColumns: readonly Column<Incident>[] = [
  { header: 'ID', text: ({ id }) => String(id), align: 'right' },
  {
    header: 'STARTED',
    text: ({ started_at }) => dayAndTime(started_at),
    raw: ({ started_at }) => started_at,
    dropOrder: 1,
  },
  {
    header: 'STATE',
    text: ({ state }) => state,
    role: ({ state }) => (state === 'draft' ? 'quiet' : 'plain'),
    dropOrder: 2,
  },
  { header: 'STATUS', text: statusOf, role: ({ resolved_at }) => (resolved_at === null ? 'warn' : 'good') },
  { header: 'IMPACT', text: ({ impact }) => impact, role: ({ impact }) => impactRoles[impact] },
  { header: 'TITLE', text: ({ title }) => title, shrinkTo: 16 },
  {
    header: 'RESOLVED',
    text: ({ resolved_at }) => (resolved_at ? dayAndTime(resolved_at) : '-'),
    raw: ({ resolved_at }) => resolved_at ?? '',
    dropOrder: 3,
  },
];
