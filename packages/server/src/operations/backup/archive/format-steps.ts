import type { Kysely } from 'kysely';
import type { DatabaseTransaction } from '../../../storage/database.ts';
import { causeInSentence } from '../../../storage/migrations/cause-in-sentence.ts';
import { fillRecentChecks, type TablesThen } from '../../../storage/migrations/fill-recent-checks.ts';
import type { BackupTableName } from './parts/backup-table.ts';

/** A row of an archive, by column. Its values are not checked. */
export type UncheckedRow = Readonly<Record<string, unknown>>;
type ByTable<Change> = Readonly<Partial<Record<BackupTableName, Change>>>;

/** What changed in the tables from one format version to the next. */
export interface FormatStep {
  /** Tables that are new: an older archive has no part of them, and they are empty after its restore. */
  readonly tables: readonly BackupTableName[];
  /** Columns that are new, and the value of each for a row of an older archive. */
  readonly added: ByTable<Readonly<Record<string, (row: UncheckedRow) => unknown>>>;
  /** Columns that are gone. Their values are dropped. */
  readonly removed: ByTable<readonly string[]>;
  /** Fills new columns that are made of rows of other tables, once all rows are there. `pause`: between parts of the work. */
  readonly complete?: (transaction: DatabaseTransaction, pause: () => Promise<void>) => Promise<void>;
}

const noMaintenance = { maintenance_checks: () => 0, maintenance_failures: () => 0 };

/** In order: the first leads from format version 1 to 2. A step that was released is never changed. */
export const formatSteps: readonly FormatStep[] = [
  {
    tables: [
      ...(['evidence', 'certificates', 'monitor_certificates', 'domains'] as const),
      ...(['channels', 'channel_states', 'messages', 'silences', 'drills', 'notices', 'reports'] as const),
      ...(['incidents', 'incident_updates', 'incident_websites', 'incident_monitors', 'incident_alerts'] as const),
      ...(['maintenance_windows', 'maintenance_runs', 'marks'] as const),
    ],
    added: {
      websites: { automatic_incidents: () => null },
      alerts: {
        cause: causeInSentence,
        public_message: () => null,
        began_at: () => null,
        acknowledged_at: () => null,
        acknowledged_by: () => null,
        acknowledge_note: () => null,
        severity: () => null,
        route: () => null,
        policy: () => null,
        mark: () => null,
        maintenance_run_id: () => null,
      },
      deliveries: { channel_id: () => null, channel_name: () => null, purpose: () => 'alert', step: () => 0 },
      checks: { phases: () => null, in_maintenance: () => null },
      rollups_quarter_hourly: noMaintenance,
      rollups_hourly: noMaintenance,
      rollups_daily: noMaintenance,
      monitors: {
        recent_checks: () => null,
        last_fault: () => null,
        options: () => null,
        secrets: () => null,
        severity: () => null,
        outage_began_at: () => null,
      },
    },
    removed: { monitors: ['lease_until'] },
    complete: (transaction, pause) => fillRecentChecks(transaction as unknown as Kysely<TablesThen>, pause),
  },
];
