import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../../base/config/config.ts';
import type { Database } from '../../database.ts';
import { findStoredKey } from './secret-key.ts';

export interface LocalKey {
  /** In base64, the form of SECRET_KEY. */
  key: string;
  /** `environment`: SECRET_KEY. */
  source: 'environment' | 'database';
}

/**
 * Reads the key of the installation that the environment variables select. Null if no key was generated yet, because no
 * secret was stored.
 * @throws ConfigError for an invalid variable; database errors unchanged
 */
export async function readLocalKey(): Promise<LocalKey | null> {
  const { secretKey, dataDir, databaseUrl } = readConfig();
  if (secretKey !== null) return { key: secretKey.toString('base64'), source: 'environment' };
  const key = databaseUrl === null ? await readFromFile(dataDir) : await readFromPostgres(databaseUrl);
  return key === null ? null : { key: key.toString('base64'), source: 'database' };
}

async function readFromFile(dataDir: string): Promise<Buffer | null> {
  const file = path.join(dataDir, 'upvigil.sqlite');
  if (!existsSync(file)) return null;
  const { openSqliteSnapshot } = await import('../../snapshot.ts');
  const snapshot = await openSqliteSnapshot(file);
  return readAndClose(snapshot.db, snapshot.close);
}

async function readFromPostgres(databaseUrl: string): Promise<Buffer | null> {
  const { openPostgresStorage } = await import('../../postgres/postgres-storage.ts');
  const storage = openPostgresStorage({ url: databaseUrl, poolSize: 1, onIdleError: () => undefined });
  return readAndClose(storage.db, storage.close);
}

async function readAndClose(db: Database, close: () => Promise<void>): Promise<Buffer | null> {
  try {
    return await findStoredKey(db);
  } finally {
    await close();
  }
}
