import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type { PublicLanguage } from '@upvigil/core/contract/names/languages';
import type { WebsiteStatus } from '@upvigil/core/contract/names/states';
import type { DailyUptime } from '@upvigil/core/contract/public-status';
import type { PublicMark, ShownMaintenance } from '@upvigil/core/contract/shown-maintenance';
import type { DisabledPeriods } from '../../../checks/record/rollups/coverage.ts';
import type { AlertIncident, PublicAlert } from './alert-incidents.ts';
import type { MonitorFigures } from './figures.ts';
import type { IncidentReport } from './incident-reports.ts';
import type { MaintenanceWindow, PublicRun } from './maintenance-runs.ts';
import type { Outage } from './outages.ts';

/** The public state of one enabled monitor. Names each field, so that a new column stays private. */
export interface PublicMonitor {
  id: number;
  kind: MonitorKind;
  /** Its label or name, else its address. */
  name: string;
  /** The URL without credentials, or the host of a network monitor. */
  target: string;
  port: number | null;
  metadata_tag: string | null;
  check_interval_seconds: number;
  /** Milliseconds since the epoch. */
  created_at: number;
  /** Null before the first check, and without recent data. */
  is_up: boolean | null;
  /** A SLOW alert is open: several consecutive checks were slow, and none was fast since. */
  has_slow_alert: boolean;
  /** Null without maintenance. */
  maintenance: ShownMaintenance | null;
  /** Milliseconds since the epoch. */
  last_check_time: number | null;
  last_response_time_seconds: number | null;
}

/** The public state of one website. */
export interface PublicWebsite {
  id: number;
  name: string;
  description: string | null;
  /** Milliseconds since the epoch. */
  created_at: number;
  /** By its checks. */
  status: WebsiteStatus;
  /** Null when none of its monitors is under maintenance, or one has an outage outside maintenance. */
  maintenance: ShownMaintenance | null;
  /** In percent, as the next four; null without checks. */
  uptime_24h: number | null;
  coverage_24h: number | null;
  uptime_7d: number | null;
  coverage_7d: number | null;
  uptime_30d: number | null;
  avg_response_time_seconds: number | null;
  daily_uptime: DailyUptime;
  /** Whether checks during maintenance count in uptime. */
  counts_maintenance: boolean;
  /** Enabled monitors, by id. */
  monitors: readonly PublicMonitor[];
  /** Newest first. */
  recent_alerts: readonly PublicAlert[];
  /** Open incidents and those that ended in the last days, newest first. */
  reports: readonly IncidentReport[];
  /** Maintenance of the website or its monitors, with the runs around now. */
  windows: readonly MaintenanceWindow[];
  /** Marks of the last 24 hours, newest first. */
  marks: readonly PublicMark[];
}

/** Figures of a website's monitors that only its own page shows. */
export interface WebsiteDetails {
  /** Milliseconds since the epoch. */
  now: number;
  /** By monitor. */
  figures: ReadonlyMap<number, MonitorFigures>;
  disabled: DisabledPeriods;
  /** The outages of a monitor; empty without any. */
  outages(monitorId: number): readonly Outage[];
}

/** Everything that the public documents are rendered from, at one time. */
export interface PublicView {
  /** The brand text at the head of the pages. */
  brand: string;
  /** The language of requests that name none. */
  language: PublicLanguage;
  /** Public address of this server, without a trailing slash. */
  base_url: string;
  /** The version of the news log. */
  news: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** By id. */
  websites: readonly PublicWebsite[];
  /** Problems that no report covers, newest first. */
  incidents: readonly AlertIncident[];
  /** Open and newest published incidents, the latest start first. */
  reports: readonly IncidentReport[];
  /** Public maintenance: completed, current and planned, by start. */
  runs: readonly PublicRun[];
  /** By website, for requested pages only. */
  details: ReadonlyMap<number, WebsiteDetails>;
}

export const isUrl = (monitor: PublicMonitor): boolean => monitor.kind === 'URL';

/** The time of the last check of any monitor, in milliseconds since the epoch; null before the first check. */
export function lastChecked(websites: readonly PublicWebsite[]): number | null {
  const times = websites.flatMap(({ monitors }) => monitors.map((monitor) => monitor.last_check_time ?? 0));
  return times.reduce((newest, time) => Math.max(newest, time), 0) || null;
}
