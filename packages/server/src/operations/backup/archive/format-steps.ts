import type { Kysely } from 'kysely';
import type { DatabaseTransaction } from '../../../storage/database.ts';
import { beginDisabledPeriods, type DisabledTables } from '../../../storage/migrations/021-many-monitors.ts';
import { fillRecentChecks, type OldTables } from '../../../storage/migrations/fill-recent-checks.ts';
import type { Column, UncheckedRow } from '../../../storage/tables/columns.ts';
import type { Table } from '../../../storage/tables/table.ts';
import { tables } from '../../../storage/tables.ts';
import type { BackupTableName } from './parts.ts';

type ByTable<Change> = Readonly<Partial<Record<BackupTableName, Change>>>;
type NewColumns = Readonly<Record<string, (row: UncheckedRow) => unknown>>;

/** The changes of the tables from one format version to the next. */
export interface FormatStep {
  /** New tables: an older archive lacks them, and they are empty after its restore. */
  readonly tables: readonly BackupTableName[];
  /** New columns, with the value of each for a row of an older archive. */
  readonly added: ByTable<NewColumns>;
  /** Removed columns. Their values are dropped. */
  readonly removed: ByTable<readonly string[]>;
  /**
   * Fills new columns that depend on other tables, after all rows are written. `pause`: called between parts of the
   * work.
   */
  readonly complete?: (transaction: DatabaseTransaction, pause: () => Promise<void>) => Promise<void>;
}

/**
 * Changes that the table descriptions cannot express, by step. The first leads from format version 1 to 2. A released
 * step never changes.
 */
const changes: ReadonlyArray<Pick<FormatStep, 'removed' | 'complete'>> = [
  {
    removed: { monitors: ['lease_until'] },
    complete: (transaction, pause) => fillRecentChecks(transaction as unknown as Kysely<OldTables>, pause),
  },
  {
    removed: {},
    complete: (transaction) => beginDisabledPeriods(transaction as unknown as Kysely<DisabledTables>),
  },
];

/** In order: the first leads from format version 1 to 2. */
export const formatSteps: readonly FormatStep[] = changes.map((change, index) => ({
  ...newIn(index + 2),
  ...change,
}));

/** The new tables of a format version, and the new columns of the others. */
function newIn(version: number): Pick<FormatStep, 'tables' | 'added'> {
  const described = Object.entries<Table>(tables) as [BackupTableName, Table][];
  const older = described.filter(([, { since }]) => since < version);
  return {
    tables: described.flatMap(([name, { since }]) => (since === version ? [name] : [])),
    added: Object.fromEntries(
      older.map(([name, { columns }]) => [name, newColumns(columns, version)] as const).filter(([, added]) => added),
    ),
  };
}

function newColumns(columns: Readonly<Record<string, Column<unknown>>>, version: number): NewColumns | null {
  const added = Object.entries(columns).flatMap(([name, column]) =>
    column.added?.in === version ? [[name, column.added.value] as const] : [],
  );
  return added.length > 0 ? Object.fromEntries(added) : null;
}
