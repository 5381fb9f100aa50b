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

function ofSqlite(dataDir: string): KilledStorage {
  return {
    env: {},
    isTidiedAtStart: true,
    async read(use) {
      // A copy of the file and its log, as they lie there: opening the file itself would tidy up before the product does.
      const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-killed-'));
      for (const name of ['upvigil.sqlite', 'upvigil.sqlite-wal']) {
        if (existsSync(path.join(dataDir, name))) copyFileSync(path.join(dataDir, name), path.join(folder, name));
      }
      const storage = openSqliteStorage(folder);
      try {
        return await use(storage);
      } finally {
        await storage.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    async write(use) {
      const storage = openSqliteStorage(dataDir);
      try {
        return await use(storage);
      } finally {
        await storage.close();
      }
    },
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

/** What the killed process had sent is still done by the server: a commit may be under way. */
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
