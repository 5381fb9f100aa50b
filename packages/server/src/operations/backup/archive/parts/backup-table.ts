import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { FactorTables } from '../../../../storage/tables/factor-tables.ts';
import type { Tables } from '../../../../storage/tables.ts';
import { type PartColumnRule, sketch } from '../part-columns.ts';
import type { RowProblem } from '../row-values.ts';

/**
 * Every table but those of users, sessions, tokens, audit, share links, links and holds, which belong to an installation and not to its data, and those that are made of
 * others, by the name that it is read by.
 */
export type BackupTableName = Exclude<
  keyof Tables,
  | 'users'
  | 'sessions'
  | 'api_tokens'
  | 'audit_events'
  | keyof FactorTables
  | 'share_links'
  | 'link_tokens'
  | 'holds'
  | 'stored_websites'
  | 'stored_monitors'
  | 'website_rollups'
  | 'website_rollup_ends'
>;
export type BackupColumn = string | number | null | Uint8Array;

/** One table in the archive: an NDJSON file whose lines are arrays, one value for each column. */
export interface BackupTable {
  readonly table: BackupTableName;
  readonly file: string;
  readonly columns: readonly string[];
  /** Indexes in `columns` of the primary key, by which lines are sorted. */
  readonly key: readonly number[];
  /** Indexes in `columns` of what is written as base64. */
  readonly blobs: readonly number[];
  /** Indexes in `columns` of what must be the id of a row of an earlier table. */
  readonly references: ReadonlyArray<{ column: number; table: BackupTableName }>;
  /** Checks one parsed line, and says what is wrong with it. */
  readonly row: z.ZodType;
  /** The same check, fast and without words. */
  readonly isRow: (value: unknown) => value is BackupColumn[];
}

type ColumnsOf<Table extends BackupTableName> = {
  readonly [Column in keyof Selectable<Tables[Table]>]: PartColumnRule;
};

/** A table with a rule for each of its columns. */
export function defineTable<Table extends BackupTableName>(
  table: Table,
  shape: {
    key: ReadonlyArray<keyof ColumnsOf<Table> & string>;
    references: { readonly [Column in keyof ColumnsOf<Table>]?: BackupTableName };
    columns: ColumnsOf<Table>;
    /** What is wrong with a row whose values are each fine by themselves. */
    problem?: (row: Selectable<Tables[Table]>) => RowProblem;
  },
): BackupTable {
  const columns = Object.keys(shape.columns);
  const rules: PartColumnRule[] = Object.values(shape.columns);
  const references = Object.entries<BackupTableName>(shape.references as Record<string, BackupTableName>);
  const problemOf = (values: readonly unknown[]): RowProblem => {
    if (!shape.problem) return null;
    const row: Record<string, unknown> = {};
    for (const [place, column] of columns.entries()) row[column] = values[place];
    // Each column was just parsed by its rule, which the compiler cannot see.
    return shape.problem(row as never);
  };
  const row = z.tuple(rules.map(({ schema }) => schema) as [z.ZodType, ...z.ZodType[]]);
  return {
    table,
    file: `tables/${table}.ndjson`,
    columns,
    key: shape.key.map((column) => columns.indexOf(column)),
    blobs: rules.flatMap((rule, index) => (rule === sketch ? [index] : [])),
    references: references.map(([column, target]) => ({ column: columns.indexOf(column), table: target })),
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
