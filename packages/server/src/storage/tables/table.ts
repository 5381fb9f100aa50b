import type { Column } from './columns.ts';

type Columns = Readonly<Record<string, Column<unknown>>>;
/**
 * How rows of a table are kept. `archive`: data that backups hold and a restore replaces. `installation`: users and
 * their actions, which backups exclude and a restore does not touch. `nobody`: recreated by the running program.
 */
type Keeper = 'archive' | 'installation' | 'nobody';

/** A readable table. The order of its columns is that of an archive's rows. */
export interface Table<Described extends Columns = Columns, KeptBy extends Keeper = Keeper> {
  readonly columns: Described;
  readonly keptBy: KeptBy;
  /** Columns of the primary key, which give the order of an archive's lines. */
  readonly key: readonly string[];
  /** The first archive format version that has it. */
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
