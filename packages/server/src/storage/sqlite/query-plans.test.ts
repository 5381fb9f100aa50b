import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { deleteMonitors } from '../../monitors/delete-monitors.ts';
import { readFigures } from '../../public-status/figures/figures-store.ts';
import { readMonitors, readRecentAlerts, readWebsites } from '../../public-status/figures/website-store.ts';
import { createRetention } from '../../results/retention.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { finishedCheck, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
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

/** Whatever reads history: pages, public documents, recording, retention, deletion. */
async function doEverything(): Promise<void> {
  const { id: website_id } = await makeWebsite(app.db);
  const url = await makeMonitor(app.db, { website_id });
  const service = await makeMonitor(app.db, { website_id, kind: 'TCP_PORT' });
  app.recorder.record([finishedCheck(url), finishedCheck(service)]);
  await app.recorder.flush();
  for (const each of paths) expect((await app.call('GET', each)).status, each).toBe(200);
  await readWebsites(app.db);
  await readMonitors(app.db, 'all');
  await readFigures(app.db, [url.id], testNow);
  await readRecentAlerts(app.db, [website_id], testNow - 168 * hour);
  const log = { warn: () => undefined, error: () => undefined };
  const { storage } = app.storage;
  const clock = { now: () => testNow, monotonic: () => 0 } as Parameters<typeof createRetention>[0]['clock'];
  await createRetention({ storage, clock, log, removeScreenshots: async () => undefined }).runOnce();
  await deleteMonitors(app.db, [url.id]);
  expect((await app.call('DELETE', `/websites/${website_id}`)).status).toBe(204);
}

/** A copy of the database, empty, whose indexes were made in the other order. */
function openReversed(): SqliteFile {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-plans-'));
  const file = path.join(folder, 'copy.sqlite');
  copyFileSync(app.storage.storage.file ?? '', file);
  const copy = new DatabaseSync(file);
  onTestFinished(() => {
    copy.close();
    rmSync(folder, { recursive: true });
  });
  const indexes = copy
    .prepare("select name, sql from sqlite_master where type = 'index' and sql is not null order by rowid desc")
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) copy.exec(`drop index ${name}`);
  for (const { sql } of indexes) copy.exec(sql);
  return copy;
}

const planOf = (database: SqliteFile, text: string): unknown[] =>
  (database.prepare(`explain query plan ${text}`).all() as { detail: string }[]).map(({ detail }) => detail);

test.runIf(inject('postgresPort') === null)(
  'which index a statement goes by does not hang on the order in which they were made',
  async () => {
    await doEverything();
    const fresh = new DatabaseSync(app.storage.storage.file ?? '', { readOnly: true });
    onTestFinished(() => fresh.close());
    const reversed = openReversed();
    for (const text of texts) {
      if (!/^\s*(select|with|insert|update|delete)/i.test(text)) continue;
      const a = planOf(fresh, text),
        b = planOf(reversed, text);
      if (JSON.stringify(a) !== JSON.stringify(b)) console.log(text, a, b);
      if (/SCAN/.test(JSON.stringify(a)) && /checks|rollups|alerts/.test(text)) console.log('SCAN', text, a);
    }
  },
);
