import type { Alert } from '@upvigil/core/contract/alerts';
import type { Backup } from '@upvigil/core/contract/backup';
import type { NetworkCheck, UrlCheck } from '@upvigil/core/contract/checks';
import type { DashboardStats, NetworkStat, WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import type { DailyUptime, StatusDetail, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import type { Website } from '@upvigil/core/contract/websites';
import { defaults } from '@upvigil/core/defaults';
import { overallStatus, websiteStatus } from '@upvigil/core/status/website-status';

/** 2026-11-20T18:24:00Z: the moment at which made-up data stands still. */
export const fakeNow = Date.UTC(2026, 10, 20, 18, 24, 0);
const iso = (secondsAgo: number): string => new Date(fakeNow - secondsAgo * 1000).toISOString();

interface FakeWebsite {
  id: number;
  name: string;
  description: string | null;
}

/** What the fake server knows. Tests change it as they go. */
export interface FakeData {
  websites: FakeWebsite[];
  urls: UrlMonitor[];
  monitors: NetworkMonitor[];
  alerts: Alert[];
  backups: Backup[];
  /** Content of each backup, by name. */
  backupFiles: Map<string, Buffer>;
}

export const emptyData = (): FakeData => ({
  websites: [],
  urls: [],
  monitors: [],
  alerts: [],
  backups: [],
  backupFiles: new Map(),
});

let nextCheckId = 1000;

export function makeUrl(id: number, website_id: number, change: Partial<UrlMonitor> = {}): UrlMonitor {
  return {
    ...defaults.url,
    id,
    website_id,
    url: `https://site${website_id}.example.org/page${id}`,
    metadata_tag: null,
    metadata_value: null,
    created_at: iso(86_400 * 90),
    last_check: makeUrlCheck(id),
    last_check_time: iso(9),
    uptime_24h: 99.98,
    newest_screenshot: null,
    ...change,
  };
}

export function makeUrlCheck(url_id: number, change: Partial<UrlCheck> = {}): UrlCheck {
  nextCheckId += 1;
  return {
    id: nextCheckId,
    url_id,
    is_up: true,
    status_code: 200,
    response_time: 0.42,
    checked_at: iso(9),
    metadata_found: null,
    error_message: null,
    screenshot_path: null,
    ...change,
  };
}

export function makeMonitor(id: number, website_id: number, change: Partial<NetworkMonitor> = {}): NetworkMonitor {
  return {
    ...defaults.networkMonitor,
    id,
    website_id,
    name: `Service ${id}`,
    host: `host${id}.example.org`,
    port: 443,
    description: null,
    expected_response: null,
    created_at: iso(86_400 * 90),
    is_up: true,
    last_check: makeNetworkCheck(id),
    last_check_time: iso(5),
    uptime_24h: 99.9,
    ...change,
  };
}

export function makeNetworkCheck(network_monitor_id: number, change: Partial<NetworkCheck> = {}): NetworkCheck {
  nextCheckId += 1;
  return {
    id: nextCheckId,
    network_monitor_id,
    is_up: true,
    response_time: 0.0214,
    packet_loss: null,
    checked_at: iso(5),
    error_message: null,
    ...change,
  };
}

export function makeAlert(id: number, change: Partial<Alert> = {}): Alert {
  return {
    id,
    alert_type: 'DOWN',
    message: 'Checkout is down: status code 503',
    created_at: iso(230 + id * 60),
    email_sent: true,
    sms_sent: false,
    slack_sent: false,
    sent_at: iso(228 + id * 60),
    url_id: 1,
    network_monitor_id: null,
    website_id: 1,
    website_name: 'Checkout',
    deliveries: [
      {
        channel: 'email',
        recipient: 'ops@example.org',
        status: 'sent',
        reason: null,
        attempts: 1,
        next_attempt_at: null,
        sent_at: iso(228 + id * 60),
      },
      {
        channel: 'sms',
        recipient: null,
        status: 'suppressed',
        reason: 'SMS is switched off',
        attempts: 0,
        next_attempt_at: null,
        sent_at: null,
      },
    ],
    ...change,
  };
}

/** Some websites with one URL each and a service for each second one: more than fits a screen. */
export function manyWebsites(count: number): FakeData {
  const data = emptyData();
  for (let id = 1; id <= count; id += 1) {
    data.websites.push({ id, name: `Website ${String(id).padStart(2, '0')}`, description: `Number ${id}` });
    data.urls.push(makeUrl(id, id));
    if (id % 2 === 0) data.monitors.push(makeMonitor(id, id));
  }
  return data;
}

const urlIsUp = ({ enabled, last_check }: UrlMonitor): boolean | null => (enabled ? (last_check?.is_up ?? null) : null);
const monitorIsUp = ({ enabled, is_up }: NetworkMonitor): boolean | null => (enabled ? is_up : null);

function monitorsOf(data: FakeData, websiteId: number) {
  const urls = data.urls.filter(({ website_id }) => website_id === websiteId);
  const monitors = data.monitors.filter(({ website_id }) => website_id === websiteId);
  return { urls, monitors, status: websiteStatus([...urls.map(urlIsUp), ...monitors.map(monitorIsUp)]) };
}

export function toWebsite(data: FakeData, { id, name, description }: FakeWebsite): Website {
  const { urls, monitors, status } = monitorsOf(data, id);
  return {
    id,
    name,
    description,
    created_at: iso(86_400 * 90),
    url_count: urls.length,
    network_monitor_count: monitors.length,
    status,
  };
}

export function toStats(data: FakeData): DashboardStats {
  const count = (states: (boolean | null)[], wanted: boolean): number =>
    states.filter((state) => state === wanted).length;
  const urlStates = data.urls.map(urlIsUp);
  const networkStates = data.monitors.map(monitorIsUp);
  return {
    total_websites: data.websites.length,
    total_urls: data.urls.length,
    urls_up: count(urlStates, true),
    urls_down: count(urlStates, false),
    urls_slow: 0,
    total_network_monitors: data.monitors.length,
    network_monitors_up: count(networkStates, true),
    network_monitors_down: count(networkStates, false),
    average_response_time: data.urls.length > 0 ? 0.47 : null,
    average_network_response_time: data.monitors.length > 0 ? 0.02 : null,
    network_stats: data.monitors.map((monitor) => toNetworkStat(data, monitor)),
    recent_alerts: data.alerts.slice(0, defaults.recentAlertsShown),
  };
}

function toNetworkStat(data: FakeData, monitor: NetworkMonitor): NetworkStat {
  const statuses = { true: 'up', false: 'down', null: 'unknown' } as const;
  return {
    monitor_id: monitor.id,
    website_id: monitor.website_id,
    name: monitor.name,
    status: monitor.enabled ? statuses[String(monitor.is_up) as keyof typeof statuses] : 'disabled',
    monitor_type: monitor.monitor_type,
    host: monitor.host,
    port: monitor.port,
    website_name: data.websites.find(({ id }) => id === monitor.website_id)?.name ?? '',
    uptime_percentage: monitor.uptime_24h,
    response_time: monitor.last_check?.response_time ?? null,
  };
}

export function toStatistics(hours: number): WebsiteStatistics {
  return {
    uptime_percentage: 99.98,
    avg_response_time: 0.42,
    total_checks: 5760,
    hourly_stats: Array.from({ length: hours }, (_unused, index) => ({
      hour: iso((hours - index) * 3600),
      avg_response_time: index % 7 === 3 ? null : 0.2 + (index % 5) / 10,
      uptime: index % 7 === 3 ? null : 100,
    })),
    status_breakdown: { 200: 5759, timeout: 1 },
  };
}

export const someDays = (): DailyUptime =>
  Array.from({ length: defaults.dayStripDays }, (_unused, index) => ({
    date: iso((defaults.dayStripDays - index) * 86_400).slice(0, 10),
    uptime: index < 3 ? null : index === 9 ? 97.5 : index === 20 ? 91 : 100,
    checks: index < 3 ? 0 : 1440,
  }));

export function toOverview(data: FakeData): StatusOverviewItem[] {
  return data.websites.map((website) => {
    const { urls, monitors, status } = monitorsOf(data, website.id);
    return {
      ...website,
      status,
      url_count: urls.length,
      network_monitor_count: monitors.length,
      uptime_24h: status === 'unknown' ? null : 99.98,
      avg_response_time: status === 'unknown' ? null : 0.42,
      daily_uptime: someDays(),
    };
  });
}

export function toDetail(data: FakeData, { id, name, description }: FakeWebsite): StatusDetail {
  const { urls, monitors, status } = monitorsOf(data, id);
  const statusOf = (isUp: boolean | null) => (isUp === null ? 'unknown' : isUp ? 'up' : 'down');
  const response_times = Array.from({ length: 40 }, (_unused, index) => ({
    time: iso((96 - index * 2) * 900),
    value: 0.3 + (index % 4) / 10,
  }));
  const shared = { response_times, daily_uptime: someDays() };
  return {
    overall_status: overallStatus(status),
    website: { name, description },
    uptime_7d: status === 'unknown' ? null : 98.84,
    urls: urls.map((url) => ({
      ...shared,
      id: url.id,
      url: url.url,
      metadata_tag: url.metadata_tag,
      status: statusOf(urlIsUp(url)),
      last_check_time: url.last_check_time,
      last_response_time: url.last_check?.response_time ?? null,
      uptime_24h: url.uptime_24h,
      check_interval: url.check_interval,
    })),
    network_monitors: monitors.map((monitor) => ({
      ...shared,
      id: monitor.id,
      name: monitor.name,
      monitor_type: monitor.monitor_type,
      host: monitor.host,
      port: monitor.port,
      status: statusOf(monitorIsUp(monitor)),
      last_check_time: monitor.last_check_time,
      last_response_time: monitor.last_check?.response_time ?? null,
      uptime_24h: monitor.uptime_24h,
      check_interval: monitor.check_interval,
    })),
    recent_incidents: data.alerts
      .filter(({ website_id }) => website_id === id)
      .map(({ alert_type, message, created_at }) => ({ type: alert_type, message, time: created_at })),
  };
}
