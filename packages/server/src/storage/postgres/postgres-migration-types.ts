import type { MigrationTypes } from '../migration-types.ts';

export const postgresMigrationTypes: MigrationTypes = {
  id: { type: 'bigint', build: (column) => column.primaryKey().generatedByDefaultAsIdentity() },
  bigint: 'bigint',
  smallint: 'smallint',
  double: 'double precision',
  real: 'real',
  bytes: 'bytea',
  hasPartitions: true,
  clustered: (builder) => builder,
};
