import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Database, openSqliteStorage, type Storage } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';

/** An empty, migrated database of its own for one test. */
export interface TestStorage {
  storage: Storage;
  db: Database;
  /** The data folder; removed on close. */
  folder: string;
  close(): Promise<void>;
}

export async function openTestStorage(): Promise<TestStorage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-test-'));
  const storage = openSqliteStorage(folder);
  await migrate(storage);
  return {
    storage,
    db: storage.db,
    folder,
    close: async () => {
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
