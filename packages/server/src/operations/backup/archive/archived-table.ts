import type { UncheckedRow } from '../../../storage/tables/columns.ts';
import { InvalidBackupError, type ManifestTable } from './archive.ts';
import { type FormatStep, formatSteps } from './format-steps.ts';
import { type BackupTable, parts } from './parts.ts';

/** The tables that an archive of this format version has. */
export function partsOf(version: number): BackupTable[] {
  const later = new Set(formatSteps.slice(version - 1).flatMap(({ tables }) => tables));
  return parts.filter(({ table }) => !later.has(table));
}

export type ArchivedTable = ReturnType<typeof openArchivedTable>;

/**
 * Reads the lines of one table of an archive, in this or an older format version. `listed`: the table's entry in the
 * archive's manifest; `version`: the archive's format version.
 * @throws InvalidBackupError when the table had other columns in that version
 */
export function openArchivedTable(
  part: BackupTable,
  { file, columns }: Pick<ManifestTable, 'file' | 'columns'>,
  version: number,
  steps: readonly FormatStep[] = formatSteps,
) {
  const stepsSince = steps.slice(version - 1);
  if (file !== part.file || sorted(columns) !== sorted(columnsBefore(part, stepsSince))) {
    throw new InvalidBackupError(`The part ${part.file} does not have the columns of format version ${version}`);
  }
  const isOfToday = JSON.stringify(columns) === JSON.stringify(part.columns);
  const upgrade = isOfToday ? null : createUpgrade(part, columns, stepsSince);
  return {
    /**
     * Converts a line to a row with today's columns. Does not check its values.
     * @throws InvalidBackupError with file and line when the number of values is not the number of columns
     */
    parse(line: string, lineNumber: number): unknown[] {
      const values = parseLine(line);
      if (!Array.isArray(values) || values.length !== columns.length) {
        throw new InvalidBackupError(`${part.file}, line ${lineNumber}: not an array of ${columns.length} values`);
      }
      return upgrade ? upgrade(values) : values;
    },
  };
}

const sorted = (columns: readonly string[]): string => JSON.stringify(columns.toSorted());

/** The columns that the table had before these steps. */
function columnsBefore({ table, columns }: BackupTable, steps: readonly FormatStep[]): string[] {
  return steps.reduceRight<string[]>(
    (after, { added, removed }) => {
      const isNew = new Set(Object.keys(added[table] ?? {}));
      return [...after.filter((column) => !isNew.has(column)), ...(removed[table] ?? [])];
    },
    [...columns],
  );
}

function createUpgrade(
  part: BackupTable,
  columns: readonly string[],
  steps: readonly FormatStep[],
): (values: readonly unknown[]) => unknown[] {
  return (values) => {
    let row: UncheckedRow = Object.fromEntries(columns.map((column, place) => [column, values[place]]));
    for (const { added } of steps) {
      const before = row;
      const fresh = Object.entries(added[part.table] ?? {}).map(([column, fill]) => [column, fill(before)]);
      row = { ...before, ...Object.fromEntries(fresh) };
    }
    return part.columns.map((column) => row[column]);
  };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
