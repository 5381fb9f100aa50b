import { type Kysely, sql } from 'kysely';
import type { Storage } from './database.ts';
import type { MigrationTypes } from './migration-types.ts';
import * as initial from './migrations/001-initial.ts';

interface Migration {
  up(db: Kysely<unknown>, types: MigrationTypes): Promise<void>;
}

/** Forward only, in this order; the place in the list is the version. */
const migrations: readonly Migration[] = [initial];
export const newestVersion = migrations.length;

/** The database was written by a newer program; starting this one would harm it. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/** Brings the database to this program's version, each step in a transaction. Answers the version it had before. */
export async function migrate(storage: Storage): Promise<number> {
  const db = storage.db as unknown as Kysely<{ schema_version: { version: number } }>;
  await db.schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .execute();
  const found = await currentVersion(db);
  if (found > newestVersion) {
    throw new NewerDatabaseError(
      `The database has version ${found}, this program knows up to ${newestVersion}: start the newer program, or restore a backup made before the upgrade`,
    );
  }
  for (let version = found + 1; version <= newestVersion; version++) {
    await db.transaction().execute(async (transaction) => {
      await migrations[version - 1]?.up(transaction as unknown as Kysely<unknown>, storage.migrationTypes);
      await transaction.insertInto('schema_version').values({ version }).execute();
    });
  }
  return found;
}

async function currentVersion(db: Kysely<{ schema_version: { version: number } }>): Promise<number> {
  const row = await db
    .selectFrom('schema_version')
    .select(sql<number | null>`max(version)`.as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
}
