import type { DailyUptime } from '@upvigil/core/contract/public-status';
import type { PublicMark, ShownMaintenance } from '@upvigil/core/contract/shown-maintenance';
import type { MonitorKind } from '@upvigil/core/monitor-kinds/registry';
import type { WebsiteStatus } from '@upvigil/core/status/website-status';
import type { PublicWindow, ToldRun } from '../maintenance/public-runs.ts';
import type { ToldIncident } from '../told/told-incident.ts';
import type { PublicAlert, PublicIncident } from './incidents.ts';

/** What the public may know of one enabled monitor. Each field is listed, so that a new column stays private. */
export interface PublicMonitor {
  id: number;
  kind: MonitorKind;
  /** The URL without credentials, or the name of a network monitor. */
  name: string;
  host: string;
  port: number | null;
  metadata_tag: string | null;
  check_interval_seconds: number;
  /** Milliseconds since the epoch. */
  created_at: number;
  /** Null before the first check. */
  is_up: boolean | null;
  /** A SLOW alert is open: several checks in a row were slow, and none since was fast. */
  has_slow_alert: boolean;
  /** Null where it is in none. */
  maintenance: ShownMaintenance | null;
  /** Milliseconds since the epoch. */
  last_check_time: number | null;
  last_response_time_seconds: number | null;
}

/** What the public may know of one website. */
export interface PublicWebsite {
  id: number;
  name: string;
  description: string | null;
  /** Milliseconds since the epoch. */
  created_at: number;
  /** As checks say it. */
  status: WebsiteStatus;
  /** Null where none of its monitors is in maintenance, and where one has an outage that is in none. */
  maintenance: ShownMaintenance | null;
  /** In percent, as the two that follow; null without checks. */
  uptime_24h: number | null;
  uptime_7d: number | null;
  uptime_30d: number | null;
  avg_response_time_seconds: number | null;
  daily_uptime: DailyUptime;
  /** Whether checks in maintenance count in uptime. */
  counts_maintenance?: boolean;
  /** Enabled ones, by id. */
  monitors: readonly PublicMonitor[];
  /** Newest first. */
  recent_alerts: readonly PublicAlert[];
  /** Newest first. */
  told: readonly ToldIncident[];
  /** Work that touches it, with its runs around now. */
  windows: readonly PublicWindow[];
  /** Changes in the last 24 hours, newest first. */
  marks: readonly PublicMark[];
}

/** Everything that the public pages, feeds and badges are made from. */
export interface PublicState {
  /** The brand text, at the head of the pages. */
  brand: string;
  /** Public address of this server, without a slash at the end. */
  base_url: string;
  /** The version of the news log. */
  news: string;
  /** The moment that it tells of, milliseconds since the epoch. */
  now: number;
  /** By id. */
  websites: readonly PublicWebsite[];
  /** Problems that no published incident tells of, newest first. */
  incidents: readonly PublicIncident[];
  /** Published incidents that are open, and the newest; the one that started last first. */
  told: readonly ToldIncident[];
  /** Public maintenance: what is over, what goes on, and what is planned; by its start. */
  runs: readonly ToldRun[];
}

export const isUrl = (monitor: PublicMonitor): boolean => monitor.kind === 'URL';
/** When anything was last checked, milliseconds since the epoch; null before the first check. */
export function lastChecked(websites: readonly PublicWebsite[]): number | null {
  const times = websites.flatMap(({ monitors }) => monitors.map((monitor) => monitor.last_check_time ?? 0));
  return times.reduce((newest, time) => Math.max(newest, time), 0) || null;
}
