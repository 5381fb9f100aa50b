import { sentFields } from '@upvigil/core/channel-kinds/sent-on';
import type { Alert } from '@upvigil/core/contract/alerts';
import type { Backup } from '@upvigil/core/contract/backup';
import type { Branding } from '@upvigil/core/contract/branding';
import type { NetworkCheck, UrlCheck } from '@upvigil/core/contract/checks';
import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { defaultNotificationSettings, type NotificationSettings } from '@upvigil/core/contract/settings';
import type { SlackSettings } from '@upvigil/core/contract/slack';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import type { Website } from '@upvigil/core/contract/websites';
import { defaults } from '@upvigil/core/defaults';

/** What the fake server holds. Tests and the preview fill it with the makers below. */
export interface FakeState {
  password: string;
  token: string;
  branding: Branding;
  websites: Website[];
  urls: UrlMonitor[];
  urlChecks: UrlCheck[];
  monitors: NetworkMonitor[];
  networkChecks: NetworkCheck[];
  alerts: Alert[];
  settings: NotificationSettings;
  slack: Map<number, SlackSettings>;
  backups: Backup[];
  lastId: number;
  /** What was said on the event streams, and when: on the clock of `performance.now()`. */
  told: { event: Uint8Array; at: number }[];
  /** Open event streams. */
  streams: Set<ReadableStreamDefaultController<Uint8Array>>;
}

export const emptyState = (): FakeState => ({
  password: 'correct horse',
  token: 'fake-token',
  branding: { brand_type: 'text', brand_text: '', logo_base64: null, logo_mime_type: null },
  websites: [],
  urls: [],
  urlChecks: [],
  monitors: [],
  networkChecks: [],
  alerts: [],
  settings: { ...defaultNotificationSettings },
  slack: new Map(),
  backups: [],
  lastId: 0,
  told: [],
  streams: new Set(),
});

export const nextId = (state: FakeState): number => {
  state.lastId += 1;
  return state.lastId;
};

/** ISO time some minutes ago. */
export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

export function addWebsite(state: FakeState, website: Partial<Website> = {}): Website {
  const id = nextId(state);
  const added: Website = {
    id,
    name: `Website ${id}`,
    description: null,
    created_at: minutesAgo(60 * 24 * 3),
    url_count: 0,
    network_monitor_count: 0,
    status: 'unknown',
    ...website,
  };
  state.websites.push(added);
  return added;
}

export function addUrl(state: FakeState, websiteId: number, url: Partial<UrlMonitor> = {}): UrlMonitor {
  const id = nextId(state);
  const added: UrlMonitor = {
    id,
    website_id: websiteId,
    url: `https://example.org/page-${id}`,
    metadata_tag: null,
    metadata_value: null,
    ...defaults.url,
    created_at: minutesAgo(60 * 24),
    last_check: null,
    last_check_time: null,
    uptime_24h: null,
    newest_screenshot: null,
    ...url,
  };
  state.urls.push(added);
  count(state, websiteId, 'url_count', 1);
  return added;
}

/** Adds the newest check of a URL. */
export function addUrlCheck(state: FakeState, url: UrlMonitor, check: Partial<UrlCheck> = {}): UrlCheck {
  const status_code = check.status_code === undefined ? 200 : check.status_code;
  const added: UrlCheck = {
    id: nextId(state),
    url_id: url.id,
    is_up: status_code !== null && status_code < 400,
    status_code,
    response_time: 0.42,
    checked_at: minutesAgo(1),
    metadata_found: url.metadata_tag ? true : null,
    error_message: null,
    screenshot_path: null,
    ...check,
  };
  state.urlChecks.unshift(added);
  url.last_check = added;
  if (added.screenshot_path) url.newest_screenshot = { path: added.screenshot_path, taken_at: added.checked_at };
  url.last_check_time = added.checked_at;
  return added;
}

export function addMonitor(state: FakeState, websiteId: number, monitor: Partial<NetworkMonitor> = {}): NetworkMonitor {
  const id = nextId(state);
  const added: NetworkMonitor = {
    id,
    website_id: websiteId,
    name: `Monitor ${id}`,
    host: 'db.example.org',
    port: 5432,
    description: null,
    expected_response: null,
    ...defaults.networkMonitor,
    created_at: minutesAgo(60 * 24),
    is_up: null,
    last_check: null,
    last_check_time: null,
    uptime_24h: null,
    ...monitor,
  };
  state.monitors.push(added);
  count(state, websiteId, 'network_monitor_count', 1);
  return added;
}

/** Adds the newest check of a network monitor. */
export function addNetworkCheck(
  state: FakeState,
  monitor: NetworkMonitor,
  check: Partial<NetworkCheck> = {},
): NetworkCheck {
  const added: NetworkCheck = {
    id: nextId(state),
    network_monitor_id: monitor.id,
    is_up: true,
    response_time: 0.012,
    packet_loss: monitor.monitor_type === 'ICMP_PING' ? 0 : null,
    checked_at: minutesAgo(1),
    error_message: null,
    ...check,
  };
  state.networkChecks.unshift(added);
  Object.assign(monitor, { last_check: added, last_check_time: added.checked_at, is_up: added.is_up });
  return added;
}

export function addAlert(state: FakeState, website: Website, alert: Partial<Alert> = {}): Alert {
  const added: Alert = {
    id: nextId(state),
    alert_type: 'DOWN',
    message: `${website.name} is down: HTTP 503`,
    created_at: minutesAgo(10),
    ...sentFields(alert.deliveries ?? []),
    sent_at: null,
    url_id: null,
    network_monitor_id: null,
    website_id: website.id,
    website_name: website.name,
    deliveries: [],
    ...alert,
  };
  state.alerts.unshift(added);
  return added;
}

export function count(
  state: FakeState,
  websiteId: number,
  key: 'url_count' | 'network_monitor_count',
  by: number,
): void {
  const website = state.websites.find(({ id }) => id === websiteId);
  if (website) website[key] += by;
}
