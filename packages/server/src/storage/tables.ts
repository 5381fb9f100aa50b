import type { CheckMode } from '@upvigil/core/contract/check-options/request-names';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type { AlertType, Severity } from '@upvigil/core/contract/names/alerts';
import type { AutomaticMode } from '@upvigil/core/contract/websites';
import type { ColumnType, Generated, Selectable, SelectType } from 'kysely';
import type { AlertSubject } from '../base/domain/problems.ts';
import type {
  ApiTokenTable,
  AuditEventTable,
  SessionTable,
  ShareLinkTable,
  UserTable,
} from './tables/access-tables.ts';
import type { Flag, Milliseconds } from './tables/column-types.ts';
import type { FactorTables } from './tables/factor-tables.ts';
import type { IncidentTables } from './tables/incident-tables.ts';
import type { MaintenanceRunTable, MaintenanceWindowTable, MarkTable } from './tables/maintenance-tables.ts';
import type { CheckTable, RollupTable, WebsiteRollupEndTable, WebsiteRollupTable } from './tables/result-tables.ts';
import type {
  ChannelStateTable,
  ChannelTable,
  DeliveryTable,
  DrillTable,
  HoldTable,
  MessageTable,
  NoticeTable,
  ReportTable,
  SilenceTable,
} from './tables/telling-tables.ts';

export interface WebsiteTable {
  id: Generated<number>;
  name: string;
  description: string | null;
  created_at: Milliseconds;
  /** Null: as the setting of the installation. */
  automatic_incidents: ColumnType<AutomaticMode | null, AutomaticMode | null | undefined, AutomaticMode | null>;
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
interface EvidenceTable {
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
interface MonitorCertificateTable {
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

interface SlackSettingsTable {
  website_id: number;
  /** JSON of the contract's Slack settings, with secrets sealed. */
  value: string;
}

/** The workers that share one PostgreSQL. Times are of the database's clock. */
interface WorkerTable {
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

export interface Tables extends IncidentTables, FactorTables {
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
  users: UserTable;
  sessions: SessionTable;
  api_tokens: ApiTokenTable;
  audit_events: AuditEventTable;
  share_links: ShareLinkTable;
  workers: WorkerTable;
}

export type MonitorRow = Selectable<MonitorTable>;
export type CheckRow = Selectable<CheckTable>;
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
