import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Database, openSqliteStorage } from '../../storage/database.ts';
import { migrate } from '../../storage/migrate.ts';
import { fillHistory, makeAlert, makeCheck, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { allRows } from './testing/all-rows.ts';
import { anyEvidence } from './testing/any-evidence.ts';
import { testBackups } from './testing/test-backups.ts';

const opened: TestStorage[] = [];
afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close();
});

async function openSqlite(): Promise<TestStorage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-move-'));
  const storage = openSqliteStorage(folder);
  await migrate(storage);
  const close = async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  };
  opened.push({ storage, db: storage.db, folder, close });
  return { storage, db: storage.db, folder, close };
}

async function openPostgres(): Promise<TestStorage> {
  const storage = await openTestStorage();
  expect(storage.storage.dialect).toBe('postgres');
  opened.push(storage);
  return storage;
}

const hour = 3_600_000;

const header = { name: 'X-Api-Key', value: '', secret: true };
const pageOptions = JSON.stringify({
  request: { method: 'POST', headers: [header], auth: { type: 'bearer' } },
  assertions: [{ source: 'body', property: '', compare: 'contains', value: 'wïllkommen "zurück"' }],
});
const sealed = `sealed:0123456789abcdef:${'a'.repeat(60)}`;
const pageSecrets = JSON.stringify({ 'auth.token': sealed, 'headers.x-api-key': sealed });

/** A sample of everything: awkward text, all kinds, checks up and down, roll-ups with sketches, alerts and deliveries. */
async function fill(db: Database): Promise<void> {
  const { id: website_id } = await makeWebsite(db, { name: 'Ünïcode "quoted" \\ back\tslash 🚦', description: 'a\nb' });
  for (const kind of ['URL', 'TCP_PORT', 'ICMP_PING', 'IMAP'] as const) {
    const columns = kind === 'URL' ? { options: pageOptions, secrets: pageSecrets } : { options: '{"ip_family":"6"}' };
    const monitor = await makeMonitor(db, { website_id, kind, is_up: 1, next_due_at: testNow + 1, ...columns });
    for (let at = 0; at < 30; at++) {
      const is_up = at % 7 === 0 ? 0 : 1;
      const checked_at = testNow - at * 60_000;
      await makeCheck(db, { monitor_id: monitor.id, checked_at, is_up, packet_loss: 12.5, phases: 2 ** 40 - 1 - at });
    }
    const alert = await makeAlert(db, monitor, { public_message: 'is down: the answer was not as expected' });
    const seen = { alert_id: alert.id, monitor_id: monitor.id, taken_at: testNow };
    await db
      .insertInto('evidence')
      .values({ ...seen, document: JSON.stringify(anyEvidence) })
      .execute();
    await db
      .insertInto('deliveries')
      .values({
        alert_id: alert.id,
        channel: 'email',
        recipient: 'a@b.c',
        status: 'suppressed',
        reason: 'cooldown',
        created_at: testNow,
      })
      .execute();
    await fillHistory(db, { monitor_ids: [monitor.id], from: testNow - 50 * hour, to: testNow, interval_seconds: 600 });
    const period = { monitor_id: monitor.id, from_at: testNow - hour, until_at: kind === 'URL' ? testNow : null };
    await db.insertInto('disabled_periods').values(period).execute();
  }
  await db.insertInto('settings').values({ key: 'notifications', value: '{"email_list":"a@b.c"}' }).execute();
  await db.insertInto('slack_settings').values({ website_id, value: '{"enabled":false}' }).execute();
}

async function move(from: TestStorage, to: TestStorage): Promise<void> {
  const { name } = await testBackups(from).create('move');
  await testBackups(to).restore(createReadStream(path.join(from.folder, 'backups', name)));
}

test('an installation moves from SQLite to PostgreSQL and back, equal row by row', async () => {
  const [before, between, after] = [await openSqlite(), await openPostgres(), await openSqlite()];
  await fill(before.db);
  const rows = await allRows(before.db);
  expect(rows.checks).toHaveLength(120);
  expect(rows.evidence).toHaveLength(4);
  expect(rows.disabled_periods).toHaveLength(4);
  expect(rows.rollups_daily?.map((row) => row.at(-1))).toContain(86_400);

  await move(before, between);
  expect(await allRows(between.db)).toEqual(rows);
  await move(between, after);
  expect(await allRows(after.db)).toEqual(rows);
  for (const { db } of [between, after]) {
    const page = await db.selectFrom('monitors').select(['options', 'secrets']).where('kind', '=', 'URL').execute();
    expect(page).toEqual([{ options: pageOptions, secrets: pageSecrets }]);
    const checks = await db.selectFrom('checks').select('phases').where('phases', 'is not', null).execute();
    expect(checks).toHaveLength(120);
    const evidence = await db.selectFrom('evidence').select('document').execute();
    expect(evidence.map(({ document }) => JSON.parse(document))).toEqual(Array(4).fill(anyEvidence));
  }
});

test('new rows after a move get ids of their own, in every table', async () => {
  const [before, after] = [await openSqlite(), await openPostgres()];
  const mark = { label: 'v1.4.2', website_id: null, url: null, at: testNow, public: 0 as const, created_at: testNow };
  const addMark = ({ db }: TestStorage) =>
    db.insertInto('marks').values(mark).returning('id').executeTakeFirstOrThrow();
  await fill(before.db);
  await addMark(before);
  await move(before, after);
  const highest = Math.max(...(await after.db.selectFrom('monitors').select('id').execute()).map(({ id }) => id));
  expect((await makeMonitor(after.db)).id).toBeGreaterThan(highest);
  expect((await addMark(after)).id).toBe(2);
});

test('links sent before a restore are invalid after it: the same id may be another alert', async () => {
  const installation = await openPostgres();
  const link = {
    token_hash: 'of a link',
    purpose: 'acknowledge' as const,
    subject: '[1]',
    ref: 'email',
    recipient: null,
  };
  await installation.db
    .insertInto('link_tokens')
    .values({ ...link, expires_at: testNow, used_at: null })
    .execute();
  await move(installation, installation);
  expect(await installation.db.selectFrom('link_tokens').selectAll().execute()).toEqual([]);
});
