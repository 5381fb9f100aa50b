import { incidentImpacts, incidentStatuses } from '@upvigil/core/contract/incidents';
import { incidentImpactWords, incidentStatusWords } from '@upvigil/core/texts/incidents';

export const impactOptions = incidentImpacts.map((value) => ({ value, label: incidentImpactWords[value] }));
export const statusOptions = incidentStatuses.map((value) => ({ value, label: incidentStatusWords[value] }));
