import type { Incident, IncidentImpact, IncidentStatus } from '@upvigil/core/contract/incidents';
import type { Tone } from '@upvigil/core/status/tone';
import { incidentImpactWords, incidentStatusWords } from '@upvigil/core/texts/incidents';
import { Badge } from '../../components/tones/badge.tsx';

const statusTones: Readonly<Record<IncidentStatus, Tone>> = {
  investigating: 'down',
  identified: 'warn',
  monitoring: 'warn',
  resolved: 'up',
  postmortem: 'none',
};
const impactTones: Readonly<Record<IncidentImpact, Tone>> = {
  none: 'none',
  minor: 'warn',
  major: 'down',
  critical: 'down',
};

export const StatusBadge = ({ status }: { status: IncidentStatus }) => (
  <Badge tone={statusTones[status]}>{incidentStatusWords[status]}</Badge>
);

/** Status, impact and visibility of an incident. */
export const IncidentBadges = ({ incident: { updates, impact, state, origin } }: { incident: Incident }) => (
  <span className="flex flex-wrap gap-1.5">
    {updates[0] ? <StatusBadge status={updates[0].status} /> : null}
    <Badge tone={impactTones[impact]}>{incidentImpactWords[impact]}</Badge>
    {state === 'draft' ? <Badge tone="none">Draft</Badge> : null}
    {origin === 'automatic' ? <Badge tone="none">Automatic</Badge> : null}
  </span>
);
