import type { Column } from './columns.ts';

type Columns = Readonly<Record<string, Column<unknown>>>;
/**
 * Who keeps the rows of a table. `archive`: data, which a backup holds and a restore replaces. `installation`: who may enter and what
 * they did, which no backup holds and a restore leaves alone. `nobody`: made anew by a running program.
 */
type Keeper = 'archive' | 'installation' | 'nobody';

/** A table as it is read. Its columns stand in the order of an archive's rows. */
export interface Table<Described extends Columns = Columns, KeptBy extends Keeper = Keeper> {
  readonly columns: Described;
  readonly keptBy: KeptBy;
  /** The columns of the primary key, by which the lines of an archive are sorted. */
  readonly key: readonly string[];
  /** The first format version of archives that have it. */
  readonly since: number;
}

/** The type of a table for statements. */
export type TableOf<Described extends Table> = {
  [Name in keyof Described['columns']]: Described['columns'][Name] extends Column<infer Stored> ? Stored : never;
};

export const archived = <Described extends Columns>(
  columns: Described,
  { key, since = 1 }: { key: ReadonlyArray<keyof Described & string>; since?: number },
): Table<Described, 'archive'> => ({ columns, keptBy: 'archive', key, since });

export const ofInstallation = <Described extends Columns>(columns: Described): Table<Described, 'installation'> => ({
  columns,
  keptBy: 'installation',
  key: [],
  since: Infinity,
});

export const temporary = <Described extends Columns>(columns: Described): Table<Described, 'nobody'> => ({
  columns,
  keptBy: 'nobody',
  key: [],
  since: Infinity,
});
