import type { ColumnBuilderCallback, CreateTableBuilder } from 'kysely';

type ColumnType = Parameters<CreateTableBuilder<string>['addColumn']>[1];

/** The column types that have different names in the two databases. */
export interface MigrationTypes {
  /** A primary key that the database counts up and never gives twice. */
  readonly id: { type: ColumnType; build: ColumnBuilderCallback };
  readonly bigint: ColumnType;
  readonly smallint: ColumnType;
  readonly double: ColumnType;
  readonly real: ColumnType;
  readonly bytes: ColumnType;
  /** Whether a large table can be kept in partitions. */
  readonly hasPartitions: boolean;
  /** Makes the table be stored in the order of its primary key, where the database can. */
  clustered<Builder extends CreateTableBuilder<string, string>>(builder: Builder): Builder;
}
