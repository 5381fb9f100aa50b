import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { deleteMonitors, markMonitors } from '../../checks/monitors/delete-monitors.ts';
import { createRetention } from '../../checks/record/retention.ts';
import { createWebsiteSumming } from '../../checks/record/rollups/sum-websites.ts';
import { readMonitorFigures } from '../../public/status/view/figures-store.ts';
import { readMonitors, readRecentAlerts, readWebsites } from '../../public/status/view/website-store.ts';
import { changeOn } from '../../testing/change-on.ts';
import { firstReleaseFile } from '../../testing/first-release.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { finishedCheck, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import { openSqliteStorage } from '../database.ts';
import { migrate } from '../migrate.ts';
import type { SqliteFile } from './sqlite-dialect.ts';

const hour = 3_600_000;
const paths = [
  '/dashboard/stats?hours=24',
  '/dashboard/stats?hours=8760',
  '/dashboard/down',
  '/public/statistics/1?hours=8760',
  '/websites/',
  '/urls/website/1',
  '/urls/1',
  '/urls/search?text=shop',
  '/network/websites/1/network-monitors',
  '/network/network-monitors/2/stats?hours=8760',
  '/network/network-monitors/2/checks',
  '/network/network-monitors/2/alerts',
  '/checks/url/1?hours=24',
  '/checks/url/1/history?hours=720',
  '/checks/url/1/phases',
  '/network/network-monitors/2/phases',
  '/alerts/?hours=168',
  '/alerts/url/1',
  '/alerts/open',
];

let app: ResourceApp;
let texts: Set<string>;
beforeEach(async () => {
  app = await startResourceApp();
  texts = new Set();
  app.storage.storage.onStatement((text) => texts.add(text));
});
afterEach(() => app.close());

/** All readers of history: pages, public documents, recording, retention, deletion. */
async function doEverything(): Promise<void> {
  const { id: website_id } = await makeWebsite(app.db);
  const url = await makeMonitor(app.db, { website_id });
  const service = await makeMonitor(app.db, { website_id, kind: 'TCP_PORT' });
  app.recorder.record([finishedCheck(url), finishedCheck(service)]);
  await app.recorder.flush();
  for (const each of paths) expect((await app.call('GET', each)).status, each).toBe(200);
  await readWebsites(app.db);
  await readMonitors(app.db);
  await readMonitorFigures(app.db, [url.id], testNow);
  await readRecentAlerts(app.db, website_id, { since: testNow - 168 * hour, now: testNow });
  const log = { warn: () => undefined, error: () => undefined };
  const { storage } = app.storage;
  const removeScreenshots = async (): Promise<void> => undefined;
  const finishDeletions = async (): Promise<void> => undefined;
  const clock = { ...systemClock, now: () => testNow };
  await createRetention({ storage, clock, log, removeScreenshots, finishDeletions }).runOnce();
  await createWebsiteSumming({ db: app.db, clock, changes: { subscribe: () => () => true }, log }).runOnce();
  await changeOn(app.db)((trx) => markMonitors(trx, [url.id], testNow));
  await deleteMonitors({ db: app.db, removeScreenshots }, [url.id]);
  expect((await app.call('DELETE', `/websites/${website_id}`)).status).toBe(204);
}

function openReadOnly(file: string): SqliteFile {
  const database = new DatabaseSync(file, { readOnly: true });
  onTestFinished(() => database.close());
  return database;
}

function openCopy(file: string, folder: string): SqliteFile {
  const copy = new DatabaseSync(file);
  onTestFinished(() => {
    copy.close();
    rmSync(folder, { recursive: true });
  });
  return copy;
}

/** A copy of the database whose indexes were created in reverse order. */
function openReversed(): SqliteFile {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-plans-'));
  const file = path.join(folder, 'copy.sqlite');
  copyFileSync(app.storage.storage.file ?? '', file);
  const copy = openCopy(file, folder);
  const indexes = copy
    .prepare("select name, sql from sqlite_master where type = 'index' and sql is not null order by rowid desc")
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) copy.exec(`drop index ${name}`);
  for (const { sql } of indexes) copy.exec(sql);
  return copy;
}

/** An upgraded database of the first release, whose indexes were created in another order. */
async function openUpgraded(): Promise<SqliteFile> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-plans-'));
  const file = path.join(folder, 'upvigil.sqlite');
  writeFileSync(file, firstReleaseFile());
  const storage = openSqliteStorage(folder);
  await migrate(storage);
  await storage.close();
  return openCopy(file, folder);
}

const planOf = (database: SqliteFile, text: string): unknown[] =>
  database
    .prepare(`explain query plan ${text}`)
    .all()
    .map((row) => (row as { detail: string }).detail);

test.runIf(inject('postgresPort') === null)(
  'the index that a statement uses does not depend on the order of their creation',
  async () => {
    await doEverything();
    const fresh = openReadOnly(app.storage.storage.file ?? '');
    const others = [openReversed(), await openUpgraded()];
    const statements = [...texts].filter((text) => /^(select|with|insert|update|delete)/i.test(text.trim()));
    expect(statements.filter((text) => text.includes('"screenshot" is not null'))).not.toEqual([]);
    for (const text of statements) {
      const plan = planOf(fresh, text);
      for (const other of others) expect(planOf(other, text), text).toEqual(plan);
      expect(plan.join(), text).not.toMatch(/SCAN (c|checks|r|rollups_\w+)( |$)/);
    }
  },
);
