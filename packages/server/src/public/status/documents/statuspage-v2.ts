import { createHash } from 'node:crypto';
import type { RunState } from '@upvigil/core/contract/names/states';
import { type AlertIncident, lastChanged } from '../view/alert-incidents.ts';
import { isOpen } from '../view/incident-reports.ts';
import { lastChecked, type PublicMonitor, type PublicView, type PublicWebsite } from '../view/public-view.ts';
import {
  alertIncident,
  type Component,
  type ComponentStatus,
  reportIncident,
  scheduledMaintenance,
} from './statuspage-incidents.ts';

/** Values of Atlassian Statuspage's status API, version 2 (https://metastatuspage.com/api), worst last. */
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

/** The documents below /api/v2, by path. */
export const statuspageDocuments: Readonly<Record<string, (view: PublicView) => unknown>> = {
  '/api/v2/status.json': (view) => ({ page: pageOf(view), status: statusOf(view) }),
  '/api/v2/summary.json': (view) => ({
    page: pageOf(view),
    components: componentsOf(view),
    incidents: unresolvedIncidents(view),
    scheduled_maintenances: maintenancesOf(view, ['scheduled', 'in_progress', 'verifying']),
    status: statusOf(view),
  }),
  '/api/v2/components.json': (view) => ({ page: pageOf(view), components: componentsOf(view) }),
  '/api/v2/incidents.json': (view) => ({ page: pageOf(view), incidents: incidentsOf(view) }),
  '/api/v2/incidents/unresolved.json': (view) => ({ page: pageOf(view), incidents: unresolvedIncidents(view) }),
  '/api/v2/scheduled-maintenances.json': (view) => maintenances(view),
  '/api/v2/scheduled-maintenances/upcoming.json': (view) => maintenances(view, ['scheduled']),
  '/api/v2/scheduled-maintenances/active.json': (view) => maintenances(view, ['in_progress', 'verifying']),
};

function pageOf(view: PublicView) {
  return {
    id: pageIdOf(view),
    name: view.brand,
    url: `${view.base_url}/status`,
    time_zone: 'Etc/UTC',
    updated_at: iso(lastChange(view)),
  };
}

/** The newest check, website or incident update; 0 without any. */
const lastChange = ({ websites, reports }: PublicView): number =>
  Math.max(
    lastChecked(websites) ?? 0,
    ...websites.map(({ created_at }) => created_at),
    ...reports.map(({ updated_at }) => updated_at),
  );

/** Any stable text: clients only compare it. */
const pageIdOf = ({ base_url }: PublicView): string => createHash('sha256').update(base_url).digest('hex').slice(0, 12);

const maintenances = (view: PublicView, states?: readonly RunState[]) => ({
  page: pageOf(view),
  scheduled_maintenances: maintenancesOf(view, states),
});

/** By their start, as in the view. */
function maintenancesOf(view: PublicView, states?: readonly RunState[]) {
  const page = pageParts(view);
  return view.runs.filter(({ state }) => states?.includes(state) ?? true).map((run) => scheduledMaintenance(run, page));
}

const pageParts = (view: PublicView) => ({
  base_url: view.base_url,
  page_id: pageIdOf(view),
  components: componentsOf(view),
});

/** The status of the whole page: the worse of checks and open incidents. */
function statusOf(view: PublicView): PageStatus {
  const worst = view.reports
    .filter(isOpen)
    .map(({ impact }) => ({ indicator: impact, description: impactDescriptions[impact] }));
  return worst.reduce(
    (worse, one) => (indicators.indexOf(one.indicator) > indicators.indexOf(worse.indicator) ? one : worse),
    statusOfChecks(view),
  );
}

/** Counts monitors that were checked. */
function statusOfChecks({ websites }: PublicView): PageStatus {
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

/** Down, and not under maintenance. */
const isOut = ({ is_up, maintenance }: PublicMonitor): boolean => !is_up && maintenance === null;
const isSlow = ({ is_up, has_slow_alert }: PublicMonitor): boolean => is_up === true && has_slow_alert;

/** Each website is a group; each of its checked monitors is a component in it. */
function componentsOf(view: PublicView): Component[] {
  const pageId = pageIdOf(view);
  const changes = newestChanges(view.incidents);
  return view.websites.flatMap((website, index) => {
    const checked = website.monitors.filter((monitor) => monitor.is_up !== null);
    if (checked.length === 0) return [];
    const members = checked.map((monitor, at) => memberOf(monitor, at + 1, website, changes, pageId));
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

/** When incidents last changed the state of each monitor, by monitor id; milliseconds since the epoch. */
function newestChanges(incidents: readonly AlertIncident[]): Map<number, number> {
  const changes = new Map<number, number>();
  for (const incident of incidents) {
    changes.set(incident.monitor_id, Math.max(changes.get(incident.monitor_id) ?? 0, lastChanged(incident)));
  }
  return changes;
}

/** Published incidents, and problems that none of them covers, newest first. */
function allIncidents(view: PublicView) {
  const page = pageParts(view);
  return [
    ...view.reports.map((report) => reportIncident(report, page)),
    ...view.incidents.map((incident) => alertIncident(incident, page)),
  ].sort((one, other) => other.started_at.localeCompare(one.started_at));
}

const incidentsOf = (view: PublicView) => allIncidents(view).slice(0, incidentsListed);

const unresolvedIncidents = (view: PublicView) =>
  allIncidents(view).filter((incident) => incident.resolved_at === null);
