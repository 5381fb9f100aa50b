import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { defaults } from '@upvigil/core/defaults';
import { formatBytes } from '@upvigil/core/format/bytes';
import { troubleMessages } from '@upvigil/core/texts/messages';
import { sql } from 'kysely';
import { withoutPassword } from '../base/config/secret-address.ts';
import { type Database, openSqliteStorage, type Storage } from './database.ts';
import { DatabaseAwayError, isDatabaseAway } from './database-away.ts';
import { diskTroubleOf } from './disk-trouble.ts';
import { freeBytes } from './disk-watch.ts';
import { accessProblem } from './folder-access.ts';
import { DatabaseVersionError, migrate, newestVersion, refuseUnknownVersion } from './migrate.ts';
import { FolderInUseError, lockFolder } from './sqlite/folder-lock.ts';
import { NoSpaceToMigrateError, setAside } from './sqlite/set-aside.ts';
import { findDamage } from './sqlite/sqlite-integrity.ts';

/** Connections of one process: enough for pages, recorder and outbox at the same time. */
const postgresPoolSize = 10;

/** The database cannot be used. The message is one sentence for the person who starts the program. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

export interface StorageOptions {
  dataDir: string;
  /** Null: SQLite in the data folder. */
  databaseUrl: string | null;
  /** As in `PostgresOptions`. */
  onIdleError(error: Error): void;
  /** Replaced in tests. As in `SetAsideOptions`. */
  freeBytes?: typeof freeBytes;
}

/**
 * Opens, verifies and migrates the database. Copies a SQLite file before it is migrated.
 * @throws StorageError if it is damaged, in use, unreachable, or lacks space for the migration; DatabaseVersionError if
 * its version is unsupported
 */
export async function prepareStorage(options: StorageOptions): Promise<Storage> {
  const storage =
    options.databaseUrl === null ? openSqlite(options.dataDir) : await openPostgres(options.databaseUrl, options);
  try {
    if (storage.file !== null) await prepareFile(storage.db, storage.file, options);
    if (options.databaseUrl !== null) await reach(storage.db, options.databaseUrl);
    await migrate(storage);
    return storage;
  } catch (error) {
    await storage.close().catch(() => undefined);
    throw options.databaseUrl === null ? error : unusable(error, options.databaseUrl);
  }
}

/** Each may belong to another user (after a start by root, say). */
const ownFiles = ['upvigil.lock', 'upvigil.sqlite', 'upvigil.sqlite-wal', 'upvigil.sqlite-shm', 'backups'];

/** Only one process may use a SQLite data folder; two would run every check twice. */
function openSqlite(dataDir: string): Storage {
  let unlock = (): void => undefined;
  try {
    unlock = lockFolder(dataDir);
    refuseDamaged(dataDir);
    const storage = openSqliteStorage(dataDir);
    return { ...storage, close: () => storage.close().finally(unlock) };
  } catch (error) {
    unlock();
    if (error instanceof FolderInUseError) throw inUse(dataDir, error);
    if (error instanceof StorageError) throw error;
    if (diskTroubleOf(error) === troubleMessages.databaseLocked)
      throw new StorageError(lockedSentence(dataDir), { cause: error });
    const refused = accessProblem('DATA_DIR', dataDir, ownFiles);
    if (refused !== null) throw new StorageError(refused, { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(`DATA_DIR ${path.resolve(dataDir)} cannot be used: ${reason}`, { cause: error });
  }
}

/** The driver is loaded only if PostgreSQL is used, so that a start on SQLite is not slowed down. */
async function openPostgres(url: string, { onIdleError }: StorageOptions): Promise<Storage> {
  const { openPostgresStorage } = await import('./postgres/postgres-storage.ts');
  return openPostgresStorage({ url, poolSize: postgresPoolSize, onIdleError });
}

async function prepareFile(db: Database, file: string, options: StorageOptions): Promise<void> {
  const { dataDir } = options;
  const version = await storedVersion(db);
  if (version === null) return;
  refuseUnknownVersion(version);
  if (version === newestVersion) return;
  const known = { db, file, found: version, version: newestVersion, freeBytes: options.freeBytes ?? freeBytes };
  await setAside(known).catch((error: unknown) => {
    throw error instanceof NoSpaceToMigrateError ? noSpace(dataDir, error) : error;
  });
}

/** Version of the tables; null in a new file. */
async function storedVersion(db: Database): Promise<number | null> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'schema_version')) return null;
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_version`.execute(
    db,
  );
  return rows[0]?.version ?? null;
}

/** Advice for a file that another program (a copy, a database browser) has locked. */
export const lockedSentence = (dataDir: string): string =>
  `${troubleMessages.databaseLocked} in DATA_DIR ${path.resolve(dataDir)}: end it, or wait until it is done, and start again`;

function inUse(dataDir: string, cause: FolderInUseError): StorageError {
  const who = `another ${defaults.productName}${cause.holder === null ? '' : `, ${cause.holder}`}`;
  const sentence = `DATA_DIR ${path.resolve(dataDir)} is used by ${who}: stop it or set another DATA_DIR`;
  return new StorageError(sentence, { cause });
}

function noSpace(dataDir: string, cause: NoSpaceToMigrateError): StorageError {
  const [needed, free] = [cause.needed, cause.free].map(formatBytes);
  const sentence = `The upgrade of the database needs ${needed} of free space in DATA_DIR ${path.resolve(dataDir)}, which has ${free}`;
  return new StorageError(`${sentence}: make space and start again, or start the older program; nothing was changed`, {
    cause,
  });
}

/** Refuses a damaged database before anything is written to it. */
function refuseDamaged(dataDir: string): void {
  const file = path.join(dataDir, 'upvigil.sqlite');
  const backup = newestBackup(path.join(dataDir, 'backups'));
  // An interrupted first start leaves an empty file too, but then there is no backup.
  const isEmptied = backup !== null && statSync(file, { throwIfNoEntry: false })?.size === 0;
  const damage = findDamage(file) ?? (isEmptied ? 'it is empty' : null);
  if (damage === null) return;
  const files = `${path.resolve(file)} is damaged (${damage}): move it and ${path.basename(file)}-wal away`;
  const remedy = backup === null ? 'there is no backup beside it' : `then restore the newest backup, ${backup}`;
  throw new StorageError(`The database file ${files} and start again; ${remedy}`);
}

function newestBackup(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.tar.gz'))
    .map((name) => path.join(folder, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  return files[0] ?? null;
}

/** If the first statement fails, the address is wrong or the server is down. */
async function reach(db: Database, databaseUrl: string): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    throw new UnusableError(error, databaseUrl);
  }
}

/** The reason comes from the server or the system, which do not quote the password. */
class UnusableError extends StorageError {
  constructor(cause: unknown, databaseUrl: string) {
    const address = withoutPassword(databaseUrl);
    super(`PostgreSQL at DATABASE_URL cannot be used: ${reasonOf(cause)} (it is "${address}")`, { cause });
  }
}

/** A migration may also fail because the connection is lost, or because the user may not create tables. */
function unusable(error: unknown, databaseUrl: string): unknown {
  const { code, message } = error as { code?: string; message?: string };
  const isOurs = error instanceof StorageError || error instanceof DatabaseVersionError;
  const isServers = /^(E[A-Z]+|28\w{3}|3D000|53300|42501|25006)$/.test(code ?? '');
  const isLost = isDatabaseAway(error) || /timeout/i.test(message ?? '');
  return !isOurs && (isServers || isLost) ? new UnusableError(error, databaseUrl) : error;
}

/** For a host with several addresses, the error has no message but one nested error for each address. */
function reasonOf(error: unknown): string {
  if (error instanceof DatabaseAwayError) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ');
  const { code, message } = error as { code?: string; message?: string };
  if (message?.includes('client password must be a string')) return 'the server asks for a password, and it has none';
  return message || code || String(error);
}
