import { RequestError } from '../contract/errors.ts';
import type { Incident, IncidentInput, PublishedIncident } from '../contract/incidents.ts';
import { escapeHtml } from '../format/meta-tag.ts';
import { limits } from '../limits.ts';
import {
  emptyUpdateProblem,
  newestFirst,
  resolvedAt,
  startedAt,
  timeProblem,
  updatesProblem,
} from '../rules/incident-updates.ts';
import { incidentSentences } from '../texts/incidents.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { find, given, refusedField, remove } from './fake-rows.ts';
import { fakePublicMaintenances } from './fake-shown-maintenance.ts';
import { type FakeState, nextId } from './fake-state.ts';

/** Incidents for administrators, and their public form. */
export const incidentHandlers = (state: FakeState): Pick<FakeHandlers, 'incidents' | 'publicIncidents'> => ({
  incidents: {
    list: ({ query }) =>
      byStart(state.incidents)
        .filter((one) => query.state === undefined || one.state === query.state)
        .filter((one) => query.month === undefined || one.started_at.startsWith(query.month))
        .slice(0, query.limit),
    create: ({ body }) => addIncident(state, body),
    get: ({ params }) => find(state.incidents, params.incidentId, 'incident'),
    update: ({ params, body }) => {
      const incident = find(state.incidents, params.incidentId, 'incident');
      refuseTime(state, 'started_at', body.started_at);
      refuseTargets(state, { ...incident, ...given(body) });
      return settle(Object.assign(incident, given(body)));
    },
    remove: ({ params }) => {
      remove(state.incidents, params.incidentId, 'incident');
      return null;
    },
    publish: ({ params }) =>
      Object.assign(find(state.incidents, params.incidentId, 'incident'), { state: 'published' }),
    addUpdate: ({ params, body }) => {
      const incident = find(state.incidents, params.incidentId, 'incident');
      refuseTime(state, 'display_at', body.display_at);
      const { status, body: text, display_at = nowOf(state) } = body;
      const time = Date.parse(display_at);
      const empty = emptyUpdateProblem({ status, body: text, display_at: time }, placed(incident));
      if (empty !== null) throw refusedField('body', empty);
      const added = { id: nextId(state), status, body: text, display_at, edited_at: null };
      return setUpdates(incident, [...incident.updates, added]);
    },
    changeUpdate: ({ params, body }) => {
      const incident = find(state.incidents, params.incidentId, 'incident');
      const { id } = find(incident.updates, params.updateId, 'update');
      refuseTime(state, 'display_at', body.display_at);
      const edited_at = nowOf(state);
      return setUpdates(
        incident,
        incident.updates.map((one) => (one.id === id ? { ...one, ...given(body), edited_at } : one)),
      );
    },
    removeUpdate: ({ params }) => {
      const incident = find(state.incidents, params.incidentId, 'incident');
      const { id } = find(incident.updates, params.updateId, 'update');
      setUpdates(
        incident,
        incident.updates.filter((one) => one.id !== id),
      );
      return null;
    },
    // The real server renders CommonMark.
    preview: ({ body }) => ({ html: `<p>${escapeHtml(body.body)}</p>` }),
    getTemplates: () => state.incidentTemplates,
    updateTemplates: ({ body }) => {
      state.incidentTemplates = body;
      return body;
    },
  },
  publicIncidents: {
    page: () => ({
      incidents: publishedIncidents(state).filter(({ resolved_at }) => resolved_at === null),
      maintenances: fakePublicMaintenances(state),
      subscribe: false,
    }),
    list: ({ query }) =>
      publishedIncidents(state).filter(({ started_at }) =>
        started_at.startsWith(query.month ?? nowOf(state).slice(0, 7)),
      ),
    get: ({ params }) => find(publishedIncidents(state), params.incidentId, 'incident'),
  },
});

const nowOf = ({ now }: FakeState): string => new Date(now()).toISOString();
const byStart = (incidents: readonly Incident[]): Incident[] =>
  [...incidents].sort((one, other) => other.started_at.localeCompare(one.started_at) || other.id - one.id);

/** Adds an incident with its first update. */
export function addIncident(state: FakeState, input: Pick<IncidentInput, 'title'> & Partial<IncidentInput>): Incident {
  const { impact = 'minor', state: of = 'published', website_ids = [], monitor_ids = [], status, body, title } = input;
  const display_at = input.display_at ?? nowOf(state);
  refuseTime(state, 'started_at', input.started_at);
  refuseTime(state, 'display_at', input.display_at);
  refuseTargets(state, { website_ids, monitor_ids });
  const first = { id: nextId(state), status: status ?? 'investigating', body: body ?? '', display_at, edited_at: null };
  const incident: Incident = {
    id: nextId(state),
    title,
    impact,
    state: of,
    origin: 'manual',
    website_ids,
    monitor_ids,
    started_at: input.started_at ?? display_at,
    resolved_at: null,
    updates: [],
  };
  setUpdates(incident, [first]);
  state.incidents.push(incident);
  return incident;
}

export const publishedIncidents = (state: FakeState): PublishedIncident[] =>
  byStart(state.incidents)
    .filter((incident) => incident.state === 'published')
    .map(({ state: _state, origin: _origin, ...incident }) => ({
      ...incident,
      status: incident.updates[0]?.status ?? 'investigating',
      // The real server renders CommonMark as plain text.
      ...(incident.resolved_at === null && incident.updates[0]?.body ? { summary: incident.updates[0].body } : {}),
    }));

const placed = ({ updates }: Pick<Incident, 'updates'>) =>
  updates.map((update) => ({ ...update, display_at: Date.parse(update.display_at) }));

function setUpdates(incident: Incident, updates: Incident['updates']): Incident {
  const problem = updatesProblem(placed({ updates }));
  if (problem !== null) throw new RequestError('conflict', problem);
  return settle(Object.assign(incident, { updates }));
}

/** Recomputes the fields that follow from the updates. */
function settle(incident: Incident): Incident {
  const updates = placed(incident);
  const resolved = resolvedAt(updates);
  const started = startedAt(Date.parse(incident.started_at), updates);
  const order = newestFirst(updates).map(({ id }) => id);
  return Object.assign(incident, {
    started_at: new Date(started).toISOString(),
    resolved_at: resolved === null ? null : new Date(resolved).toISOString(),
    updates: incident.updates.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id)),
  });
}

function refuseTime(state: FakeState, field: string, time: string | undefined): void {
  const problem = time === undefined ? null : timeProblem(Date.parse(time), state.now());
  if (problem !== null) throw refusedField(field, problem);
}

function refuseTargets(state: FakeState, { website_ids, monitor_ids }: Pick<Incident, 'website_ids' | 'monitor_ids'>) {
  if (website_ids.length + monitor_ids.length > limits.incidentTargets) {
    throw refusedField('monitor_ids', incidentSentences.tooManyTargets);
  }
  for (const id of website_ids) {
    if (!state.websites.some((website) => website.id === id))
      throw refusedField('website_ids', incidentSentences.unknown('website', id));
  }
  for (const id of monitor_ids) {
    if (![...state.urls, ...state.monitors].some((monitor) => monitor.id === id))
      throw refusedField('monitor_ids', incidentSentences.unknown('monitor', id));
  }
}
