import type { MonitorStatus } from '@upvigil/core/contract/names/states';
import type { Incident, StatusDetail, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import type { ShownMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { overallStatus } from '@upvigil/core/status/website-status';
import type { PublicAlert } from '../view/alert-incidents.ts';
import {
  lastDayFigures,
  monitorDailyUptime,
  noMonitorFigures,
  responseTimes,
  type ShownBuckets,
  shownBuckets,
} from '../view/figures.ts';
import { covers, isOpen, toPublishedIncident } from '../view/incident-reports.ts';
import { listedRuns, listedRunsOf, toPublicMaintenance, windowsOf } from '../view/maintenance-runs.ts';
import {
  isUrl,
  type PublicMonitor,
  type PublicView,
  type PublicWebsite,
  type WebsiteDetails,
} from '../view/public-view.ts';
import { isSlowMonitor } from './headline.ts';
import { english, type Locale, localSentence } from './locale.ts';

/** The website's item of GET /api/public/status. */
export const statusOverviewItem = (website: PublicWebsite): StatusOverviewItem => ({
  id: website.id,
  name: website.name,
  description: website.description,
  status: website.status,
  ...maintenanceField(website),
  ...slowField(website),
  ...incidentField(website),
  url_count: website.monitors.filter(isUrl).length,
  network_monitor_count: website.monitors.filter((monitor) => !isUrl(monitor)).length,
  uptime_24h: website.uptime_24h,
  coverage_24h: website.coverage_24h,
  avg_response_time: website.avg_response_time_seconds,
  daily_uptime: website.daily_uptime,
});

/** GET /api/public/status. */
export const overviewItems = ({ websites }: Pick<PublicView, 'websites'>): StatusOverviewItem[] =>
  websites.map(statusOverviewItem);

function slowField({ monitors }: PublicWebsite): { slow?: number } {
  const slow = monitors.filter(isSlowMonitor).length;
  return slow === 0 ? {} : { slow };
}

/** The newest open incident that names the website, or that names no target. */
function incidentField({ reports }: PublicWebsite): { incident_id?: number } {
  const open = reports.find((report) => isOpen(report) && !report.is_general);
  return open ? { incident_id: open.id } : {};
}

/** GET /api/public/status/{id}. */
export function statusDetail(
  view: Pick<PublicView, 'runs' | 'now'>,
  website: PublicWebsite,
  details: WebsiteDetails,
  locale: Locale = english,
): StatusDetail {
  const buckets = shownBuckets(details.now);
  const entry = (monitor: PublicMonitor) => serviceFields(monitor, website, details, buckets);
  return {
    overall_status: overallStatus(website.status),
    ...maintenanceField(website),
    website: { name: website.name, description: website.description },
    uptime_7d: website.uptime_7d,
    coverage_7d: website.coverage_7d,
    urls: website.monitors.filter(isUrl).map((monitor) => ({
      ...entry(monitor),
      url: monitor.target,
      ...(monitor.name === monitor.target ? {} : { label: monitor.name }),
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
              host: monitor.target,
              port: monitor.port,
            },
          ],
    ),
    recent_incidents: website.recent_alerts.map((alert) => recentIncident(alert, website, locale)),
    incidents: website.reports.map(toPublishedIncident),
    maintenances: listedRunsOf(view, website).map(toPublicMaintenance),
    marks: [...website.marks],
  };
}

function serviceFields(
  monitor: PublicMonitor,
  website: PublicWebsite,
  { now, figures, disabled, outages }: WebsiteDetails,
  buckets: ShownBuckets,
) {
  const counts = website.counts_maintenance;
  const ofMonitor = figures.get(monitor.id) ?? noMonitorFigures();
  const windows = windowsOf(website.windows, { id: monitor.id, website_id: website.id });
  return {
    id: monitor.id,
    status: monitorStatus(monitor.is_up),
    ...maintenanceField(monitor),
    ...(isSlowMonitor(monitor) ? { slow: true as const } : {}),
    last_check_time: monitor.last_check_time === null ? null : new Date(monitor.last_check_time).toISOString(),
    last_response_time: monitor.last_response_time_seconds,
    ...lastDayFigures(ofMonitor, monitor, { now, counts, disabled }),
    check_interval: monitor.check_interval_seconds,
    response_times: responseTimes(ofMonitor, buckets),
    daily_uptime: monitorDailyUptime(ofMonitor, outages(monitor.id), {
      buckets,
      counts,
      windows,
      monitors: [monitor],
      disabled,
    }),
  };
}

/** An alert with its sentence in a language, and with the incident that covers it. */
function recentIncident(alert: PublicAlert, { reports }: PublicWebsite, locale: Locale): Incident {
  const { alert_type, created_at, website_id, monitor_id } = alert;
  const ended_at = alert_type === 'RECOVERED' ? created_at : alert.ended_at;
  const report = reports.find((one) => covers(one, { website_id, monitor_id, started_at: created_at, ended_at }));
  return {
    type: alert_type,
    message: locale.language === 'en' ? alert.sentence : localSentence(alert, locale),
    time: new Date(created_at).toISOString(),
    ...(report ? { incident_id: report.id } : {}),
  };
}

/** Absent without maintenance. */
const maintenanceField = ({ maintenance }: { maintenance: ShownMaintenance | null }) =>
  maintenance ? { maintenance } : {};

function monitorStatus(isUp: boolean | null): MonitorStatus {
  if (isUp === null) return 'unknown';
  return isUp ? 'up' : 'down';
}

/** GET /api/public/page. */
export const openPage = (view: PublicView) => ({
  incidents: view.reports.filter(isOpen).map(toPublishedIncident),
  maintenances: listedRuns(view).map(toPublicMaintenance),
  subscribe: false,
});
