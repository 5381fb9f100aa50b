import type { ChannelRef } from '../channel-kinds/names.ts';
import { sentFields } from '../channel-kinds/sent-on.ts';
import { defaultNetworkOptions, defaultUrlOptions } from '../check-options/default-options.ts';
import type { Alert } from '../contract/alerts.ts';
import type { AuditEvent } from '../contract/audit.ts';
import type { Backup } from '../contract/backup.ts';
import type { Branding } from '../contract/branding.ts';
import type { Certificate, Domain } from '../contract/certificates.ts';
import type { Channel } from '../contract/channels.ts';
import type { NetworkCheck, RecentChecks, UrlCheck } from '../contract/checks.ts';
import { type DiagnosticResult, diagnosticIds } from '../contract/diagnostics.ts';
import type { Evidence } from '../contract/evidence.ts';
import type { Factors } from '../contract/factors.ts';
import { type Incident, type IncidentTemplates, noTemplates } from '../contract/incidents.ts';
import type { MaintenanceRun, MaintenanceWindow } from '../contract/maintenance.ts';
import type { Mark } from '../contract/marks.ts';
import type { NetworkMonitor } from '../contract/network-monitors.ts';
import type { Notice } from '../contract/notices.ts';
import type { Report } from '../contract/reports.ts';
import { defaultRouting, type RoutingDocument } from '../contract/routing.ts';
import type { SessionInfo } from '../contract/sessions.ts';
import {
  defaultGeneralSettings,
  defaultNotificationSettings,
  defaultPublicPagesSettings,
  type GeneralSettings,
  type NotificationSettings,
  type PublicPagesSettings,
} from '../contract/settings.ts';
import type { Silence } from '../contract/silences.ts';
import type { SlackSettings } from '../contract/slack.ts';
import type { ApiToken } from '../contract/tokens.ts';
import type { UrlMonitor } from '../contract/urls.ts';
import type { User } from '../contract/users.ts';
import type { Website } from '../contract/websites.ts';
import { defaults } from '../defaults.ts';
import { checkStateLetters, mostRecentChecks } from '../status/recent-checks.ts';
import { isSlowCheck } from '../status/url-state.ts';

/** A website without what is counted over its monitors. */
export type FakeWebsite = Pick<Website, 'id' | 'name' | 'description' | 'created_at' | 'automatic_incidents'>;

/** A user with what they enter by; null where they have none. */
export type FakeUser = User & { password: string | null; invitation: string | null };

/** A session with its token. That of the owner is the state's. */
export type FakeSession = SessionInfo & { token: string };

export type FakeRun = Pick<MaintenanceRun, 'id' | 'window_id' | 'starts_at' | 'ends_at'>;

/** What the fake server holds. Tests fill it with the makers below. */
export interface FakeState {
  /** Milliseconds since the epoch. */
  now: () => number;
  password: string;
  token: string;
  /** Whether the token is accepted. */
  isSignedIn: boolean;
  /** Whether what needs a recent sign-in is refused until the password was entered once more. */
  mustConfirm: boolean;
  /** Newest first. */
  users: FakeUser[];
  /** Newest first. */
  sessions: FakeSession[];
  /** Newest first. */
  apiTokens: (ApiToken & { token: string })[];
  /** Of whoever is signed in. */
  factors: Omit<Factors, 'recovery_codes_left'> & { recoveryCodes: string[]; hasSecret: boolean };
  /** A program that waits for its code to be entered. */
  device: { userCode: string; isApproved: boolean } | null;
  /** Newest first. */
  audit: AuditEvent[];
  branding: Branding;
  websites: FakeWebsite[];
  urls: UrlMonitor[];
  urlChecks: UrlCheck[];
  monitors: NetworkMonitor[];
  networkChecks: NetworkCheck[];
  alerts: Alert[];
  /** Of the alerts that have some. */
  evidence: Evidence[];
  certificates: Certificate[];
  domains: Domain[];
  settings: NotificationSettings;
  publicPages: PublicPagesSettings;
  slack: Map<number, SlackSettings>;
  general: GeneralSettings;
  channels: Channel[];
  routing: RoutingDocument;
  silences: Silence[];
  /** When each channel was drilled last. */
  drilled: Map<ChannelRef, string>;
  notices: Notice[];
  reports: Report[];
  incidents: Incident[];
  incidentTemplates: IncidentTemplates;
  marks: Mark[];
  windows: MaintenanceWindow[];
  /** Without their state, which is that of the fake's clock. */
  runs: FakeRun[];
  /** Runs that were begun with a key. */
  runKeys: Map<string, number>;
  backups: Backup[];
  /** What a download of a backup brings, by name; zeros where there is nothing. */
  backupFiles: Map<string, Uint8Array<ArrayBuffer>>;
  diagnostics: DiagnosticResult[];
  /** The support bundle. */
  bundle: Uint8Array<ArrayBuffer>;
  lastId: number;
  /** What was said on the event streams, and when: on the clock of `performance.now()`. */
  told: { event: Uint8Array; at: number }[];
  /** Open event streams. */
  streams: Set<ReadableStreamDefaultController<Uint8Array>>;
}

export const emptyState = (now: () => number = Date.now): FakeState => ({
  now,
  password: 'correct horse',
  token: 'fake-token',
  isSignedIn: true,
  ...{ mustConfirm: false, users: [], sessions: [firstSession(now)] },
  apiTokens: [],
  factors: {
    ...{ totp: false, passkeys: [], is_required: false, passkeys_off: null },
    ...{ recoveryCodes: [], hasSecret: false },
  },
  device: null,
  audit: [],
  branding: { brand_type: 'text', brand_text: '', logo_base64: null, logo_mime_type: null },
  websites: [],
  urls: [],
  urlChecks: [],
  monitors: [],
  networkChecks: [],
  alerts: [],
  evidence: [],
  certificates: [],
  domains: [],
  settings: { ...defaultNotificationSettings },
  publicPages: { ...defaultPublicPagesSettings },
  slack: new Map(),
  general: structuredClone(defaultGeneralSettings),
  channels: [],
  routing: structuredClone(defaultRouting),
  silences: [],
  drilled: new Map(),
  notices: [],
  reports: [],
  incidents: [],
  incidentTemplates: structuredClone(noTemplates),
  marks: [],
  windows: [],
  runs: [],
  runKeys: new Map(),
  backups: [],
  backupFiles: new Map(),
  diagnostics: diagnosticIds.map((id) => ({
    ...{ id, title: `Diagnostic ${id}`, status: 'ok', message: 'All is well', remedy: null, took_ms: 3 },
    checked_at: minutesAgo(0, now),
  })),
  bundle: new Uint8Array(64),
  lastId: 0,
  told: [],
  streams: new Set(),
});

const firstSession = (now: () => number): FakeSession => ({
  token: 'fake-token',
  ...{ id: 1, user_id: null, user_name: 'owner', ip: '127.0.0.1', client: 'browser', is_current: true },
  ...{ created_at: minutesAgo(0, now), last_used_at: minutesAgo(0, now), confirmed_at: minutesAgo(0, now) },
});

export const nextId = (state: FakeState): number => {
  state.lastId += 1;
  return state.lastId;
};

/** A PNG, as base64. */
export const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What nobody has looked at yet. */
export const neverChecked = {
  last_check: null,
  last_check_time: null,
  uptime_24h: null,
  recent_checks: { states: '', ms: [] },
  last_fault: null,
};

/** ISO time some minutes ago. */
export const minutesAgo = (minutes: number, now: () => number = Date.now): string =>
  new Date(now() - minutes * 60_000).toISOString();

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
    metadata_tag: null,
    metadata_value: null,
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

/** Adds the newest check of a URL. */
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
      check.response_time === null
        ? null
        : { ...{ dns: null, connect: 0.02, tls: null }, first_byte: 0.35, transfer: 0.05 },
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
    ...defaults.networkMonitor,
    severity: null,
    ...defaultNetworkOptions,
    created_at: minutesAgo(60 * 24, state.now),
    is_up: null,
    ...neverChecked,
    ...monitor,
  };
  state.monitors.push(added);
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
    checked_at: minutesAgo(1, state.now),
    error_message: null,
    phases:
      check.response_time === null || monitor.monitor_type === 'ICMP_PING'
        ? null
        : { ...{ dns: null, connect: 0.012, tls: null }, first_byte: null, transfer: null },
    ...check,
  };
  state.networkChecks.unshift(added);
  Object.assign(monitor, { last_check: added, last_check_time: added.checked_at, is_up: added.is_up });
  monitor.recent_checks = withCheck(monitor, added);
  return added;
}

export function addAlert(
  state: FakeState,
  website: Pick<FakeWebsite, 'id' | 'name'>,
  alert: Partial<Alert> = {},
): Alert {
  const added: Alert = {
    id: nextId(state),
    alert_type: 'DOWN',
    message: `${website.name} is down: HTTP 503`,
    created_at: minutesAgo(10, state.now),
    ...sentFields(alert.deliveries ?? []),
    sent_at: null,
    url_id: null,
    network_monitor_id: null,
    website_id: website.id,
    website_name: website.name,
    deliveries: [],
    has_evidence: false,
    ...{ began_at: null, ended_at: null, severity: null, route: null, policy: null, mark: null },
    ...{ acknowledged_at: null, acknowledged_by: null, acknowledge_note: null },
    ...alert,
  };
  state.alerts.unshift(added);
  return added;
}

/** What the check saw that raised an alert. */
export function addEvidence(state: FakeState, alertId: number, given: Partial<Evidence> = {}): Evidence {
  const alert = state.alerts.find(({ id }) => id === alertId);
  if (alert) alert.has_evidence = true;
  const added: Evidence = {
    alert_id: alertId,
    taken_at: alert?.created_at ?? minutesAgo(10, state.now),
    ...{ is_up: false, error_message: 'HTTP 503', response_time: 0.42 },
    request: { method: 'GET', url: 'https://example.org/', headers: [{ name: 'accept', value: '*/*' }] },
    resolved: { name: 'example.org', addresses: ['192.0.2.1'] },
    address: '192.0.2.1:443',
    phases: { dns: 0.01, connect: 0.02, tls: 0.04, first_byte: 0.3, transfer: 0.05 },
    status_line: 'HTTP/1.1 503 Service Unavailable',
    headers: [{ name: 'set-cookie', value: '[removed]' }],
    body: '<h1>Overloaded</h1>',
    ...{ certificate: null, packet_loss: null, location: null, checks_before: [], screenshot_path: null },
    ...given,
  };
  state.evidence.push(added);
  return added;
}

/** A delivery on a built-in channel, of the alert itself. */
export const builtInDelivery = { channel_id: null, channel_name: null, purpose: 'alert' } as const;
