import { archiveLimits, InvalidBackupError } from './archive.ts';
import { createIdSet, type IdSet } from './id-set.ts';
import { type BackupColumn, type BackupTable, type BackupTableName, parts } from './parts.ts';

const referenced: ReadonlySet<BackupTableName> = new Set(
  parts.flatMap((part) => part.references.map(({ table }) => table)),
);

export type RowChecker = ReturnType<typeof createRowChecker>;

/** Checks the values, keys and references of an archive's rows, which must arrive table by table in order. */
export function createRowChecker() {
  const ids = new Map<BackupTableName, IdSet>([...referenced].map((table) => [table, createIdSet()]));
  const keepsOrder = new Map<BackupTableName, (row: readonly BackupColumn[]) => boolean>(
    parts.map((part) => [part.table, createKeyOrder(part)]),
  );

  const problemOf = (part: BackupTable, row: unknown[]): string | null => {
    if (!part.isRow(row)) return issueOf(part, part.row.safeParse(row).error?.issues[0]);
    if (!keepsOrder.get(part.table)?.(row)) return 'its key is not greater than the one before';
    for (const { column, table } of part.references) {
      if (row[column] === null) continue;
      const id = Number(row[column]);
      if (!ids.get(table)?.has(id)) return `${part.columns[column]} ${id} refers to nothing in ${table}`;
    }
    ids.get(part.table)?.add(Number(row[0]));
    return null;
  };

  return {
    /** @throws InvalidBackupError with file, line and column when the row is not valid */
    check(part: BackupTable, row: unknown[], lineNumber: number): void {
      if (referenced.has(part.table) && lineNumber > archiveLimits.referencedRows) {
        throw new InvalidBackupError(`${part.file} has more than ${archiveLimits.referencedRows} rows`);
      }
      const problem = problemOf(part, row);
      if (problem !== null) throw new InvalidBackupError(`${part.file}, line ${lineNumber}: ${problem}`);
    },
  };
}

const issueOf = (part: BackupTable, issue: { path: PropertyKey[]; message: string } | undefined): string =>
  `${part.columns[Number(issue?.path[0])]}: ${issue?.message}`;

/** Numeric keys must ascend. Text keys must be unique only, because databases sort text differently. */
function createKeyOrder(part: BackupTable): (row: readonly BackupColumn[]) => boolean {
  let last: readonly BackupColumn[] | null = null;
  const names = new Set<string>();
  return (row) => {
    const [first = null] = part.key.map((place) => row[place] ?? null);
    if (typeof first === 'string') {
      const isNew = !names.has(first) && names.size < archiveLimits.namedRows;
      names.add(first);
      return isNew;
    }
    const grows = last === null || isGreater(part, row, last);
    last = row;
    return grows;
  };
}

function isGreater(part: BackupTable, row: readonly BackupColumn[], last: readonly BackupColumn[]): boolean {
  for (const place of part.key) {
    const difference = Number(row[place]) - Number(last[place]);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
