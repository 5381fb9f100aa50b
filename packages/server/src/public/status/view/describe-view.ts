import type { ShownMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { defaults } from '@upvigil/core/defaults';
import { websiteStatus } from '@upvigil/core/status/website-status';
import { dayMs } from '@upvigil/core/time';
import { ofWebsite } from '../../../alerts/maintenance/shown-maintenance.ts';
import { groupBy } from '../../../base/domain/group-by.ts';
import { listedName, monitorAddress } from '../../../base/domain/monitor-name.ts';
import { coverageOf } from '../../../checks/record/rollups/coverage.ts';
import { addSums, noSums, type Sums, uptimeOf, websiteAverageSeconds } from '../../../checks/record/rollups/sums.ts';
import { spanOf, windowSegments } from '../../../checks/record/rollups/window.ts';
import { timeOf } from '../../../storage/wire-format.ts';
import { incidentsFromAlerts, type PublicAlert } from './alert-incidents.ts';
import { dailyUptime, noWebsiteFigures, type PageFigures, type ShownBuckets, shownBuckets } from './figures.ts';
import { covers, describeReport, type IncidentReport, isAbout } from './incident-reports.ts';
import { describeRun, type MaintenanceWindow, maintenanceNews, maintenanceOf } from './maintenance-runs.ts';
import { type MarkRow, selectPublicRuns } from './maintenance-store.ts';
import type { PublicRows } from './public-rows.ts';
import type { PublicMonitor, PublicView, PublicWebsite } from './public-view.ts';
import type { PublicMonitorRow, WebsiteRow } from './website-store.ts';

/** The rows of one website. */
interface WebsiteRows {
  website: WebsiteRow;
  /** Enabled monitors, by id. */
  monitors: readonly PublicMonitorRow[];
  /** Monitors without recent data. */
  unobserved: ReadonlySet<number>;
  /** Newest first. */
  alerts: readonly PublicAlert[];
  /** Newest first. */
  reports: readonly IncidentReport[];
  /** Maintenance of the website or its monitors. */
  windows: readonly MaintenanceWindow[];
  /** Marks of the website and of all websites, newest first. */
  marks: readonly MarkRow[];
}

function windowsByWebsite({ windows, targets }: PublicRows): Map<number, MaintenanceWindow[]> {
  const byWebsite = new Map<number, MaintenanceWindow[]>();
  for (const window of windows) {
    const ofMonitors = [...window.monitor_ids].flatMap((id) => targets.monitors.get(id)?.website_id ?? []);
    for (const id of new Set([...window.website_ids, ...ofMonitors])) {
      byWebsite.set(id, [...(byWebsite.get(id) ?? []), window]);
    }
  }
  return byWebsite;
}

/** A view without its news version, which is derived from it. */
export type NewView = Omit<PublicView, 'news'>;

export function describeView(
  rows: PublicRows,
  figures: PageFigures,
  given: Pick<PublicView, 'base_url' | 'details'>,
): NewView {
  const { settings, now, targets, unobserved } = rows;
  const reports = rows.reports.map((stored) => describeReport(stored, targets));
  const isReported = (problem: Parameters<typeof covers>[1]): boolean =>
    reports.some((report) => covers(report, problem));
  const since = now - defaults.recentIncidents.days * dayMs;
  const recent = reports.filter(({ resolved_at }) => resolved_at === null || resolved_at >= since);
  const monitors = groupBy(rows.monitors, ({ website_id }) => website_id);
  const alerts = groupBy(rows.alerts, ({ website_id }) => website_id);
  const windows = windowsByWebsite(rows);
  const buckets = shownBuckets(figures.now);
  const websites = rows.websites.map((website) => {
    const ofWebsite: WebsiteRows = {
      website,
      unobserved,
      monitors: monitors.get(website.id) ?? [],
      alerts: alerts.get(website.id) ?? [],
      reports: recent.filter((report) => isAbout(report, website.id, targets)),
      windows: windows.get(website.id) ?? [],
      marks: rows.marks.filter(({ website_id }) => website_id === null || website_id === website.id),
    };
    return describeWebsite(ofWebsite, figures, { now, buckets, counts: settings.counts_maintenance });
  });
  return {
    ...given,
    brand: settings.brand,
    language: settings.language,
    now,
    websites,
    reports,
    incidents: incidentsFromAlerts(rows.problems).filter((problem) => !isReported(problem)),
    runs: selectPublicRuns(rows.windows, now).map((run) => describeRun(run, now, targets)),
  };
}

/** The text that counts as news of a website when it changes. Without figures, which change with each check. */
export const newsOf = (website: PublicWebsite, now: number): string =>
  JSON.stringify([
    website.name,
    website.description,
    website.monitors.map(({ id, name, is_up, has_slow_alert, maintenance }) => [
      id,
      name,
      is_up,
      has_slow_alert,
      maintenance,
    ]),
    website.recent_alerts.slice(0, 1).map((alert) => [alert.alert_type, alert.sentence, alert.created_at]),
    website.reports.map(({ id, updated_at }) => [id, updated_at]),
    maintenanceNews(website.windows, now),
    website.marks,
  ]);

interface Shown {
  now: number;
  buckets: ShownBuckets;
  /** Whether checks during maintenance count in uptime. */
  counts: boolean;
}

export function describeWebsite(
  { website, monitors, unobserved, alerts, reports, windows, marks }: WebsiteRows,
  figures: PageFigures,
  { now, buckets, counts }: Shown,
): PublicWebsite {
  const { last_day, last_week, days } = figures.websites.get(website.id) ?? noWebsiteFigures();
  const described = monitors.map((row) =>
    describeMonitor(row, observedState(row, unobserved), maintenanceOf(windows, row, now)),
  );
  const { disabled } = figures;
  const coverage = (sums: Sums, from: number): number | null => {
    const window = spanOf(windowSegments(from, figures.now), figures.now);
    return coverageOf(sums, { window, isOpen: true, monitors, disabled });
  };
  const outages = monitors.flatMap(({ id }) => figures.outages.get(id) ?? []);
  return {
    id: website.id,
    name: website.name,
    description: website.description,
    created_at: website.created_at,
    status: websiteStatus(described.map(({ is_up }) => is_up)),
    maintenance: ofWebsite(described),
    uptime_24h: uptimeOf(last_day.all, counts),
    coverage_24h: coverage(last_day.all, figures.now - dayMs),
    uptime_7d: uptimeOf(last_week, counts),
    coverage_7d: coverage(last_week, figures.now - 7 * dayMs),
    uptime_30d: uptimeOf(days.reduce(addSums, noSums), counts),
    avg_response_time_seconds: websiteAverageSeconds(last_day),
    daily_uptime: dailyUptime({ buckets, counts, sums: days, outages, monitors, disabled, windows }),
    counts_maintenance: counts,
    monitors: described,
    recent_alerts: alerts,
    reports,
    windows,
    marks: marks.filter(({ at }) => at > now - dayMs && at <= now).map(({ label, at }) => ({ label, at: timeOf(at) })),
  };
}

/**
 * Null before the first check and without recent data. An outage lasts until a check ends it, even without recent
 * data.
 */
function observedState({ id, is_up }: PublicMonitorRow, unobserved: ReadonlySet<number>): boolean | null {
  if (is_up === null || (is_up === 1 && unobserved.has(id))) return null;
  return is_up === 1;
}

const describeMonitor = (
  row: PublicMonitorRow,
  is_up: boolean | null,
  maintenance: ShownMaintenance | null,
): PublicMonitor => ({
  id: row.id,
  kind: row.kind,
  name: listedName(row),
  target: row.kind === 'URL' ? monitorAddress(row) : row.target,
  port: row.port,
  metadata_tag: row.metadata_tag,
  check_interval_seconds: row.check_interval_seconds,
  created_at: row.created_at,
  is_up,
  has_slow_alert: row.slow_alert_id !== null,
  maintenance,
  last_check_time: row.last_check_time,
  last_response_time_seconds: row.last_response_time_us === null ? null : row.last_response_time_us / 1e6,
});
