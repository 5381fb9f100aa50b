import { incidentImpacts, incidentStatuses } from '@upvigil/core/contract/incidents';
import { incidentImpactWords, incidentStatusWords } from '@upvigil/core/texts/incidents';
import { targetsField } from '../../../alerting/targets/target-picker.tsx';

export const impactOptions = incidentImpacts.map((value) => ({ value, label: incidentImpactWords[value] }));
export const statusOptions = incidentStatuses.map((value) => ({ value, label: incidentStatusWords[value] }));

export const impactAndStatus = {
  kind: 'row',
  fields: [
    { kind: 'select', name: 'impact', label: 'Impact', options: impactOptions },
    { kind: 'select', name: 'status', label: 'Status', options: statusOptions },
  ],
} as const;

export const affectsField = targetsField({ legend: 'Affects', none: 'No targets selected' });
