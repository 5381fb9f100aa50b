import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import type { ColumnType, Selectable, SelectType } from 'kysely';
import { accessTables } from './tables/access-tables.ts';
import { alertTables } from './tables/alert-tables.ts';
import { jsonOf, type Milliseconds, reference, text } from './tables/columns.ts';
import { factorTables } from './tables/factor-tables.ts';
import { heartbeatTables } from './tables/heartbeat-tables.ts';
import { incidentTables } from './tables/incident-tables.ts';
import { maintenanceTables } from './tables/maintenance-tables.ts';
import { type MonitorTable, monitorTables, type WebsiteTable } from './tables/monitor-tables.ts';
import { notificationTables } from './tables/notification-tables.ts';
import { resultTables } from './tables/result-tables.ts';
import { archived, type Table, type TableOf } from './tables/table.ts';

/** Single values: settings, branding, the password's hash. `value` is JSON. */
const settings = archived({ key: text, value: text }, { key: ['key'] });

const slack_settings = archived(
  {
    website_id: reference('websites'),
    /** JSON of the contract's Slack settings, with encrypted secrets. */
    value: jsonOf(slackSettingsSchema),
  },
  { key: ['website_id'] },
);

/**
 * All tables, by the names used for reading. The order is that of archives: each table after those that its rows
 * reference.
 */
export const tables = {
  ...monitorTables,
  ...heartbeatTables,
  ...resultTables,
  ...alertTables,
  ...incidentTables,
  ...maintenanceTables,
  ...notificationTables,
  settings,
  slack_settings,
  ...accessTables,
  ...factorTables,
};

/** Tables that are read through a view, with their names for writing. */
const storedTables = { websites: 'stored_websites', monitors: 'stored_monitors' } as const;

export const writtenTable = (name: string): string => (storedTables as Readonly<Record<string, string>>)[name] ?? name;

/** A read-only view that hides soft-deleted rows. */
type View<Read> = { [Column in keyof Read]: ColumnType<SelectType<Read[Column]>, never, never> };

/** A table with soft deletion, because removing a row with all that depends on it takes a while. */
type Stored<Read> = Read & {
  /** Start of the deletion, which hides the row; null while it exists. */
  deleted_at: ColumnType<Milliseconds | null, Milliseconds | null | undefined, Milliseconds | null>;
};

type Described = {
  [Name in Exclude<keyof typeof tables, keyof typeof storedTables>]: TableOf<(typeof tables)[Name]>;
};

export interface Tables extends Described {
  websites: View<WebsiteTable>;
  monitors: View<MonitorTable>;
  stored_websites: Stored<WebsiteTable>;
  stored_monitors: Stored<MonitorTable>;
}

/** Archived tables with auto-increment ids. */
export const tablesWithIds: readonly string[] = Object.entries<Table>(tables).flatMap(([name, { keptBy, columns }]) =>
  keptBy === 'archive' && columns.id !== undefined ? [writtenTable(name)] : [],
);

/** Tables that a restore does not touch, each after those that its rows reference. */
export const installationTables = Object.entries<Table>(tables).flatMap(([name, { keptBy }]) =>
  keptBy === 'installation' ? [name] : [],
);

type Row<Name extends keyof typeof tables> = Selectable<TableOf<(typeof tables)[Name]>>;

export type MonitorRow = Row<'monitors'>;
export type CheckRow = Row<'checks'>;
export type RollupRow = Row<'rollups_hourly'>;
export type CertificateRow = Row<'certificates'>;
export type AlertRow = Row<'alerts'>;
export type DeliveryRow = Row<'deliveries'>;
export type ChannelRow = Row<'channels'>;
export type MessageRow = Row<'messages'>;
/** Purposes of messages that are not alerts. */
export type MessagePurpose = MessageRow['purpose'];
export type SilenceRow = Row<'silences'>;
export type DrillRow = Row<'drills'>;
export type NoticeRow = Row<'notices'>;
export type ChannelStateRow = Row<'channel_states'>;
export type ReportRow = Row<'reports'>;
