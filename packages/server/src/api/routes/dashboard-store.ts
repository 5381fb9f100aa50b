import type { NotChecked } from '@upvigil/core/contract/checks';
import {
  type DashboardStats,
  type DownCounts,
  mostOpenProblems,
  mostSlowestWebsites,
  type NetworkStat,
} from '@upvigil/core/contract/dashboard';
import { defaults } from '@upvigil/core/defaults';
import { checkState } from '@upvigil/core/status/monitor-state';
import type { TimeWindow } from '@upvigil/core/time-ranges';
import { listAlerts } from '../../alerts/decide/alert-list-store.ts';
import { type GoingOn, type Maintained, maintainedAt } from '../../alerts/maintenance/shown-maintenance.ts';
import { monitorAddress } from '../../base/domain/monitor-name.ts';
import type { UncheckedMonitor } from '../../checks/record/faults/unchecked-store.ts';
import { lastCheckColumn } from '../../checks/record/last-checks.ts';
import { coverageIn } from '../../checks/record/rollups/disabled-periods-store.ts';
import {
  addSums,
  addToWebsiteSums,
  averageSecondsOf,
  noSums,
  noWebsiteSums,
  type Sums,
  uptimeOf,
  type WebsiteSums,
  websiteAverageSeconds,
} from '../../checks/record/rollups/sums.ts';
import { segmentsOfWindow } from '../../checks/record/rollups/window.ts';
import type { Database } from '../../storage/database.ts';
import { countsMaintenance } from '../../storage/settings/general-settings-store.ts';
import { secondsOrNull, timeOf, timeOrNull } from '../../storage/wire-format.ts';
import { dashboardPast, type PastFigures, type WindowTotals } from './dashboard-past.ts';
import { lastOutageEnd, openProblems } from './open-problems.ts';
import { type ReadWindow, readWindow } from './remembered-days.ts';
import type { ReadPast } from './remembered-past.ts';
import { readNotChecked } from './state-reading.ts';
import { listedStatus, recentChecksAnswer } from './wire-checks.ts';

/** How the dashboard reads history. Without it nothing is cached. */
export interface DashboardReads {
  past: ReadPast;
  window: ReadWindow;
}

/**
 * Counts, averages over a window, network services, the newest alerts, and their earlier values. Takes twelve
 * statements once past days are cached.
 */
export async function dashboardStats(
  db: Database,
  window: Pick<TimeWindow, 'from' | 'to'>,
  now: number,
  read: DashboardReads = { past: dashboardPast, window: readWindow },
  current?: GoingOn,
): Promise<DashboardStats> {
  const websites = await db
    .selectFrom('websites')
    .select(['id', 'name', lastOutageEnd(db).as('last_outage_ended_at')])
    .execute();
  const websiteNames = new Map(websites.map(({ id, name }) => [id, name]));
  const monitors = await readMonitorStates(db);
  const segments = segmentsOfWindow(window, now);
  const sums = await read.window(db, segments, monitors.length);
  const coverage = await coverageIn(db, segments, { now, monitorIds: 'all' });
  const recent_alerts = await listAlerts(db, {
    limit: defaults.recentAlertsShown,
    ...(window.to < now ? { since: window.from, until: window.to } : {}),
  });
  const urls = monitors.filter(({ kind }) => kind === 'URL');
  const services = monitors.filter(({ kind }) => kind !== 'URL');
  const counts = await countsMaintenance(db);
  const maintained = maintainedAt(current, now);
  const totalsOf = (of: typeof sums): WindowTotals => ({ urls: totalOf(urls, of), services: totalOf(services, of) });
  const shown = totalsOf(sums);
  const figures: PastFigures = {
    shown,
    totalsOf: async (segments) => totalsOf(await read.window(db, segments, monitors.length)),
  };
  const unchecked = await readNotChecked(db, now, current?.presentSince?.());
  const isUnchecked = ({ id }: MonitorState): boolean => unchecked.has(id);
  const urlStates = countStates(urls, isUnchecked);
  const serviceStates = countStates(services, isUnchecked);
  return {
    total_websites: websites.length,
    total_urls: urls.length,
    urls_up: urlStates.up,
    urls_down: urlStates.down,
    urls_slow: urlStates.slow,
    total_network_monitors: services.length,
    network_monitors_up: serviceStates.up + serviceStates.slow,
    network_monitors_down: serviceStates.down,
    average_response_time: averageSecondsOf(shown.urls),
    average_network_response_time: averageSecondsOf(shown.services),
    network_stats: services.map((service) => ({
      ...networkStat(service, websiteNames.get(service.website_id) ?? '', sums.get(service.id) ?? noSums, counts),
      coverage: coverage([service], sums.get(service.id)),
      ...notCheckedOf(unchecked.get(service.id)),
      ...maintained(service),
    })),
    recent_alerts,
    ...(await read.past(db, window, now, figures)),
    open_problems: await openProblems(db, websiteNames, maintained),
    not_checked: uncheckedAnswer([...unchecked.values()]),
    last_outage_ended_at: timeOrNull(websites[0]?.last_outage_ended_at ?? null),
    slowest_websites: slowestWebsites(monitors, sums),
  };
}

/** Monitors whose last check failed, in one statement. */
export async function downCounts(db: Database, maintained: Maintained): Promise<DownCounts> {
  const down = await db
    .selectFrom('monitors')
    .select(['id', 'website_id', 'kind', 'is_up', 'outage_began_at'])
    .where('enabled', '=', 1)
    .where('is_up', '=', 0)
    .execute();
  const urls = down.filter(({ kind }) => kind === 'URL').length;
  const in_maintenance = down.filter((monitor) => maintained(monitor).maintenance !== undefined).length;
  return { urls_down: urls, network_monitors_down: down.length - urls, in_maintenance };
}

function readMonitorStates(db: Database) {
  return db
    .selectFrom('monitors as m')
    .select(['m.id', 'm.website_id', 'm.kind', 'm.name', 'm.target', 'm.port', 'm.enabled', 'm.is_up'])
    .select(['m.created_at', 'm.check_interval_seconds', 'm.last_check_time'])
    .select(['m.response_time_threshold_seconds', 'm.recent_checks', 'm.outage_began_at'])
    .select(lastCheckColumn('response_time_us').as('response_time_us'))
    .orderBy('m.id')
    .execute();
}

type MonitorState = Awaited<ReturnType<typeof readMonitorStates>>[number];

/**
 * States are exclusive: a slow monitor is not counted as up. Leaves out disabled, never checked and outdated
 * monitors.
 */
function countStates(
  monitors: readonly MonitorState[],
  isUnchecked: (monitor: MonitorState) => boolean,
): { up: number; slow: number; down: number } {
  const counts = { up: 0, slow: 0, down: 0 };
  for (const monitor of monitors) {
    const state = stateOf(monitor);
    if (state !== null && (state === 'down' || !isUnchecked(monitor))) counts[state] += 1;
  }
  return counts;
}

function stateOf(monitor: MonitorState): 'up' | 'slow' | 'down' | null {
  if (monitor.enabled === 0 || monitor.is_up === null) return null;
  const check = { is_up: monitor.is_up === 1, response_time: secondsOrNull(monitor.response_time_us) };
  const state = checkState(check, monitor.response_time_threshold_seconds);
  return state === 'metadata' ? 'up' : state;
}

const totalOf = (monitors: readonly MonitorState[], sums: ReadonlyMap<number, Sums>): Sums =>
  monitors.map(({ id }) => sums.get(id) ?? noSums).reduce(addSums, noSums);

/** Ids, slowest first. Leaves out websites without a measured time. */
function slowestWebsites(monitors: readonly MonitorState[], sums: ReadonlyMap<number, Sums>): number[] {
  const byWebsite = new Map<number, WebsiteSums>();
  for (const { id, website_id, kind } of monitors) {
    const before = byWebsite.get(website_id) ?? noWebsiteSums;
    byWebsite.set(website_id, addToWebsiteSums(before, kind === 'URL', sums.get(id) ?? noSums));
  }
  return [...byWebsite]
    .flatMap(([id, ofWebsite]) => {
      const seconds = websiteAverageSeconds(ofWebsite);
      return seconds === null ? [] : [{ id, seconds }];
    })
    .sort((a, b) => b.seconds - a.seconds || a.id - b.id)
    .slice(0, mostSlowestWebsites)
    .map(({ id }) => id);
}

function networkStat(monitor: MonitorState, website_name: string, sums: Sums, counts: boolean): NetworkStat {
  const { kind } = monitor;
  if (kind === 'URL') throw new Error(`Monitor ${monitor.id} is a URL`);
  return {
    monitor_id: monitor.id,
    website_id: monitor.website_id,
    name: monitor.name ?? monitor.target,
    status: listedStatus(monitor),
    monitor_type: kind,
    host: monitor.target,
    port: monitor.port,
    website_name,
    uptime_percentage: uptimeOf(sums, counts),
    response_time: secondsOrNull(monitor.response_time_us),
    response_time_threshold: monitor.response_time_threshold_seconds,
    recent_checks: recentChecksAnswer(monitor),
  };
}

/** As a field of a monitor's response. */
const notCheckedOf = (monitor: UncheckedMonitor | undefined): { not_checked?: NotChecked } =>
  monitor ? { not_checked: { since: timeOf(monitor.since), reason: monitor.reason } } : {};

/** Counts all, and names those that wait longest. */
const uncheckedAnswer = (monitors: readonly UncheckedMonitor[]): NonNullable<DashboardStats['not_checked']> => ({
  total: monitors.length,
  longest: monitors
    .toSorted((one, other) => one.since - other.since || one.id - other.id)
    .slice(0, mostOpenProblems)
    .map(({ id, kind, website_id, website_name, name, target, port, since, reason }) => ({
      monitor_id: id,
      kind,
      website_id,
      website_name,
      name,
      target: monitorAddress({ kind, target, port }),
      since: timeOf(since),
      reason,
    })),
});
