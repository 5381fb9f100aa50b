import type { AlertType } from '@upvigil/core/alert-types';
import type { DeliveryChannel } from '@upvigil/core/channel-kinds/names';
import type { DeliveryPurpose, DeliveryStatus } from '@upvigil/core/contract/alerts';
import type { NoticeKind } from '@upvigil/core/contract/notices';
import type { CheckMode } from '@upvigil/core/monitor-kinds/kind';
import type { MonitorKind } from '@upvigil/core/monitor-kinds/registry';
import type { Severity } from '@upvigil/core/routing/severity';
import type { ColumnType, Generated, Insertable, Selectable, SelectType } from 'kysely';
import type { AlertSubject } from '../domain/problems.ts';
import type { MaintenanceRunTable, MaintenanceWindowTable, MarkTable } from './tables/maintenance-tables.ts';

/** Milliseconds since the epoch, UTC. Both databases store them as integers. */
type Milliseconds = number;
/** 0 or 1, because SQLite has no boolean. */
export type Flag = 0 | 1;
/** Response times are stored as whole microseconds, so that sums stay exact. */
type Microseconds = number;

export interface WebsiteTable {
  id: Generated<number>;
  name: string;
  description: string | null;
  created_at: Milliseconds;
}

/** All kinds of monitors: what to check, what was last seen, when it is due, and who may check it. */
export interface MonitorTable {
  id: Generated<number>;
  website_id: number;
  kind: MonitorKind;
  /** Null for a URL. */
  name: string | null;
  /** The URL, or the host of a network monitor. */
  target: string;
  port: number | null;
  description: string | null;
  metadata_tag: string | null;
  metadata_value: string | null;
  expected_response: string | null;
  /** Percent. */
  packet_loss_threshold: number | null;
  check_mode: CheckMode | null;
  timeout_seconds: number;
  check_interval_seconds: number;
  response_time_threshold_seconds: number;
  failure_threshold: number;
  /** Of all its alerts; null: by their type. */
  severity: Severity | null;
  enabled: Flag;
  created_at: Milliseconds;
  /** Grows with every edit. A check that was started before an edit has an older one and is dropped. */
  revision: Generated<number>;

  /** What was last seen; null before the first check and after the target was edited. */
  is_up: Flag | null;
  last_check_id: number | null;
  last_check_time: Milliseconds | null;
  /** The last checks in a short text; see domain/recent-checks.ts. */
  recent_checks: string | null;
  /** JSON; see domain/last-fault.ts. */
  last_fault: string | null;

  /** Consecutive checks that showed each problem, and the alert that is open for it. */
  outage_streak: Generated<number>;
  slow_streak: Generated<number>;
  metadata_streak: Generated<number>;
  outage_alert_id: number | null;
  slow_alert_id: number | null;
  metadata_alert_id: number | null;
  /** When the first check failed of the row that lasts; null while the last one was up, and where an older version stored none. */
  outage_began_at: Milliseconds | null;

  /** When the next check is due, so that a restart keeps the rhythm. */
  next_due_at: Milliseconds | null;
  /** The worker process that checks this monitor, for as long as its row in `workers` is fresh. */
  lease_owner: string | null;

  /** JSON of what a check asks and wants, as `check-options` in core has it; null where all is as by default. */
  options: string | null;
  /** JSON: by the name of a field of the options, its secret, sealed. Null without any. */
  secrets: string | null;
}

export interface CheckTable {
  id: Generated<number>;
  monitor_id: number;
  checked_at: Milliseconds;
  is_up: Flag;
  /** Null when nothing was measured. */
  response_time_us: Microseconds | null;
  status_code: number | null;
  /** Percent. */
  packet_loss: number | null;
  metadata_found: Flag | null;
  error_message: string | null;
  /** File name below the screenshots folder. */
  screenshot: string | null;
  /** Where the time went, in one number; null where that was not measured. */
  phases: number | null;
  /** 1 where it was made while its target was worked on; else null. */
  in_maintenance: 1 | null;
}

/**
 * Sums over the checks of one monitor in one stretch of time; the same shape for every resolution. Stored in the order
 * of `bucket_start`, then `monitor_id`.
 */
export interface RollupTable {
  monitor_id: number;
  bucket_start: Milliseconds;
  checks: number;
  failures: number;
  /** Checks that were up, but slower than the threshold at that time. */
  slow: number;
  /** Over successful checks, as the two that follow. */
  sum_us: Microseconds;
  min_us: Microseconds | null;
  max_us: Microseconds | null;
  /** Mergeable latency sketch of the successful checks; see results/rollups/latency-sketch.ts. */
  sketch: ColumnType<Uint8Array, Uint8Array, Uint8Array>;
  /** JSON: checks by status code other than 200, or `timeout`; null when there were none. */
  status_counts: string | null;
  /** How many of the checks were in maintenance, and of the failures. */
  maintenance_checks: Generated<number>;
  maintenance_failures: Generated<number>;
}

/**
 * Sums over the checks of all monitors of a website in an hour or a day that is over. Made of the roll-ups of its monitors
 * and made anew whenever that is needed: no backup holds them.
 */
export interface WebsiteRollupTable {
  website_id: number;
  /** Of the bucket, milliseconds: an hour or a day. */
  width: number;
  bucket_start: Milliseconds;
  /** Of the website's URLs, as the two that follow; the rest is of its network monitors. */
  checks: number;
  failures: number;
  sum_us: Microseconds;
  service_checks: number;
  service_failures: number;
  service_sum_us: Microseconds;
  /** As of a monitor, of URLs and of network monitors. */
  maintenance_checks: Generated<number>;
  maintenance_failures: Generated<number>;
  service_maintenance_checks: Generated<number>;
  service_maintenance_failures: Generated<number>;
  /** JSON: checks by status code other than 200, or `timeout`; null when there were none. */
  status_counts: string | null;
}

/** How far each website's own roll-ups go. Without a row there are none yet. */
export interface WebsiteRollupEndTable {
  website_id: number;
  /** As in `WebsiteRollupTable`. */
  width: number;
  /** Every bucket that begins before it is summed: one without a row had no checks. Rows after it do not count. */
  summed_until: Milliseconds;
}

export interface AlertTable {
  id: Generated<number>;
  website_id: number;
  monitor_id: number;
  alert_type: AlertType;
  problem: AlertSubject;
  message: string;
  /** How we know of the problem: 'HTTP 503'. Null on RECOVERED, and where an older version stored none. */
  cause: string | null;
  created_at: Milliseconds;
  /** On the alert that opened a problem: when it ended. Null while it lasts, and on RECOVERED. */
  ended_at: Milliseconds | null;
  /** On RECOVERED: the alert that it ends. */
  ends_alert_id: number | null;
  /** What the public pages say in place of the message; null where they may say it. */
  public_message: string | null;
  /** When the first check failed that led to it. Null on RECOVERED, and where an older version stored none, as what follows. */
  began_at: Milliseconds | null;
  acknowledged_at: Milliseconds | null;
  acknowledged_by: string | null;
  acknowledge_note: string | null;
  severity: Severity | null;
  /** Names of the route that decided, and of the policy. */
  route: string | null;
  policy: string | null;
  /** What was changed before an outage, as messages say it: '42 s after v1.4.2'. No public page has it. */
  mark: string | null;
  /** The maintenance in which it began. */
  maintenance_run_id: number | null;
}

/** What the check saw that raised or ended a problem. Goes with its alert. */
export interface EvidenceTable {
  alert_id: number;
  monitor_id: number;
  taken_at: Milliseconds;
  /** JSON. */
  document: string;
}

/** The certificates that servers showed. */
export interface CertificateTable {
  id: Generated<number>;
  /** SHA-256 of the certificate, hex. */
  fingerprint: string;
  /** JSON: the names that it is for. */
  names: string;
  issuer: string;
  valid_from: Milliseconds;
  valid_to: Milliseconds;
  first_seen_at: Milliseconds;
  last_seen_at: Milliseconds;
  /** JSON: what was told of it; see expiry/notices.ts. Null for nothing. */
  told: string | null;
  /** The alert that lasts. */
  alert_id: number | null;
}

/** Which monitor saw which certificate, and when. */
export interface MonitorCertificateTable {
  monitor_id: number;
  certificate_id: number;
  first_seen_at: Milliseconds;
  last_seen_at: Milliseconds;
}

/** Registered names of targets, and what their registries answered. */
export interface DomainTable {
  name: string;
  expires_at: Milliseconds | null;
  /** When its registry answered last. */
  asked_at: Milliseconds | null;
  /** When it is to be asked again. */
  due_at: Milliseconds | null;
  /** Why no date is known; null where one is, or nobody asked yet. */
  answer: string | null;
  /** As of a certificate, as `alert_id`. */
  told: string | null;
  alert_id: number | null;
}

/** The outbox and its history: one row for each alert, channel and recipient list. */
export interface DeliveryTable {
  id: Generated<number>;
  alert_id: number;
  /** Its kind. */
  channel: DeliveryChannel;
  /** Null for a built-in one, as its name. A channel that was deleted keeps both here. */
  channel_id: number | null;
  channel_name: string | null;
  purpose: ColumnType<DeliveryPurpose, DeliveryPurpose | undefined, DeliveryPurpose>;
  /** Of its policy, counted from 0. */
  step: Generated<number>;
  recipient: string | null;
  status: DeliveryStatus;
  reason: string | null;
  attempts: Generated<number>;
  created_at: Milliseconds;
  next_attempt_at: Milliseconds | null;
  sent_at: Milliseconds | null;
  /** The process that is sending it now, and until when no other may. */
  lease_owner: string | null;
  lease_until: Milliseconds | null;
}

/** The channels that somebody added. */
export interface ChannelTable {
  id: Generated<number>;
  kind: DeliveryChannel;
  name: string;
  enabled: Flag;
  /** JSON by the fields of its kind, without secrets. */
  config: string;
  /** JSON: by their place, each sealed. Null without any. */
  secrets: string | null;
  created_at: Milliseconds;
}

/** How a channel, built-in ones too, has been doing. A channel that was never used has no row. */
export interface ChannelStateTable {
  /** Its id or word, as text. */
  ref: string;
  last_sent_at: Milliseconds | null;
  /** Messages in a row that failed. */
  failures: number;
  failing_since: Milliseconds | null;
  last_error: string | null;
}

/** Places to which a provider wants nothing to be sent until a time, by a hash. They belong to the installation. */
export interface HoldTable {
  place: string;
  until: Milliseconds;
}

/** What a message that is no alert is for. */
export type MessagePurpose = 'drill' | 'notice' | 'report' | 'announcement';

/** The outbox of messages that are no alerts. */
export interface MessageTable {
  id: Generated<number>;
  purpose: MessagePurpose;
  /** Id of the drill, notice or report. */
  subject_id: number | null;
  channel: DeliveryChannel;
  /** As of a delivery, as what follows. */
  channel_id: number | null;
  channel_name: string | null;
  recipient: string | null;
  /** JSON of what it says. */
  content: string;
  status: DeliveryStatus;
  reason: string | null;
  attempts: Generated<number>;
  created_at: Milliseconds;
  next_attempt_at: Milliseconds | null;
  sent_at: Milliseconds | null;
  lease_owner: string | null;
  lease_until: Milliseconds | null;
}

/** Websites and monitors whose alerts are told to nobody until a time. */
export interface SilenceTable {
  id: Generated<number>;
  /** One of the two is set. */
  website_id: number | null;
  monitor_id: number | null;
  until: Milliseconds;
  reason: string;
  created_at: Milliseconds;
}

/** Tests by which a recipient confirms that messages arrive. */
export interface DrillTable {
  id: Generated<number>;
  /** Of the channel, as in `ChannelStateTable`. */
  ref: string;
  recipient: string | null;
  sent_at: Milliseconds;
  repeated_at: Milliseconds | null;
  confirmed_at: Milliseconds | null;
}

/** What the product had to say of itself. */
export interface NoticeTable {
  id: Generated<number>;
  kind: NoticeKind;
  /** Which one of its kind: a channel's ref; empty where there is one only. */
  subject: string;
  message: string;
  began_at: Milliseconds;
  ended_at: Milliseconds | null;
}

export interface ReportTable {
  id: Generated<number>;
  /** JSON of the contract's report input. */
  content: string;
  next_at: Milliseconds | null;
  last_sent_at: Milliseconds | null;
  last_error: string | null;
}

/** Links that do one thing once, by the SHA-256 of their token, hex. They belong to the installation. */
export interface LinkTokenTable {
  token_hash: string;
  purpose: 'acknowledge' | 'drill';
  /** JSON: ids of alerts, or of the drill. */
  subject: string;
  ref: string;
  recipient: string | null;
  expires_at: Milliseconds;
  used_at: Milliseconds | null;
}

/** Single values: settings, branding, the password's hash. `value` is JSON. */
export interface SettingTable {
  key: string;
  value: string;
}

export interface SlackSettingsTable {
  website_id: number;
  /** JSON of the contract's Slack settings, with secrets sealed. */
  value: string;
}

export interface SessionTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  created_at: Milliseconds;
  last_used_at: Milliseconds;
}

/** The workers that share one PostgreSQL. Times are of the database's clock. */
export interface WorkerTable {
  id: string;
  seen_at: Milliseconds;
}

/** A view of the rows that are not being deleted. Nobody writes to it. */
type View<Table> = { [Column in keyof Table]: ColumnType<SelectType<Table[Column]>, never, never> };

/** A table whose rows take a while to be deleted with all that hangs on them. */
type Stored<Table> = Table & {
  /** When the deletion began: from then on the row is seen nowhere. Null while it is kept. */
  deleted_at: ColumnType<Milliseconds | null, Milliseconds | null | undefined, Milliseconds | null>;
};

export interface Tables {
  websites: View<WebsiteTable>;
  monitors: View<MonitorTable>;
  stored_websites: Stored<WebsiteTable>;
  stored_monitors: Stored<MonitorTable>;
  checks: CheckTable;
  rollups_quarter_hourly: RollupTable;
  rollups_hourly: RollupTable;
  rollups_daily: RollupTable;
  website_rollups: WebsiteRollupTable;
  website_rollup_ends: WebsiteRollupEndTable;
  alerts: AlertTable;
  evidence: EvidenceTable;
  certificates: CertificateTable;
  monitor_certificates: MonitorCertificateTable;
  domains: DomainTable;
  deliveries: DeliveryTable;
  channels: ChannelTable;
  channel_states: ChannelStateTable;
  holds: HoldTable;
  messages: MessageTable;
  silences: SilenceTable;
  drills: DrillTable;
  notices: NoticeTable;
  reports: ReportTable;
  link_tokens: LinkTokenTable;
  maintenance_windows: MaintenanceWindowTable;
  maintenance_runs: MaintenanceRunTable;
  marks: MarkTable;
  settings: SettingTable;
  slack_settings: SlackSettingsTable;
  sessions: SessionTable;
  workers: WorkerTable;
}

export type MonitorRow = Selectable<MonitorTable>;
export type CheckRow = Selectable<CheckTable>;
export type NewCheckRow = Insertable<CheckTable>;
export type RollupRow = Selectable<RollupTable>;
export type CertificateRow = Selectable<CertificateTable>;
export type AlertRow = Selectable<AlertTable>;
export type DeliveryRow = Selectable<DeliveryTable>;
export type ChannelRow = Selectable<ChannelTable>;
export type MessageRow = Selectable<MessageTable>;
export type SilenceRow = Selectable<SilenceTable>;
export type DrillRow = Selectable<DrillTable>;
export type NoticeRow = Selectable<NoticeTable>;
export type ChannelStateRow = Selectable<ChannelStateTable>;
export type ReportRow = Selectable<ReportTable>;
