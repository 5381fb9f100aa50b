import type { Alert } from '../contract/alerts.ts';
import type { AuditEvent } from '../contract/audit.ts';
import type { Backup, BackupSchedule } from '../contract/backup.ts';
import type { Branding } from '../contract/branding.ts';
import type { Certificate, Domain } from '../contract/certificates.ts';
import type { Channel } from '../contract/channels.ts';
import type { NetworkCheck, UrlCheck } from '../contract/checks.ts';
import type { Command } from '../contract/commands.ts';
import { type DiagnosticResult, diagnosticIds } from '../contract/diagnostics.ts';
import type { Evidence } from '../contract/evidence.ts';
import type { Factors } from '../contract/factors.ts';
import type { Heartbeat, HeartbeatPingWithText } from '../contract/heartbeats.ts';
import { type Incident, type IncidentTemplates, noTemplates } from '../contract/incidents.ts';
import type { MaintenanceRun, MaintenanceUpdate, MaintenanceWindow } from '../contract/maintenance.ts';
import type { Mark } from '../contract/marks.ts';
import type { ChannelRef } from '../contract/names/channels.ts';
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
import type { ShareLink } from '../contract/share-links.ts';
import type { Silence } from '../contract/silences.ts';
import type { SlackSettings } from '../contract/slack.ts';
import type { ApiToken } from '../contract/tokens.ts';
import type { UrlMonitor } from '../contract/urls.ts';
import type { User } from '../contract/users.ts';
import type { Website } from '../contract/websites.ts';
import { defaults } from '../defaults.ts';

/** A website without the counts over its monitors. */
export type FakeWebsite = Pick<Website, 'id' | 'name' | 'description' | 'created_at' | 'automatic_incidents'>;

/** A user with their credentials; null if absent. */
export type FakeUser = User & { password: string | null; invitation: string | null };

/** A session with its token. The owner's session is `state.token`. */
export type FakeSession = SessionInfo & { token: string };

export type FakeRun = Pick<MaintenanceRun, 'id' | 'window_id' | 'starts_at' | 'ends_at'> & {
  /** Newest first. */
  updates?: MaintenanceUpdate[];
};

/** A heartbeat with its pings, newest first. */
export type FakeHeartbeat = Heartbeat & { pings: HeartbeatPingWithText[] };

/** State of the fake server. Tests fill it with the functions of `fake-watched.ts` and its neighbours. */
export interface FakeState {
  /** Milliseconds since the epoch. */
  now: () => number;
  password: string;
  token: string;
  isSignedIn: boolean;
  /** Whether actions that need a recent sign-in are refused until the next re-authentication. */
  mustConfirm: boolean;
  /** Newest first. */
  users: FakeUser[];
  /** Newest first. */
  sessions: FakeSession[];
  /** Newest first. */
  apiTokens: (ApiToken & { token: string })[];
  /** Of the signed-in person. */
  factors: Omit<Factors, 'recovery_codes_left'> & { recoveryCodes: string[]; hasSecret: boolean };
  /** A program that waits for approval of its code. */
  device: { userCode: string; isApproved: boolean } | null;
  /** Newest first. The token is the last part of the address. */
  shareLinks: ShareLink[];
  /** Newest first. */
  audit: AuditEvent[];
  branding: Branding;
  websites: FakeWebsite[];
  urls: UrlMonitor[];
  urlChecks: UrlCheck[];
  monitors: NetworkMonitor[];
  networkChecks: NetworkCheck[];
  heartbeats: FakeHeartbeat[];
  commands: Command[];
  alerts: Alert[];
  /** Recorded responses of the alerts that have one. */
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
  /** Time of each channel's last drill. */
  drilled: Map<ChannelRef, string>;
  notices: Notice[];
  reports: Report[];
  incidents: Incident[];
  incidentTemplates: IncidentTemplates;
  marks: Mark[];
  windows: MaintenanceWindow[];
  /** Without `state`, which follows from the fake's clock. */
  runs: FakeRun[];
  /** Runs by the key of their start. */
  runKeys: Map<string, number>;
  backups: Backup[];
  backupSchedule: BackupSchedule;
  /** Bytes of a backup download by name; zeros if absent. */
  backupFiles: Map<string, Uint8Array<ArrayBuffer>>;
  diagnostics: DiagnosticResult[];
  bundle: Uint8Array<ArrayBuffer>;
  lastId: number;
  /** Sent events with their times on the clock of `performance.now()`. */
  published: { event: Uint8Array; at: number }[];
  streams: Set<ReadableStreamDefaultController<Uint8Array>>;
}

export const emptyState = (now: () => number = Date.now): FakeState => ({
  now,
  password: 'correct horse',
  token: 'fake-token',
  isSignedIn: true,
  mustConfirm: false,
  users: [],
  sessions: [firstSession(now)],
  apiTokens: [],
  factors: {
    totp: false,
    passkeys: [],
    is_required: false,
    passkeys_off: null,
    recoveryCodes: [],
    hasSecret: false,
  },
  device: null,
  shareLinks: [],
  audit: [],
  branding: { brand_type: 'text', brand_text: '', logo_base64: null, logo_mime_type: null },
  websites: [],
  urls: [],
  urlChecks: [],
  monitors: [],
  networkChecks: [],
  heartbeats: [],
  commands: [],
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
  backupSchedule: { ...defaults.backupSchedule, next_at: null, last_at: null, last_error: null, names: [] },
  backupFiles: new Map(),
  diagnostics: diagnosticIds.map((id) => ({
    id,
    title: `Diagnostic ${id}`,
    status: 'ok',
    message: 'All is well',
    remedy: null,
    took_ms: 3,
    checked_at: minutesAgo(0, now),
  })),
  bundle: new Uint8Array(64),
  lastId: 0,
  published: [],
  streams: new Set(),
});

const firstSession = (now: () => number): FakeSession => ({
  token: 'fake-token',
  id: 1,
  user_id: null,
  user_name: 'owner',
  ip: '127.0.0.1',
  client: 'browser',
  is_current: true,
  created_at: minutesAgo(0, now),
  last_used_at: minutesAgo(0, now),
  confirmed_at: minutesAgo(0, now),
});

export const nextId = (state: FakeState): number => {
  state.lastId += 1;
  return state.lastId;
};

/** A PNG in base64. */
export const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const minutesAgo = (minutes: number, now: () => number = Date.now): string =>
  new Date(now() - minutes * 60_000).toISOString();
