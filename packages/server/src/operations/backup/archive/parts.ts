import { z } from 'zod';
import type { Column } from '../../../storage/tables/columns.ts';
import type { Table } from '../../../storage/tables/table.ts';
import { tables } from '../../../storage/tables.ts';
import { type RowProblem, rowProblems } from './row-values.ts';

type TableName = keyof typeof tables;
export type BackupTableName = {
  [Name in TableName]: (typeof tables)[Name]['keptBy'] extends 'archive' ? Name : never;
}[TableName];
export type BackupColumn = string | number | null | Uint8Array;

/** One table in the archive: an NDJSON file whose lines are arrays, one value for each column. */
export interface BackupTable {
  readonly table: BackupTableName;
  readonly file: string;
  readonly columns: readonly string[];
  /** Indexes in `columns` of the primary key, by which lines are sorted. */
  readonly key: readonly number[];
  /** Indexes in `columns` of values stored as base64. */
  readonly blobs: readonly number[];
  /** Indexes in `columns` of references: each value must be the id of a row of an earlier table. */
  readonly references: ReadonlyArray<{ column: number; table: BackupTableName }>;
  /** Validates a parsed line and describes its faults. */
  readonly row: z.ZodType;
  /** The same validation, faster and without a description. */
  readonly isRow: (value: unknown) => value is BackupColumn[];
}

/** All tables, each after those that its rows refer to. Archives are written, read and restored in this order. */
export const parts: readonly BackupTable[] = Object.entries<Table>(tables).flatMap(([name, table]) =>
  table.keptBy === 'archive' ? [toPart(name as BackupTableName, table)] : [],
);

function toPart(table: BackupTableName, described: Table): BackupTable {
  const columns = Object.keys(described.columns);
  const rules: readonly Column<unknown>[] = Object.values(described.columns);
  const problemOf = createRowProblem(table, columns);
  const row = z.tuple(rules.map(({ schema }) => schema) as [z.ZodType, ...z.ZodType[]]);
  return {
    table,
    file: `tables/${table}.ndjson`,
    columns,
    key: described.key.map((column) => columns.indexOf(column)),
    blobs: rules.flatMap(({ isBlob }, place) => (isBlob === true ? [place] : [])),
    references: rules.flatMap(({ references }, column) =>
      references === undefined ? [] : [{ column, table: references as BackupTableName }],
    ),
    row: row.superRefine((values, context) => {
      const problem = problemOf(values);
      if (problem)
        context.addIssue({ code: 'custom', path: [columns.indexOf(problem.column)], message: problem.message });
    }),
    isRow: (value): value is BackupColumn[] =>
      Array.isArray(value) &&
      value.length === rules.length &&
      rules.every(({ isValid }, place) => isValid(value[place])) &&
      problemOf(value) === null,
  };
}

/** Validates conditions between columns, after each column was accepted by its own rule. */
function createRowProblem(table: BackupTableName, columns: readonly string[]) {
  const problem = rowProblems[table] as ((row: object) => RowProblem) | undefined;
  return (values: readonly unknown[]): RowProblem => {
    if (!problem) return null;
    const row: Record<string, unknown> = {};
    for (const [place, column] of columns.entries()) row[column] = values[place];
    return problem(row);
  };
}
