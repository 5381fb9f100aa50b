import type { Incident, StatusDetail, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import type { PublicMaintenance, ShownMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { type MonitorStatus, overallStatus, websiteStatus } from '@upvigil/core/status/website-status';
import { listedName } from '../../../alerts/decide/alert-sentences.ts';
import { ofWebsite } from '../../../alerts/maintenance/shown-now.ts';
import { addSums, noSums, uptimeOf, websiteAverageSeconds } from '../../../checks/record/rollups/sums.ts';
import { maintenanceOf, newsOfWork, type PublicWindow, windowsOf } from '../maintenance/public-runs.ts';
import { type KnownMark, marksAt } from '../maintenance/work-store.ts';
import { publishedIncident, type ToldIncident, tellsOf } from '../told/told-incident.ts';
import { dailyUptime, emptyFigures, lastDaySums, type MonitorFigures, responseTimes } from './figures.ts';
import type { FiguresById } from './figures-store.ts';
import type { PublicAlert } from './incidents.ts';
import { isUrl, type PublicMonitor, type PublicWebsite } from './public-state.ts';
import type { PublicMonitorRow, WebsiteRow } from './website-store.ts';
import { totalsOf, type WebsiteTotals } from './website-totals.ts';

/** The rows of one website. */
export interface KnownWebsite {
  website: WebsiteRow;
  /** Enabled ones, by id. */
  monitors: readonly PublicMonitorRow[];
  alerts: readonly PublicAlert[];
  /** What people were told of it: what is open, and what ended in the last days. Newest first. */
  told: readonly ToldIncident[];
  /** Work that touches it, with its runs around now. */
  windows: readonly PublicWindow[];
  /** Public changes of it and of all websites, newest first. */
  marks: readonly KnownMark[];
}

/**
 * What the public may know of a website now. Figures that only its own page shows are left to `statusDetail`. `totals` are
 * those of its monitors, where they are known.
 */
export function describeWebsite(
  { website, monitors, alerts, told, windows, marks }: KnownWebsite,
  known: FiguresById,
  now: number,
  totals: WebsiteTotals = totalsOf(monitors, known, now),
  counts = false,
): PublicWebsite {
  const figures = monitors.flatMap(({ id }) => known.get(id) ?? []);
  const described = monitors.map((row) => describeMonitor(row, maintenanceOf(windows, row, now)));
  return {
    id: website.id,
    name: website.name,
    description: website.description,
    created_at: website.created_at,
    status: websiteStatus(monitors.map(observedUp)),
    maintenance: ofWebsite(described),
    uptime_24h: uptimeOf(totals.last_day.all, counts),
    uptime_7d: uptimeOf(totals.last_week, counts),
    uptime_30d: uptimeOf(totals.days.reduce(addSums, noSums), counts),
    avg_response_time_seconds: websiteAverageSeconds(totals.last_day),
    daily_uptime: dailyUptime(figures, now, { counts, windows, sums: totals.days }),
    counts_maintenance: counts,
    monitors: described,
    recent_alerts: alerts,
    told,
    windows,
    marks: marksAt(marks, now),
  };
}

/** Null where nothing is known of it. An outage lasts until a check finds its end, also where nobody looks. */
function observedUp({ is_up, is_unobserved = false }: PublicMonitorRow): boolean | null {
  if (is_up === null || (is_up === 1 && is_unobserved)) return null;
  return is_up === 1;
}

/** What counts as news of a website when it changes, as one text to compare. */
export const newsOf = ({ website, monitors, alerts, told, windows, marks }: KnownWebsite, now: number): string =>
  JSON.stringify([
    website.name,
    website.description,
    monitors.map((row) => [
      ...[row.id, listedName(row), observedUp(row), row.slow_alert_id !== null],
      ...[maintenanceOf(windows, row, now)],
    ]),
    alerts.slice(0, 1).map((alert) => [alert.alert_type, alert.sentence, alert.created_at]),
    told.map(({ id, updated_at }) => [id, updated_at]),
    ...[newsOfWork(windows, now), marks.map(({ id }) => id)],
  ]);

const describeMonitor = (row: PublicMonitorRow, maintenance: ShownMaintenance | null): PublicMonitor => ({
  id: row.id,
  kind: row.kind,
  name: listedName(row),
  host: row.target,
  port: row.port,
  metadata_tag: row.metadata_tag,
  check_interval_seconds: row.check_interval_seconds,
  created_at: row.created_at,
  is_up: observedUp(row),
  has_slow_alert: row.slow_alert_id !== null,
  maintenance,
  last_check_time: row.last_check_time,
  last_response_time_seconds: row.last_response_time_us === null ? null : row.last_response_time_us / 1e6,
});

/** An alert as it is answered, with its sentence in any language, and the incident that tells of it. */
function incidentOf(alert: PublicAlert, message: string, told: readonly ToldIncident[]): Incident {
  const { alert_type, created_at, website_id, monitor_id } = alert;
  const ended_at = alert_type === 'RECOVERED' ? created_at : alert.ended_at;
  const telling = told.find((one) => tellsOf(one, { website_id, monitor_id, started_at: created_at, ended_at }));
  return {
    type: alert_type,
    message,
    time: new Date(created_at).toISOString(),
    ...(telling ? { incident_id: telling.id } : {}),
  };
}

/** As a field, which is missing where something is in none. */
const shownMaintenance = ({ maintenance }: { maintenance: ShownMaintenance | null }) =>
  maintenance ? { maintenance } : {};

/** The website's item of GET /api/public/status. */
export const statusOverviewItem = (website: PublicWebsite): StatusOverviewItem => ({
  id: website.id,
  name: website.name,
  description: website.description,
  status: website.status,
  ...shownMaintenance(website),
  url_count: website.monitors.filter(isUrl).length,
  network_monitor_count: website.monitors.filter((monitor) => !isUrl(monitor)).length,
  uptime_24h: website.uptime_24h,
  avg_response_time: website.avg_response_time_seconds,
  daily_uptime: website.daily_uptime,
});

/** GET /api/public/status/{id}. */
export function statusDetail(
  website: PublicWebsite,
  known: FiguresById,
  now: number,
  {
    sentenceOf = ({ sentence }) => sentence,
    maintenances = [],
  }: { sentenceOf?: (alert: PublicAlert) => string; maintenances?: PublicMaintenance[] } = {},
): StatusDetail {
  const entry = (monitor: PublicMonitor) => entryOf(monitor, known.get(monitor.id) ?? emptyFigures(), now, website);
  return {
    overall_status: overallStatus(website.status),
    ...shownMaintenance(website),
    website: { name: website.name, description: website.description },
    uptime_7d: website.uptime_7d,
    urls: website.monitors.filter(isUrl).map((monitor) => ({
      ...entry(monitor),
      url: monitor.name,
      metadata_tag: monitor.metadata_tag,
    })),
    network_monitors: website.monitors.flatMap((monitor) =>
      monitor.kind === 'URL'
        ? []
        : [
            {
              ...entry(monitor),
              name: monitor.name,
              monitor_type: monitor.kind,
              host: monitor.host,
              port: monitor.port,
            },
          ],
    ),
    recent_incidents: website.recent_alerts.map((alert) => incidentOf(alert, sentenceOf(alert), website.told)),
    incidents: website.told.map(publishedIncident),
    maintenances,
    marks: [...website.marks],
  };
}

const entryOf = (
  monitor: PublicMonitor,
  figures: MonitorFigures,
  now: number,
  { id: website_id, windows, counts_maintenance: counts = false }: PublicWebsite,
) => ({
  id: monitor.id,
  status: monitorStatus(monitor.is_up),
  ...shownMaintenance(monitor),
  last_check_time: monitor.last_check_time === null ? null : new Date(monitor.last_check_time).toISOString(),
  last_response_time: monitor.last_response_time_seconds,
  uptime_24h: uptimeOf(lastDaySums([figures], now), counts),
  check_interval: monitor.check_interval_seconds,
  response_times: responseTimes(figures, now),
  daily_uptime: dailyUptime([figures], now, { counts, windows: windowsOf(windows, { id: monitor.id, website_id }) }),
});

function monitorStatus(isUp: boolean | null): MonitorStatus {
  if (isUp === null) return 'unknown';
  return isUp ? 'up' : 'down';
}
