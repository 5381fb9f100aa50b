import { addIncident } from '@upvigil/core/testing/fake-incidents';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { exampleInstallation } from '../../example-installation.ts';

const minute = 60_000;

/** Incidents of every kind, the first with two updates. `firstIncident` is the path of its page. */
export function exampleIncidents(state: FakeState): void {
  exampleInstallation(state);
  const [shop, docs] = state.websites;
  const ago = (minutes: number) => new Date(state.now() - minutes * minute).toISOString();
  const first = addIncident(state, {
    title: 'Payments by card are refused',
    impact: 'major',
    website_ids: shop ? [shop.id] : [],
    monitor_ids: state.urls.slice(0, 2).map(({ id }) => id),
    started_at: ago(42),
    display_at: ago(40),
    body: 'We *look* into it.\n\n- cards of all kinds\n- PayPal works',
  });
  const [update] = first.updates;
  const id = firstIncidentId;
  first.id = id;
  if (update) {
    const body =
      'A certificate of our bank expired: https://bank.example.org/a/path/that/does/not/end/soon/and/has/no/room';
    first.updates = [
      { ...update, id: 9001, status: 'identified', body, display_at: ago(20), edited_at: ago(10) },
      update,
    ];
  }
  addIncident(state, {
    title: 'a-rather-long-title-without-any-space-in-it-'.repeat(3),
    state: 'draft',
    impact: 'critical',
    website_ids: docs ? [docs.id] : [],
  });
  addIncident(state, { title: 'Search was slow', impact: 'none', status: 'resolved', display_at: ago(60 * 24 * 40) });
  state.incidentTemplates = {
    templates: [
      {
        name: 'Outage',
        title: 'Outage of {website}',
        impact: 'major',
        status: 'investigating',
        body: '{services} fail.',
      },
    ],
  };
}

const firstIncidentId = 5001;
export const firstIncident = `/alerts/incidents/${firstIncidentId}`;

/** The maximum of updates and targets. */
export function fullIncident(state: FakeState): void {
  exampleIncidents(state);
  const incident = state.incidents.find(({ id }) => id === firstIncidentId);
  const [update] = incident?.updates ?? [];
  const [website] = state.websites;
  if (!incident || !update || !website) return;
  incident.updates = Array.from({ length: 200 }, (_, at) => ({ ...update, id: 10_000 + at }));
  for (let at = 0; at < 500; at += 1) state.websites.push({ ...website, id: 20_000 + at, name: `Shop ${at}` });
  incident.website_ids = state.websites.slice(-499).map(({ id }) => id);
  incident.monitor_ids = incident.monitor_ids.slice(0, 1);
}
