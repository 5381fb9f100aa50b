import { createHash } from 'node:crypto';
import type { RunState } from '@upvigil/core/maintenance/runs';
import { isOutage, lastChanged, type PublicIncident, stateSentence } from '../figures/incidents.ts';
import { lastChecked, type PublicMonitor, type PublicState, type PublicWebsite } from '../figures/public-state.ts';
import { isOpen } from '../told/told-incident.ts';
import type { Component, ComponentStatus } from './v2/component.ts';
import { scheduledMaintenances } from './v2/scheduled-maintenances.ts';
import { toldOf } from './v2/told-incidents.ts';

/** Words of the status API of Atlassian Statuspage, version 2 (https://metastatuspage.com/api), worse ones last. */
const indicators = ['none', 'maintenance', 'minor', 'major', 'critical'] as const;
type Indicator = (typeof indicators)[number];
interface PageStatus {
  indicator: Indicator;
  description: string;
}
const impactDescriptions: Record<Indicator, string> = {
  none: 'All Systems Operational',
  maintenance: 'Service Under Maintenance',
  minor: 'Minor Service Outage',
  major: 'Partial System Outage',
  critical: 'Major Service Outage',
};

const incidentsListed = 50;
const iso = (time: number): string => new Date(time).toISOString();
const date = (time: number): string => iso(time).slice(0, 10);

/** How each document below /api/v2 is made, by path. Each by itself: whoever asks for one needs none of the others. */
export const statuspageDocuments: Readonly<Record<string, (state: PublicState) => unknown>> = {
  '/api/v2/status.json': (state) => ({ page: pageOf(state), status: statusOf(state) }),
  '/api/v2/summary.json': (state) => ({
    ...{ page: pageOf(state), components: componentsOf(state), incidents: unresolvedIncidents(state) },
    scheduled_maintenances: maintenancesOf(state, ['scheduled', 'in_progress', 'verifying']),
    status: statusOf(state),
  }),
  '/api/v2/components.json': (state) => ({ page: pageOf(state), components: componentsOf(state) }),
  '/api/v2/incidents.json': (state) => ({ page: pageOf(state), incidents: incidentsOf(state) }),
  '/api/v2/incidents/unresolved.json': (state) => ({ page: pageOf(state), incidents: unresolvedIncidents(state) }),
  '/api/v2/scheduled-maintenances.json': (state) => maintenances(state),
  '/api/v2/scheduled-maintenances/upcoming.json': (state) => maintenances(state, ['scheduled']),
  '/api/v2/scheduled-maintenances/active.json': (state) => maintenances(state, ['in_progress', 'verifying']),
};

function pageOf(state: PublicState) {
  return {
    id: pageIdOf(state),
    name: state.brand,
    url: `${state.base_url}/status`,
    time_zone: 'Etc/UTC',
    updated_at: iso(lastChange(state)),
  };
}

/** The newest check, website or update of an incident; 0 where there is nothing at all. */
const lastChange = ({ websites, told }: PublicState): number =>
  Math.max(
    lastChecked(websites) ?? 0,
    ...websites.map(({ created_at }) => created_at),
    ...told.map(({ updated_at }) => updated_at),
  );

/** Any text that stays the same: readers only compare it. */
const pageIdOf = ({ base_url }: PublicState): string =>
  createHash('sha256').update(base_url).digest('hex').slice(0, 12);

const maintenances = (state: PublicState, states?: readonly RunState[]) => ({
  page: pageOf(state),
  scheduled_maintenances: maintenancesOf(state, states),
});

const maintenancesOf = (state: PublicState, states?: readonly RunState[]) =>
  scheduledMaintenances(
    state,
    { base_url: state.base_url, page_id: pageIdOf(state), components: componentsOf(state) },
    states,
  );

/** The whole page in a word: the worse of what checks say and of the open incidents. */
function statusOf(state: PublicState): PageStatus {
  const worst = state.told
    .filter(isOpen)
    .map(({ impact }) => ({ indicator: impact, description: impactDescriptions[impact] }));
  return worst.reduce(
    (worse, one) => (indicators.indexOf(one.indicator) > indicators.indexOf(worse.indicator) ? one : worse),
    statusOfChecks(state),
  );
}

/** Over the monitors that were checked. */
function statusOfChecks({ websites }: PublicState): PageStatus {
  const all = websites.flatMap((website) => website.monitors);
  const monitors = all.filter((monitor) => monitor.is_up !== null);
  const wasSeen = all.some(({ last_check_time }) => last_check_time !== null);
  const down = monitors.filter(isOut).length;
  if (monitors.length === 0) return { indicator: 'none', description: wasSeen ? 'No recent data' : 'No data yet' };
  if (down === monitors.length) return { indicator: 'critical', description: 'Major Service Outage' };
  if (down > 0) return { indicator: 'major', description: 'Partial System Outage' };
  if (monitors.some(isSlow)) {
    return { indicator: 'minor', description: 'Degraded Performance' };
  }
  if (monitors.some(({ maintenance }) => maintenance !== null)) return statusIn('maintenance');
  return statusIn('none');
}

const statusIn = (indicator: Indicator): PageStatus => ({ indicator, description: impactDescriptions[indicator] });

/** Down, and not because of work. */
const isOut = ({ is_up, maintenance }: PublicMonitor): boolean => !is_up && maintenance === null;
const isSlow = ({ is_up, has_slow_alert }: PublicMonitor): boolean => is_up === true && has_slow_alert;

/** Each website is a group, and each of its monitors that was checked a component in it. */
function componentsOf(state: PublicState): Component[] {
  const pageId = pageIdOf(state);
  const changes = newestChanges(state.incidents);
  return state.websites.flatMap((website, index) => {
    const checked = website.monitors.filter((monitor) => monitor.is_up !== null);
    if (checked.length === 0) return [];
    const members = checked.map((monitor, place) => memberOf(monitor, place + 1, website, changes, pageId));
    return [groupOf(website, index + 1, members, pageId), ...members];
  });
}

function groupOf(website: PublicWebsite, position: number, members: Component[], pageId: string): Component {
  return {
    id: groupId(website.id),
    name: website.name,
    status: groupStatus(website),
    description: website.description,
    position,
    showcase: false,
    start_date: date(website.created_at),
    created_at: iso(website.created_at),
    updated_at: members.reduce((newest, { updated_at }) => (updated_at > newest ? updated_at : newest), ''),
    group_id: null,
    page_id: pageId,
    group: true,
    only_show_if_degraded: false,
    components: members.map(({ id }) => id),
  };
}

function memberOf(
  monitor: PublicMonitor,
  position: number,
  website: PublicWebsite,
  changes: ReadonlyMap<number, number>,
  pageId: string,
): Component {
  return {
    id: monitorId(monitor),
    name: monitor.name,
    status: monitorStatus(monitor),
    description: null,
    position,
    showcase: true,
    start_date: date(monitor.created_at),
    created_at: iso(monitor.created_at),
    updated_at: iso(changes.get(monitor.id) ?? monitor.created_at),
    group_id: groupId(website.id),
    page_id: pageId,
    group: false,
    only_show_if_degraded: false,
  };
}

const groupId = (id: number): string => `w${id}`;
const monitorId = ({ kind, id }: PublicMonitor): string => `${kind === 'URL' ? 'u' : 'n'}${id}`;

function monitorStatus(monitor: PublicMonitor): ComponentStatus {
  if (isOut(monitor)) return 'major_outage';
  if (isSlow(monitor)) return 'degraded_performance';
  return monitor.maintenance === null ? 'operational' : 'under_maintenance';
}

function groupStatus({ monitors }: PublicWebsite): ComponentStatus {
  const checked = monitors.filter(({ is_up }) => is_up !== null);
  const out = checked.filter(isOut).length;
  if (out > 0) return out === checked.length ? 'major_outage' : 'partial_outage';
  if (checked.some(isSlow)) return 'degraded_performance';
  return checked.some(({ maintenance }) => maintenance !== null) ? 'under_maintenance' : 'operational';
}

/** When the state of each monitor last changed, by monitor id, milliseconds since the epoch; as far as incidents tell. */
function newestChanges(incidents: readonly PublicIncident[]): Map<number, number> {
  const changes = new Map<number, number>();
  for (const incident of incidents) {
    changes.set(incident.monitor_id, Math.max(changes.get(incident.monitor_id) ?? 0, lastChanged(incident)));
  }
  return changes;
}

/** Incidents, newest first: what people wrote, and problems of which nobody did. */
function allIncidents(state: PublicState) {
  const components = componentsOf(state);
  const pageId = pageIdOf(state);
  return [
    ...state.told.map((one) => toldOf(one, { base_url: state.base_url, page_id: pageId, components })),
    ...state.incidents.map((one) => incidentOf(one, state, components, pageId)),
  ].sort((one, other) => other.started_at.localeCompare(one.started_at));
}

const incidentsOf = (state: PublicState) => allIncidents(state).slice(0, incidentsListed);

const unresolvedIncidents = (state: PublicState) =>
  allIncidents(state).filter((incident) => incident.resolved_at === null);

function incidentOf(incident: PublicIncident, state: PublicState, components: readonly Component[], pageId: string) {
  const { started_at, ended_at } = incident;
  const affected = components.filter(({ id }) => id === `u${incident.monitor_id}` || id === `n${incident.monitor_id}`);
  const id = `i${incident.id}`;
  return {
    id,
    name: incident.title,
    status: ended_at === null ? 'investigating' : 'resolved',
    impact: isOutage(incident) ? 'major' : 'minor',
    created_at: iso(started_at),
    updated_at: iso(lastChanged(incident)),
    started_at: iso(started_at),
    monitoring_at: null,
    resolved_at: ended_at === null ? null : iso(ended_at),
    shortlink: `${state.base_url}/status/${incident.website_id}`,
    page_id: pageId,
    incident_updates: updatesOf(incident, id, affected),
    components: affected,
  };
}

/** Newest first. */
function updatesOf(incident: PublicIncident, id: string, affected: readonly Component[]) {
  const problem: ComponentStatus = isOutage(incident) ? 'major_outage' : 'degraded_performance';
  const update = (status: string, body: string, time: number, from: ComponentStatus, to: ComponentStatus) => ({
    id: `${id}-${status}`,
    status,
    body,
    incident_id: id,
    created_at: iso(time),
    updated_at: iso(time),
    display_at: iso(time),
    affected_components: affected.map((one) => ({ code: one.id, name: one.name, old_status: from, new_status: to })),
    deliver_notifications: true,
    custom_tweet: null,
    tweet_id: null,
  });
  const opening = update('investigating', incident.title, incident.started_at, 'operational', problem);
  if (incident.ended_at === null) return [opening];
  return [update('resolved', stateSentence(incident), incident.ended_at, problem, 'operational'), opening];
}
