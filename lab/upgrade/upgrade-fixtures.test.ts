import { createReadStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { mostRecentChecks } from '@upvigil/core/contract/names/states';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { hashToken } from '../../packages/server/src/access/sessions.ts';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { decodeRecentChecks } from '../../packages/server/src/base/domain/recent-checks.ts';
import { listChecks } from '../../packages/server/src/checks/record/check-store.ts';
import { allRows } from '../../packages/server/src/operations/backup/testing/all-rows.ts';
import { testBackups } from '../../packages/server/src/operations/backup/testing/test-backups.ts';
import type { Database, Storage } from '../../packages/server/src/storage/database.ts';
import { newestVersion } from '../../packages/server/src/storage/migrate.ts';
import { prepareStorage } from '../../packages/server/src/storage/prepare-storage.ts';
import { askEverything, type FrozenContent } from '../../packages/server/src/testing/frozen-answers.ts';
import { createTestDatabase } from '../../packages/server/src/testing/postgres.ts';
import { loadPostgresDump } from '../../packages/server/src/testing/postgres-dump.ts';
import { startQuietApp } from '../../packages/server/src/testing/quiet-app.ts';

/** One folder for each released version, with an installation made by that version. */
const fixtures = path.resolve(import.meta.dirname, '../fixtures');
const versions = readdirSync(fixtures).filter((name) => /^\d/.test(name));
const postgresPort = inject('postgresPort');
const dialect = postgresPort === null ? 'sqlite' : 'postgres';

let folder: string;
let opened: Storage[];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-fixture-'));
  opened = [];
});
afterEach(async () => {
  for (const storage of opened) await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

it('there is a frozen installation of the first release', () => expect(versions).toContain('0.1.0'));

describe.each(versions)('an installation of version %s', (version) => {
  const fileOf = (name: string): string => path.join(fixtures, version, name);
  const content = JSON.parse(readFileSync(fileOf('content.json'), 'utf8')) as FrozenContent;
  const clock = { ...systemClock, now: () => content.frozen_at };

  /** Opens the storage as the program does: checked, copied, migrated. */
  const open = async (dataDir: string, databaseUrl: string | null): Promise<Storage> => {
    const storage = await prepareStorage({ dataDir, databaseUrl, onIdleError: () => undefined });
    opened.push(storage);
    return storage;
  };

  async function openUpgraded(): Promise<Storage> {
    if (postgresPort !== null) return open(folder, await loadDump(postgresPort, fileOf('postgres.sql.gz')));
    writeFileSync(path.join(folder, 'upvigil.sqlite'), gunzipSync(readFileSync(fileOf('upvigil.sqlite.gz'))));
    return open(folder, null);
  }

  async function openRestored(): Promise<{ storage: Storage; dataDir: string; restored: Record<string, number> }> {
    const dataDir = path.join(folder, 'restored');
    mkdirSync(dataDir);
    const storage = await open(dataDir, postgresPort === null ? null : await createTestDatabase(postgresPort));
    const backups = testBackups({ storage, db: storage.db, folder: dataDir, close: async () => undefined }, { clock });
    const { rows: restored } = await backups.restore(createReadStream(fileOf('backup.tar.gz')));
    return { storage, dataDir, restored };
  }

  it('is upgraded with everything in it, and lets in who could enter', async () => {
    const storage = await openUpgraded();
    expect(await rowCounts(storage.db)).toMatchObject(content.rows);
    const app = await startQuietApp(storage, { dataDir: folder, clock });
    expect(await askEverything(app, content.tokens[dialect])).toMatchObject(content.answers);
    expect(await app.signIn(content.password)).toMatch(/./);
    await app.stop();
  });

  it('has sessions that are the owner’s and go on, as good as they were when they began', async () => {
    const storage = await openUpgraded();
    const token = content.tokens[dialect];
    const rows = await storage.db.selectFrom('sessions').selectAll().execute();
    const mine = rows.find(({ token_hash }) => token_hash === hashToken(token));
    expect(mine).toMatchObject({ user_id: null, ip: null, client: 'browser', proxy_name: null });
    expect(mine?.confirmed_at).toBe(mine?.created_at);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const app = await startQuietApp(storage, { dataDir: folder, clock });
    const asOwner = async (method: 'GET' | 'DELETE', asked: string) =>
      app.inject({ method, url: `/api${asked}`, headers: { authorization: `Bearer ${token}` } });
    expect((await asOwner('GET', '/auth/me')).json()).toMatchObject({ kind: 'owner', scopes: ['admin'] });
    const listed = (await asOwner('GET', '/auth/sessions')).json<{ id: number; is_current: boolean }[]>();
    expect(listed.filter(({ is_current }) => is_current)).toMatchObject([{ id: mine?.id, user_name: 'owner' }]);
    // A new alert gets a new id.
    await app.signIn(content.password);
    expect((await asOwner('GET', '/auth/sessions')).json()).toHaveLength(listed.length + 1);
    expect((await asOwner('DELETE', `/auth/sessions/${mine?.id}`)).statusCode).toBe(204);
    expect((await asOwner('GET', '/auth/me')).statusCode).toBe(401);
    await app.stop();
  });

  it.skipIf(postgresPort !== null)('leaves a copy that the version which wrote it takes up as its own', async () => {
    const frozen = path.join(folder, 'frozen.sqlite');
    writeFileSync(frozen, gunzipSync(readFileSync(fileOf('upvigil.sqlite.gz'))));
    await openUpgraded();
    const copies = readdirSync(folder).filter((name) => name.includes('.before-version-'));
    // The newest release may have today's tables: then there is no upgrade to go back from.
    if (versionOf(frozen) === newestVersion) return expect(copies).toEqual([]);
    expect(copies).toEqual([`upvigil.sqlite.before-version-${newestVersion}`]);
    expect(contentOf(path.join(folder, copies[0] ?? ''))).toEqual(contentOf(frozen));
  });

  it('is restored from its backup with everything in it', async () => {
    const { storage, dataDir, restored } = await openRestored();
    expect(restored).toMatchObject(content.rows);
    expect(await rowCounts(storage.db)).toMatchObject(content.rows);
    const password = 'of the new installation';
    const app = await startQuietApp(storage, { dataDir, clock, password });
    const answers = await askEverything(app, await app.signIn(password));
    expect(answers).toMatchObject(content.answers);
    const screenshots = JSON.stringify(answers).match(/\/screenshots\/[\w-]+\.webp/g) ?? [];
    expect(screenshots.length).toBeGreaterThan(0);
    for (const screenshot of screenshots) {
      expect(await app.inject({ method: 'GET', url: `/api${screenshot}` })).toMatchObject({ statusCode: 200 });
    }
    await app.stop();
  });

  it('is the same row by row, upgraded or restored', async () => {
    const upgraded = await allRows((await openUpgraded()).db);
    expect(await allRows((await openRestored()).storage.db)).toEqual(withoutPassword(upgraded));
  });

  it('knows how each of its problems is known, upgraded or restored', async () => {
    for (const { db } of [await openUpgraded(), (await openRestored()).storage]) {
      const alerts = await db.selectFrom('alerts').select(['alert_type', 'message', 'cause']).execute();
      expect(alerts.filter(({ alert_type }) => alert_type !== 'RECOVERED')).not.toEqual([]);
      for (const { alert_type, message, cause } of alerts) {
        expect(message).toMatch(/ (is down|is slow|lacks its meta tag): | again after /);
        const inSentence =
          alert_type === 'RECOVERED' ? null : message.replace(/^.*? (is down|is slow|lacks its meta tag): /, '');
        expect(cause).toBe(inSentence);
      }
    }
  });

  it('shows the last checks of each monitor, upgraded or restored', async () => {
    for (const { db } of [await openUpgraded(), (await openRestored()).storage]) {
      const monitors = await db.selectFrom('monitors').selectAll().where('last_check_id', 'is not', null).execute();
      expect(monitors.length).toBeGreaterThan(0);
      for (const { id, recent_checks } of monitors) {
        const checks = await listChecks(db, id, { limit: mostRecentChecks });
        expect(decodeRecentChecks(recent_checks).map(({ state }) => state !== 'down')).toEqual(
          checks.toReversed().map(({ is_up }) => is_up === 1),
        );
      }
    }
  });

  it('goes on counting its ids after the upgrade', async () => {
    const { db } = await openUpgraded();
    const website = { name: 'New', description: null, created_at: content.frozen_at };
    const { id } = await db.insertInto('stored_websites').values(website).returning('id').executeTakeFirstOrThrow();
    expect(id).toBe((content.rows.websites ?? 0) + 1);
  });
});

function versionOf(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return Number(database.prepare('select max(version) as version from schema_version').get()?.version);
  } finally {
    database.close();
  }
}

/** Tables, indexes, sequences and all rows: everything that a program can read from the file. */
function contentOf(file: string): unknown {
  const opened = new DatabaseSync(file, { readOnly: true });
  const made = opened.prepare('select type, name, sql from sqlite_master order by type, name').all();
  const names = made.filter(({ type }) => type === 'table').map(({ name }) => String(name));
  const rows = names.map((name) => [name, opened.prepare(`select * from "${name}"`).all()]);
  opened.close();
  return [made, rows];
}

async function loadDump(port: number, file: string): Promise<string> {
  const url = await createTestDatabase(port);
  await loadPostgresDump(url, gunzipSync(readFileSync(file)).toString());
  return url;
}

type Tables = Awaited<ReturnType<typeof allRows>>;

const withoutPassword = (tables: Tables): Tables => ({
  ...tables,
  settings: (tables.settings ?? []).filter(([key]) => key !== 'admin_password_hash'),
});

async function rowCounts(db: Database): Promise<Record<string, number>> {
  const tables = withoutPassword(await allRows(db));
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]));
}
