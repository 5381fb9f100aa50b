import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqliteStorage, type Storage } from '@upvigil/server/storage/database';
import { openPostgresStorage } from '@upvigil/server/storage/postgres/postgres-storage';
import { startTestPostgres } from '@upvigil/server/testing/postgres';
import { sql } from 'kysely';

export const killedDatabases = ['sqlite', 'postgres'] as const;
export type KilledDatabase = (typeof killedDatabases)[number];

/** Where the killed process keeps its data, and a way to it that does not depend on the product's start. */
export interface KilledStorage {
  /** The environment of the product. */
  env: Record<string, string>;
  /** Whether a start removes unfinished files at once. Where processes may share the folder it leaves them for an hour. */
  isTidiedAtStart: boolean;
  /** Reads what a kill left behind, before anything mends it. */
  read<Result>(use: (storage: Storage) => Promise<Result>): Promise<Result>;
  /** Writes to it while the product does not run. */
  write<Result>(use: (storage: Storage) => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

/** Opens the storage of a product whose data folder this is. */
export const openKilledStorage = (kind: KilledDatabase, dataDir: string): Promise<KilledStorage> =>
  kind === 'sqlite' ? Promise.resolve(ofSqlite(dataDir)) : ofPostgres();

const databaseFile = 'upvigil.sqlite';
const logFile = `${databaseFile}-wal`;

/**
 * Never opens the files themselves. The product would do so first and tidy up, so that a look would change what is looked
 * at; and a connection of this process that is not wholly closed, as the driver leaves it while statements are kept, would
 * make SQLite take the index of the log as the kill left it, in place of reading the log at the next start: a commit that
 * was never answered would be there for us and gone for the product.
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
        // Closing moved all of the log into the file.
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

/** The server still executes the statements of the killed process: a commit may be under way. */
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
