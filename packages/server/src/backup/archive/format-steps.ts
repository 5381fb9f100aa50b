import { causeInSentence } from '../../storage/migrations/002-cause-in-sentence.ts';
import type { BackupTableName } from './parts.ts';

/** A row of an archive, by column. Its values are not checked. */
export type UncheckedRow = Readonly<Record<string, unknown>>;
type ByTable<Change> = Readonly<Partial<Record<BackupTableName, Change>>>;

/** What changed in the tables from one format version to the next. */
export interface FormatStep {
  /** Columns that are new, and the value of each for a row of an older archive. */
  readonly added: ByTable<Readonly<Record<string, (row: UncheckedRow) => unknown>>>;
  /** Columns that are gone. Their values are dropped. */
  readonly removed: ByTable<readonly string[]>;
}

/** In order: the first leads from format version 1 to 2. A step that was released is never changed. */
export const formatSteps: readonly FormatStep[] = [
  { added: { alerts: { cause: causeInSentence } }, removed: { monitors: ['lease_until'] } },
];
