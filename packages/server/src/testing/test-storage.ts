import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { type Database, openSqliteStorage, type Storage } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { openPostgresStorage } from '../storage/postgres/postgres-storage.ts';
import { administratorOf, copyDatabase, migratedDatabase } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of this run's PostgreSQL server; null runs the tests on SQLite. */
    postgresPort: number | null;
  }
}

/** An empty, migrated database for one test. */
export interface TestStorage {
  storage: Storage;
  db: Database;
  /** The data folder; removed on close. */
  folder: string;
  close(): Promise<void>;
}

/** On SQLite, or on PostgreSQL in the run that repeats the same suites there. */
export async function openTestStorage(): Promise<TestStorage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-test-'));
  const { storage, drop } = await openCopy(folder);
  return {
    storage,
    db: storage.db,
    folder,
    close: async () => {
      await storage.close();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A migrated file of this process, whose copies need no migration. */
let migratedFile: Promise<string> | undefined;

async function makeMigratedFile(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-migrated-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const storage = openSqliteStorage(folder);
  await migrate(storage);
  await storage.close();
  return storage.file ?? '';
}

/** Kept as long as the process lives. */
let administrator: Promise<pg.Client> | undefined;

async function becomeAdministrator(port: number): Promise<pg.Client> {
  const client = await administratorOf(port);
  // The connection ends with the server.
  client.on('error', () => undefined);
  return client;
}

interface Copy {
  storage: Storage;
  /** Frees the space of a closed storage outside its folder. */
  drop: () => Promise<unknown>;
}

/** A copy of a migrated database, which needs no migration. */
async function openCopy(folder: string): Promise<Copy> {
  const port = inject('postgresPort');
  if (port === null) {
    migratedFile ??= makeMigratedFile();
    const file = await migratedFile;
    copyFileSync(file, path.join(folder, path.basename(file)));
    return { storage: openSqliteStorage(folder), drop: async () => undefined };
  }
  administrator ??= becomeAdministrator(port);
  const client = await administrator;
  const { name, address } = await copyDatabase(client, port, migratedDatabase);
  return {
    storage: await openPostgresStorage({ url: address, poolSize: 4, onIdleError: () => undefined }),
    // Forced, because a test may have left a connection open.
    drop: () => client.query(`drop database ${name} with (force)`),
  };
}
