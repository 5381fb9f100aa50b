import type { ColumnBuilderCallback, CreateTableBuilder } from 'kysely';

type ColumnType = Parameters<CreateTableBuilder<string>['addColumn']>[1];

/** The column types in which the two databases differ; a migration names what it means and each database says how. */
export interface MigrationTypes {
  /** A primary key that the database counts up and never gives twice. */
  readonly id: { type: ColumnType; build: ColumnBuilderCallback };
  readonly bigint: ColumnType;
  readonly smallint: ColumnType;
  readonly double: ColumnType;
  readonly real: ColumnType;
  readonly bytes: ColumnType;
  /** Stores a table in the order of its primary key, where the database can. */
  clustered<Builder extends CreateTableBuilder<string, string>>(builder: Builder): Builder;
}
