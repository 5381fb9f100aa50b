import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { createBackups } from '@upvigil/server/backup/backups';
import { verifyBackup } from '@upvigil/server/backup/verify-backup';
import { systemClock } from '@upvigil/server/clock';
import { readProductVersion } from '@upvigil/server/product-files';
import { sealStoredSecrets } from '@upvigil/server/settings/secrets/stored-secrets';
import { openSqliteStorage, type Storage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { openPostgresStorage } from '@upvigil/server/storage/postgres/postgres-storage';
import { askEverything, type FrozenAnswers, type FrozenContent } from '@upvigil/server/testing/frozen-answers';
import { startTestPostgres } from '@upvigil/server/testing/postgres';
import { dumpPostgres, loadPostgresDump } from '@upvigil/server/testing/postgres-dump';
import { startQuietApp } from '@upvigil/server/testing/quiet-app';
import { fillInstallation, type WayIn } from './fixture/fill-installation.ts';
import { frozenAt } from './fixture/story.ts';

/**
 * Freezes a small installation of this version, as SQLite file, PostgreSQL dump and backup, into `fixtures/{version}/`.
 * Tests upgrade and restore it with every later version, so a folder that is there is never written again.
 * npx tsx --conditions=source scripts/freeze-fixture.ts
 */
const version = readProductVersion();
const fixture = path.join(import.meta.dirname, '..', 'fixtures', version);
const clock = { ...systemClock, now: () => frozenAt };

async function main(): Promise<void> {
  if (existsSync(fixture)) throw new Error(`${fixture} is there already: what is frozen stays as it is`);
  const work = mkdtempSync(path.join(os.tmpdir(), 'upvigil-freeze-'));
  const postgres = await startTestPostgres();
  try {
    const sqlite = await freezeSqlite(work);
    const { answers, rows } = sqlite;
    const { dump, wayIn } = await freezePostgres(() => postgres.createDatabase(), path.join(work, 'postgres'), answers);
    mkdirSync(fixture, { recursive: true });
    writeFileSync(
      path.join(fixture, 'upvigil.sqlite.gz'),
      gzipSync(readFileSync(path.join(work, 'upvigil.sqlite')), { level: 9 }),
    );
    writeFileSync(path.join(fixture, 'postgres.sql.gz'), gzipSync(dump, { level: 9 }));
    copyFileSync(sqlite.backup, path.join(fixture, 'backup.tar.gz'));
    const tokens = { sqlite: sqlite.wayIn.token, postgres: wayIn.token };
    const frozen = { product_version: version, frozen_at: frozenAt, password: wayIn.password, tokens };
    const content: FrozenContent = { ...frozen, rows, answers };
    writeFileSync(path.join(fixture, 'content.json'), `${JSON.stringify(content, null, 2)}\n`);
  } finally {
    await postgres.remove();
    rmSync(work, { recursive: true, force: true });
  }
}

async function freezeSqlite(dataDir: string) {
  const storage = openSqliteStorage(dataDir);
  await migrate(storage);
  const wayIn = await fillInstallation(storage, dataDir);
  const backups = createBackups({
    ...{ storage, dataDir, clock, productVersion: version },
    changes: { publish: () => undefined, subscribe: () => () => undefined },
    sealSecrets: (transaction) => sealStoredSecrets(transaction, null),
    pauseChecks: async () => undefined,
    resumeChecks: async () => undefined,
    log: { info: () => undefined, error: () => undefined },
  });
  const backup = (await backups.find((await backups.create('frozen')).name)).file;
  const { rows } = await verifyBackup(backup);
  const answers = await answersOf(storage, dataDir, wayIn);
  await storage.close();
  return { wayIn, backup, rows, answers };
}

/** Filled by itself and not from the backup, so that its ids were counted up as in use. */
async function freezePostgres(
  createDatabase: () => Promise<string>,
  dataDir: string,
  expected: FrozenAnswers,
): Promise<{ dump: string; wayIn: WayIn }> {
  const url = await createDatabase();
  const storage = openPostgresStorage({ url, poolSize: 4, onIdleError: () => undefined });
  await migrate(storage);
  const wayIn = await fillInstallation(storage, dataDir);
  const answers = await answersOf(storage, dataDir, wayIn);
  await storage.close();
  assert.deepStrictEqual(answers, expected);
  const dump = await dumpPostgres(url);
  const copy = await createDatabase();
  await loadPostgresDump(copy, dump);
  assert.equal(await dumpPostgres(copy), dump);
  return { dump, wayIn };
}

async function answersOf(storage: Storage, dataDir: string, { token }: WayIn): Promise<FrozenAnswers> {
  const app = await startQuietApp(storage, { dataDir, clock });
  try {
    return await askEverything(app, token);
  } finally {
    await app.stop();
  }
}

await main();
