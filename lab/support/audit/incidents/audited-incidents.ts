import { addIncident } from '@upvigil/core/testing/fake-incidents';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { type AuditedPage, everything, fails } from '../page-state.ts';
import { exampleIncidents, firstIncident, fullIncident } from './example-incidents.ts';

const given = exampleIncidents;
const onlyDraft = (state: FakeState) => void addIncident(state, { title: 'Not yet published', state: 'draft' });

export const auditedIncidents: readonly AuditedPage[] = [
  {
    screen: '/alerts/incidents',
    address: '/alerts/incidents',
    loading: { holds: everything, shows: 'Report Incident' },
    empty: { shows: 'No incidents yet' },
    error: { ...fails('incidents.list'), shows: 'Could not load incidents' },
    full: { given, shows: 'Payments by card are refused' },
  },
  {
    screen: '/alerts/incidents/:incidentId',
    address: firstIncident,
    loading: { holds: everything, shows: 'Incident' },
    empty: { given: fullIncident, shows: 'can have 200 updates at most' },
    error: { shows: 'Could not load the incident' },
    full: { given, shows: 'PayPal works' },
  },
  {
    screen: '/alerts/incidents/:incidentId',
    address: '/alerts/incidents/2',
    loading: { holds: everything, shows: 'Incident' },
    empty: { given: onlyDraft, shows: 'Only signed-in users can see this draft.' },
    error: { ...fails('incidents.get'), shows: 'Could not load the incident' },
    full: { given: onlyDraft, shows: 'Publish' },
  },
];
