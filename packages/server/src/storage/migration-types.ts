import type { ColumnBuilderCallback, CreateTableBuilder } from 'kysely';

type ColumnType = Parameters<CreateTableBuilder<string>['addColumn']>[1];

/** Column types whose names differ between the databases. */
export interface MigrationTypes {
  /** An auto-increment key that never reuses ids. */
  readonly id: { type: ColumnType; build: ColumnBuilderCallback };
  readonly bigint: ColumnType;
  readonly smallint: ColumnType;
  readonly double: ColumnType;
  readonly real: ColumnType;
  readonly bytes: ColumnType;
  /** Whether large tables can be partitioned. */
  readonly hasPartitions: boolean;
  /** Stores the table in the order of its primary key, if the database supports it. */
  clustered<Builder extends CreateTableBuilder<string, string>>(builder: Builder): Builder;
}
