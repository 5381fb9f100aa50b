import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveBrand, saveLogo } from '../../../storage/settings/branding-store.ts';
import {
  readNotificationSettings,
  saveNotificationSettings,
} from '../../../storage/settings/notification-settings-store.ts';
import { changeOn } from '../../../testing/change-on.ts';
import { fillHistory, makeAlert, makeCheck, makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import type { Backups } from '../backups.ts';
import { allRows } from '../testing/all-rows.ts';
import { type ArchiveEntry, linesOf, pack, unpack, withLines } from '../testing/archive-maker.ts';
import { testBackups } from '../testing/test-backups.ts';
import { verifyBackup } from '../verify-backup.ts';
import { type BackupTableName, parts } from './parts.ts';

let test: TestStorage;
let backups: Backups;
let folder: string;
let file: string;
let entries: ArchiveEntry[];

beforeAll(async () => {
  test = await openTestStorage();
  folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-values-'));
  file = path.join(folder, 'changed.tar.gz');
  const page = await makeMonitor(test.db);
  const port = await makeMonitor(test.db, { kind: 'TCP_PORT', website_id: page.website_id });
  await makeMonitor(test.db, { kind: 'REDIS', website_id: page.website_id });
  await makeCheck(test.db, { monitor_id: page.id });
  await fillHistory(test.db, { monitor_ids: [port.id], from: testNow - 1000, to: testNow, interval_seconds: 60 });
  const alert = await makeAlert(test.db, page);
  const delivery = { alert_id: alert.id, channel: 'email', recipient: 'a@b.c', created_at: testNow } as const;
  await test.db
    .insertInto('deliveries')
    .values({ ...delivery, status: 'pending', next_attempt_at: testNow })
    .execute();
  await saveNotificationSettings(test.db, defaultNotificationSettings);
  await changeOn(test.db)((trx) => saveBrand(trx, { brand_text: 'Acme' }));
  await changeOn(test.db)((trx) => saveLogo(trx, { base64: 'AQID', mime_type: 'image/webp' }));
  await test.db
    .insertInto('slack_settings')
    .values({ website_id: page.website_id, value: '{"enabled":false}' })
    .execute();
  backups = testBackups(test);
  const { name } = await backups.create(null);
  entries = unpack((await backups.find(name)).file);
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const partOf = (table: BackupTableName) => parts.find((part) => part.table === table) ?? parts[0];

/** Packs the archive with changed values in the first row of a table that matches `where`. */
function change(table: BackupTableName, where: Record<string, unknown>, changes: Record<string, unknown>): void {
  const columns = partOf(table)?.columns ?? [];
  const rows = linesOf(entries, table).map((line) => JSON.parse(line) as unknown[]);
  const row = rows.find((one) =>
    Object.entries(where).every(([column, value]) => one[columns.indexOf(column)] === value),
  );
  expect(row).toBeDefined();
  for (const [column, value] of Object.entries(changes)) (row ?? [])[columns.indexOf(column)] = value;
  pack(
    file,
    withLines(
      entries,
      table,
      rows.map((one) => JSON.stringify(one)),
    ),
  );
}

const page = { kind: 'URL' };
const service = { kind: 'TCP_PORT' };
const redis = { kind: 'REDIS' };
const settings = (given: object): string => JSON.stringify({ ...defaultNotificationSettings, ...given });
const year10000 = Date.UTC(10_000, 0);

const wrong: ReadonlyArray<[BackupTableName, string, Record<string, unknown>, Record<string, unknown>]> = [
  ['websites', 'name', {}, { name: 'x'.repeat(201) }],
  ['websites', 'description', {}, { description: 'x'.repeat(2001) }],
  ['websites', 'created_at', {}, { created_at: year10000 }],
  ['websites', 'created_at', {}, { created_at: -1 }],
  ['monitors', 'check_interval_seconds: Check interval must be between', page, { check_interval_seconds: 0 }],
  ['monitors', 'check_interval_seconds', page, { check_interval_seconds: -60 }],
  ['monitors', 'timeout_seconds: Timeout must be between 1 and 120', page, { timeout_seconds: 0 }],
  ['monitors', 'timeout_seconds: Timeout must be between 1 and 60', service, { timeout_seconds: 61 }],
  ['monitors', 'response_time_threshold_seconds', page, { response_time_threshold_seconds: 0 }],
  ['monitors', 'failure_threshold', page, { failure_threshold: 0 }],
  ['monitors', 'failure_threshold', page, { failure_threshold: 1.5 }],
  ['monitors', 'target', page, { target: 'ftp://shop.example.com/' }],
  ['monitors', 'target', page, { target: 'shop' }],
  ['monitors', 'metadata_tag', page, { metadata_tag: 'x'.repeat(501) }],
  ['monitors', 'target', service, { target: 'not a host' }],
  ['monitors', 'port', service, { port: 0 }],
  ['monitors', 'port', service, { port: 65_536 }],
  ['monitors', 'port', service, { port: null }],
  ['monitors', 'packet_loss_threshold', service, { packet_loss_threshold: 101 }],
  ['monitors', 'options: is not JSON', page, { options: '{' }],
  ['monitors', 'options: request.method', page, { options: '{"request":{"method":"TRACE"}}' }],
  [
    'monitors',
    'options: request.headers',
    page,
    { options: '{"request":{"headers":[{"name":"a","value":"\\r\\nb: c"}]}}' },
  ],
  [
    'monitors',
    'options: hold a secret',
    page,
    { options: '{"request":{"auth":{"type":"bearer","token":"readable"}}}' },
  ],
  ['monitors', 'options: ip_family', service, { options: '{"ip_family":"5"}' }],
  ['monitors', 'options: hold a secret', redis, { options: '{"options":{"password":"readable"}}' }],
  ['monitors', 'options: options.match: .* no such option', redis, { options: '{"options":{"match":"none"}}' }],
  ['monitors', 'options: options.security: Security must', redis, { options: '{"options":{"security":"starttls"}}' }],
  ['monitors', 'is not sealed', page, { options: '{"request":{}}', secrets: '{"auth.token":"readable"}' }],
  ['monitors', 'secrets: belong to no options', service, { secrets: '{"auth.token":"sealed:0123456789abcdef:x"}' }],
  ['monitors', 'next_due_at', service, { next_due_at: year10000 }],
  ['checks', 'response_time_us', {}, { response_time_us: -1 }],
  ['checks', 'packet_loss', {}, { packet_loss: 100.5 }],
  ['checks', 'screenshot', {}, { screenshot: '../../etc/passwd' }],
  ['checks', 'checked_at', {}, { checked_at: year10000 }],
  ['rollups_hourly', 'failures', {}, { failures: 1_000_000 }],
  ['rollups_hourly', 'sum_us', {}, { sum_us: -1 }],
  ['rollups_hourly', 'sketch', {}, { sketch: '//8=' }],
  ['rollups_hourly', 'status_counts', {}, { status_counts: '"many"' }],
  ['rollups_hourly', 'status_counts', {}, { status_counts: '{"503":"many"}' }],
  ['alerts', 'created_at', {}, { created_at: year10000 }],
  ['deliveries', 'next_attempt_at', {}, { next_attempt_at: null }],
  ['settings', 'notifications: cooldown', { key: 'notifications' }, { value: settings({ cooldown_minutes: 'soon' }) }],
  ['settings', 'notifications: cooldown', { key: 'notifications' }, { value: settings({ cooldown_minutes: 0 }) }],
  ['settings', 'notifications: email_enabled', { key: 'notifications' }, { value: settings({ email_enabled: 'yes' }) }],
  ['settings', 'notifications', { key: 'notifications' }, { value: '"soon"' }],
  ['settings', 'notifications: is not JSON', { key: 'notifications' }, { value: 'soon' }],
  ['settings', 'branding: brand_type', { key: 'branding' }, { value: '{"brand_type":"video","brand_text":""}' }],
  ['settings', 'logo: mime_type', { key: 'logo' }, { value: '{"base64":"AQID","mime_type":"text/html"}' }],
  ['slack_settings', 'enabled', {}, { value: '{"enabled":"yes"}' }],
  ['slack_settings', 'value', {}, { value: '[]' }],
];

describe('an archive is refused, by a restore and by verifying alike, when', () => {
  it.each(wrong)('a row of %s has a wrong %s', async (table, reason, where, changes) => {
    const before = await allRows(test.db);
    change(table, where, changes);
    const message = expect.stringMatching(new RegExp(`^tables/${table}\\.ndjson, line \\d+: .*${reason}`)) as string;
    await expect(verifyBackup(file)).rejects.toMatchObject({ message });
    const restoring = backups.restore(Readable.from([readFileSync(file)]));
    await expect(restoring).rejects.toMatchObject({ kind: 'invalid', message });
    expect(await allRows(test.db)).toEqual(before);
  });
});

/** Odd values that 0.1.0 accepted and stored; such an installation must be restorable. */
const odd: ReadonlyArray<[BackupTableName, Record<string, unknown>, Record<string, unknown>]> = [
  ['websites', {}, { name: '' }],
  ['monitors', page, { target: 'http://us%zzer:pw@host/' }],
  ['monitors', page, { target: 'HTTPS://ü.example.com:0/', timeout_seconds: 120, check_interval_seconds: 86_400 }],
  ['monitors', page, { check_interval_seconds: 10, timeout_seconds: 1, response_time_threshold_seconds: 0.1 }],
  ['monitors', page, { check_mode: null, packet_loss_threshold: null, name: null }],
  ['monitors', service, { target: 'db.example.com:0', name: null, packet_loss_threshold: null }],
  ['monitors', service, { target: 'fe80::1%eth0', timeout_seconds: 60 }],
  ['monitors', redis, { options: '{"options":{"password":""}}', secrets: '{"password":"sealed:0123456789abcdef:x"}' }],
  ['settings', { key: 'notifications' }, { value: '{"cooldown_minutes":60}' }],
  ['settings', { key: 'notifications' }, { value: settings({ smtp_host: 'http://foo/', smtp_username: 'a\r\nb' }) }],
];

describe('an archive is accepted when', () => {
  it.each(odd)('a row of %s is as an earlier version accepted it (%#)', async (table, where, changes) => {
    change(table, where, changes);
    await expect(verifyBackup(file)).resolves.toBeDefined();
  });

  it('it has a setting unknown to this version', async () => {
    pack(file, withLines(entries, 'settings', ['["of_tomorrow","{}"]']));
    await backups.restore(Readable.from([readFileSync(file)]));
    expect(await readNotificationSettings(test.db)).toEqual(defaultNotificationSettings);
  });
});
