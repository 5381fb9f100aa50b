import { type Kysely, sql } from 'kysely';
import type { Storage } from './database.ts';
import type { MigrationTypes } from './migration-types.ts';
import * as initial from './migrations/001-initial.ts';
import * as alertCause from './migrations/002-alert-cause.ts';
import * as noLeaseUntil from './migrations/003-no-lease-until.ts';
import * as recentChecks from './migrations/004-recent-checks.ts';
import * as checksByDay from './migrations/005-checks-by-day.ts';
import * as screenshotIndex from './migrations/006-screenshot-index.ts';
import * as websiteRollups from './migrations/007-website-rollups.ts';
import * as lastFault from './migrations/008-last-fault.ts';
import * as beingDeleted from './migrations/009-being-deleted.ts';
import * as whatACheckAsks from './migrations/010-what-a-check-asks.ts';
import * as whoIsTold from './migrations/011-who-is-told.ts';
import * as incidents from './migrations/012-incidents.ts';
import * as maintenance from './migrations/013-maintenance.ts';
import * as apiTokens from './migrations/014-api-tokens.ts';
import * as audit from './migrations/015-audit.ts';
import * as users from './migrations/016-users.ts';
import * as factors from './migrations/017-factors.ts';

interface Migration {
  up(db: Kysely<unknown>, types: MigrationTypes): Promise<void>;
}

/** Only forward, in this order. The first leads to version 1. */
const migrations: readonly Migration[] = [
  initial,
  alertCause,
  noLeaseUntil,
  recentChecks,
  checksByDay,
  screenshotIndex,
  websiteRollups,
  lastFault,
  beingDeleted,
  whatACheckAsks,
  whoIsTold,
  incidents,
  maintenance,
  apiTokens,
  audit,
  users,
  factors,
];
/** The version of the tables that this program works with. */
export const newestVersion = migrations.length;

/** The database was written by a newer program, and this one would harm it. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/**
 * Brings the database to this program's version, each step in a transaction. Returns the version it had before.
 * @throws NewerDatabaseError when the database has a newer version than the program
 */
export async function migrate(storage: Storage): Promise<number> {
  const found = await inTransaction(storage, currentVersion);
  if (found > newestVersion) {
    throw new NewerDatabaseError(
      `The database has version ${found}, this program knows up to ${newestVersion}: start the newer program, or restore a backup made before the upgrade`,
    );
  }
  for (let version = found + 1; version <= newestVersion; version++) {
    await inTransaction(storage, (transaction) => stepTo(version, transaction, storage));
  }
  return found;
}

type VersionedDatabase = Kysely<{ schema_version: { version: number } }>;

const inTransaction = <Answer>(storage: Storage, work: (db: VersionedDatabase) => Promise<Answer>): Promise<Answer> =>
  storage.migration((transaction) => work(transaction as unknown as VersionedDatabase));

async function stepTo(version: number, db: VersionedDatabase, storage: Storage): Promise<void> {
  // Another process may have made this step while we waited for the lock.
  if ((await currentVersion(db)) >= version) return;
  await migrations[version - 1]?.up(db as unknown as Kysely<unknown>, storage.migrationTypes);
  await db.insertInto('schema_version').values({ version }).execute();
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
