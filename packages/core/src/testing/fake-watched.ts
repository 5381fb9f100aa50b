import type { Alert, Delivery } from '../contract/alerts.ts';
import { defaultNetworkOptions, defaultUrlOptions } from '../contract/check-options/default-options.ts';
import type { NetworkCheck, RecentChecks, UrlCheck } from '../contract/checks.ts';
import type { Evidence } from '../contract/evidence.ts';
import { checkStateLetters, mostRecentChecks } from '../contract/names/states.ts';
import type { NetworkMonitor } from '../contract/network-monitors.ts';
import type { UrlMonitor } from '../contract/urls.ts';
import { defaults } from '../defaults.ts';
import { sentFields } from '../format/alert-lines.ts';
import { isSlowCheck } from '../status/url-state.ts';
import { type FakeState, type FakeWebsite, minutesAgo, nextId } from './fake-state.ts';

/** Fields of a monitor without checks. */
export const neverChecked = {
  last_check: null,
  last_check_time: null,
  uptime_24h: null,
  coverage_24h: null,
  recent_checks: { states: '', ms: [] },
  last_fault: null,
};

export function addWebsite(state: FakeState, website: Partial<FakeWebsite> = {}): FakeWebsite {
  const id = nextId(state);
  const added: FakeWebsite = {
    id,
    name: `Website ${id}`,
    description: null,
    created_at: minutesAgo(60 * 24 * 3, state.now),
    automatic_incidents: null,
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
    label: null,
    metadata_tag: null,
    metadata_value: null,
    ...defaults.monitor,
    tags: [],
    ...defaults.url,
    severity: null,
    ...defaultUrlOptions,
    created_at: minutesAgo(60 * 24, state.now),
    ...neverChecked,
    newest_screenshot: null,
    ...url,
  };
  state.urls.push(added);
  return added;
}

export function addUrlCheck(state: FakeState, url: UrlMonitor, check: Partial<UrlCheck> = {}): UrlCheck {
  const status_code = check.status_code === undefined ? 200 : check.status_code;
  const added: UrlCheck = {
    id: nextId(state),
    url_id: url.id,
    is_up: status_code !== null && status_code < 400,
    status_code,
    response_time: 0.42,
    checked_at: minutesAgo(1, state.now),
    metadata_found: url.metadata_tag ? true : null,
    error_message: null,
    screenshot_path: null,
    phases:
      check.response_time === null ? null : { dns: null, connect: 0.02, tls: null, first_byte: 0.35, transfer: 0.05 },
    ...check,
  };
  state.urlChecks.unshift(added);
  url.last_check = added;
  if (added.screenshot_path) url.newest_screenshot = { path: added.screenshot_path, taken_at: added.checked_at };
  url.last_check_time = added.checked_at;
  url.recent_checks = withCheck(url, added);
  return added;
}

function withCheck(
  { recent_checks, response_time_threshold }: Pick<UrlMonitor, 'recent_checks' | 'response_time_threshold'>,
  check: Pick<UrlCheck, 'is_up' | 'response_time'>,
): RecentChecks {
  const state = check.is_up ? (isSlowCheck(check, response_time_threshold) ? 'slow' : 'up') : 'down';
  const ms = check.response_time === null ? null : Math.round(check.response_time * 1000);
  return {
    states: `${recent_checks?.states ?? ''}${checkStateLetters[state]}`.slice(-mostRecentChecks),
    ms: [...(recent_checks?.ms ?? []), ms].slice(-mostRecentChecks),
  };
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
    ...defaults.monitor,
    tags: [],
    ...defaults.networkMonitor,
    severity: null,
    ...defaultNetworkOptions,
    options: null,
    created_at: minutesAgo(60 * 24, state.now),
    is_up: null,
    ...neverChecked,
    ...monitor,
  };
  state.monitors.push(added);
  return added;
}

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
    checked_at: minutesAgo(1, state.now),
    error_message: null,
    phases:
      check.response_time === null || monitor.monitor_type === 'ICMP_PING'
        ? null
        : { dns: null, connect: 0.012, tls: null, first_byte: null, transfer: null },
    ...check,
  };
  state.networkChecks.unshift(added);
  Object.assign(monitor, { last_check: added, last_check_time: added.checked_at, is_up: added.is_up });
  monitor.recent_checks = withCheck(monitor, added);
  return added;
}

/** The fields of an alert of no monitor of which nobody was notified. */
export const unsentAlert = {
  public_message: null,
  email_sent: false,
  sms_sent: false,
  slack_sent: false,
  sent_at: null,
  url_id: null,
  network_monitor_id: null,
  monitor_kind: null,
  deliveries: [],
  has_evidence: false,
  began_at: null,
  ended_at: null,
  severity: null,
  route: null,
  policy: null,
  mark: null,
  acknowledged_at: null,
  acknowledged_by: null,
  acknowledge_note: null,
};

export function addAlert(
  state: FakeState,
  website: Pick<FakeWebsite, 'id' | 'name'>,
  alert: Partial<Alert> = {},
): Alert {
  const added: Alert = {
    id: nextId(state),
    alert_type: 'DOWN',
    message: `${website.name} is down: HTTP 503`,
    ...unsentAlert,
    created_at: minutesAgo(10, state.now),
    ...sentFields(alert.deliveries ?? []),
    website_id: website.id,
    website_name: website.name,
    ...alert,
  };
  state.alerts.unshift(added);
  return added;
}

/** The recorded fields of a failed check. */
export const takenEvidence: Omit<Evidence, 'alert_id' | 'taken_at' | 'checks_before' | 'screenshot_path'> = {
  is_up: false,
  error_message: 'HTTP 503',
  response_time: 0.42,
  request: { method: 'GET', url: 'https://example.org/', headers: [{ name: 'accept', value: '*/*' }] },
  resolved: { name: 'example.org', addresses: ['192.0.2.1'] },
  address: '192.0.2.1:443',
  phases: { dns: 0.01, connect: 0.02, tls: 0.04, first_byte: 0.3, transfer: 0.05 },
  status_line: 'HTTP/1.1 503 Service Unavailable',
  headers: [{ name: 'set-cookie', value: '[removed]' }],
  body: '<h1>Overloaded</h1>',
  output: null,
  certificate: null,
  packet_loss: null,
  location: null,
};

/** Adds the recorded response to the check that raised an alert. */
export function addEvidence(state: FakeState, alertId: number, given: Partial<Evidence> = {}): Evidence {
  const alert = state.alerts.find(({ id }) => id === alertId);
  if (alert) alert.has_evidence = true;
  const added: Evidence = {
    alert_id: alertId,
    taken_at: alert?.created_at ?? minutesAgo(10, state.now),
    ...structuredClone(takenEvidence),
    checks_before: [],
    screenshot_path: null,
    ...given,
  };
  state.evidence.push(added);
  return added;
}

/** A delivery of the alert itself on a built-in channel, after one attempt. */
export const deliveryOf = (given: Partial<Delivery> = {}): Delivery => ({
  channel: 'email',
  status: 'sent',
  channel_id: null,
  channel_name: null,
  purpose: 'alert',
  recipient: null,
  reason: null,
  attempts: 1,
  next_attempt_at: null,
  sent_at: null,
  ...given,
});
