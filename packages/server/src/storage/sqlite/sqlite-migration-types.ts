import { sql } from 'kysely';
import type { MigrationTypes } from '../migration-types.ts';

export const sqliteMigrationTypes: MigrationTypes = {
  id: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() },
  bigint: 'integer',
  smallint: 'integer',
  double: 'real',
  real: 'real',
  bytes: 'blob',
  hasPartitions: false,
  clustered: (builder) => builder.modifyEnd(sql`without rowid`) as typeof builder,
};
