import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqliteStorage, type Storage } from '@upvigil/server/storage/database';
import { openPostgresStorage } from '@upvigil/server/storage/postgres/postgres-storage';
import { startTestPostgres } from '@upvigil/server/testing/postgres';
import { sql } from 'kysely';

export const killedDatabases = ['sqlite', 'postgres'] as const;
export type KilledDatabase = (typeof killedDatabases)[number];

/** The data of the killed process, read without starting the product. */
export interface KilledStorage {
  /** The environment of the product. */
  env: Record<string, string>;
  /**
   * Whether a start removes incomplete files at once. If processes may share the folder, it leaves them for an hour.
   */
  isTidiedAtStart: boolean;
  /** Reads the data after a kill, before anything repairs it. */
  read<Result>(use: (storage: Storage) => Promise<Result>): Promise<Result>;
  /** Writes to it while the product does not run. */
  write<Result>(use: (storage: Storage) => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

/** Opens the storage for the data folder of a product. */
export const openKilledStorage = (kind: KilledDatabase, dataDir: string): Promise<KilledStorage> =>
  kind === 'sqlite' ? Promise.resolve(ofSqlite(dataDir)) : ofPostgres();

const databaseFile = 'upvigil.sqlite';
const logFile = `${databaseFile}-wal`;

/**
 * Works on a copy and never opens the files themselves. Opening them would let SQLite tidy up before the product does.
 * Moreover, this process may not fully close its connection, because the driver keeps statements. At the next start,
 * SQLite would then use the index of the log as the kill left it instead of reading the log. A commit without a
 * response would be visible here and not to the product.
 */
function ofSqlite(dataDir: string): KilledStorage {
  const onCopy = async <Result>(use: (storage: Storage) => Promise<Result>, after: (folder: string) => void) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-killed-'));
    for (const name of [databaseFile, logFile]) {
      if (existsSync(path.join(dataDir, name))) copyFileSync(path.join(dataDir, name), path.join(folder, name));
    }
    const storage = openSqliteStorage(folder);
    const result = await use(storage).finally(() => storage.close());
    after(folder);
    rmSync(folder, { recursive: true, force: true });
    return result;
  };
  return {
    env: {},
    isTidiedAtStart: true,
    read: (use) => onCopy(use, () => undefined),
    write: (use) =>
      onCopy(use, (folder) => {
        // Closing moved the whole log into the file.
        copyFileSync(path.join(folder, databaseFile), path.join(dataDir, databaseFile));
        for (const ending of ['-wal', '-shm']) rmSync(path.join(dataDir, databaseFile + ending), { force: true });
      }),
    remove: async () => undefined,
  };
}

async function ofPostgres(): Promise<KilledStorage> {
  const server = await startTestPostgres({ isDurable: true });
  const url = await server.createDatabase();
  const storage = openPostgresStorage({ url, poolSize: 1, onIdleError: () => undefined });
  return {
    env: { DATABASE_URL: url },
    isTidiedAtStart: false,
    async read(use) {
      await untilAlone(storage);
      return use(storage);
    },
    write: (use) => use(storage),
    async remove() {
      await storage.close();
      await server.remove();
    },
  };
}

/** The server may still execute statements of the killed process, for example a commit. */
async function untilAlone(storage: Storage): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ others: number }>`
      select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
      storage.db,
    );
    if (rows[0]?.others === 0) return;
  }
}
