import { type Kysely, sql } from 'kysely';
import type { Storage } from './database.ts';
import type { MigrationTypes } from './migration-types.ts';
import { createTables } from './migrations/018-tables.ts';
import { upgradeFirstRelease } from './migrations/018-upgrade.ts';
import { createMaintenanceUpdates } from './migrations/019-maintenance-updates.ts';
import { createHeartbeats } from './migrations/020-heartbeats.ts';
import { addManyMonitors } from './migrations/021-many-monitors.ts';

interface Migration {
  /** 0: an empty database. */
  from: number;
  to: number;
  up(db: Kysely<unknown>, types: MigrationTypes): Promise<void>;
}

/** Forward only. 0.1.0 has version 1; versions 2 to 17 were never released. */
const migrations: readonly Migration[] = [
  { from: 0, to: 18, up: createTables },
  { from: 1, to: 18, up: upgradeFirstRelease },
  { from: 18, to: 19, up: createMaintenanceUpdates },
  { from: 19, to: 20, up: createHeartbeats },
  { from: 20, to: 21, up: addManyMonitors },
];
export const newestVersion = Math.max(...migrations.map(({ to }) => to));
/** The last commit that upgrades databases of the unreleased versions. */
const lastWithUnreleased = '67d02a53';

/** The database has an unsupported version and must not be written. */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';
}

/** @throws DatabaseVersionError if this version can be neither used nor upgraded */
export function refuseUnknownVersion(version: number): void {
  if (version > newestVersion) {
    throw new DatabaseVersionError(
      `The database has version ${version}, this program knows up to ${newestVersion}: start the newer program, or restore a backup made before the upgrade`,
    );
  }
  if (version !== newestVersion && !migrations.some(({ from }) => from === version)) {
    throw new DatabaseVersionError(
      `The database has version ${version} of an unreleased program, which this one cannot upgrade: start the program of commit ${lastWithUnreleased} once, which brings it to version 18, or move the database away and restore a backup made by 0.1.0`,
    );
  }
}

/**
 * Migrates the database to this program's version, each step in a transaction. Returns the previous version.
 * @throws DatabaseVersionError if the version is unsupported
 */
export async function migrate(storage: Storage): Promise<number> {
  const found = await inTransaction(storage, currentVersion);
  refuseUnknownVersion(found);
  let version = found;
  while (version < newestVersion) version = await inTransaction(storage, (transaction) => step(transaction, storage));
  return found;
}

type VersionedDatabase = Kysely<{ schema_version: { version: number } }>;

const inTransaction = <Answer>(storage: Storage, work: (db: VersionedDatabase) => Promise<Answer>): Promise<Answer> =>
  storage.migration((transaction) => work(transaction as unknown as VersionedDatabase));

/** Runs the next migration and returns the new version. */
async function step(db: VersionedDatabase, storage: Storage): Promise<number> {
  // Read again, because another process may have migrated while this one waited for the lock.
  const version = await currentVersion(db);
  const next = migrations.find(({ from }) => from === version);
  if (next === undefined) return version;
  await next.up(db as unknown as Kysely<unknown>, storage.migrationTypes);
  await db.insertInto('schema_version').values({ version: next.to }).execute();
  return next.to;
}

async function currentVersion(db: VersionedDatabase): Promise<number> {
  await db.schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .execute();
  const row = await db
    .selectFrom('schema_version')
    .select(sql<number | null>`max(version)`.as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
}
