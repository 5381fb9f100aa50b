import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { limits } from '@upvigil/core/limits';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keyBytes } from '../../../base/config/secret-key-schema.ts';
import { fingerprintOf, OtherKeyError, sealedUnder } from '../../../base/sealed-text.ts';
import { makeMonitor, makeWebsite } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { changeChannel, channelSecretsIn, insertChannel, readOwnChannels } from '../channel-store.ts';
import {
  notificationSecrets,
  readNotificationSettings,
  saveNotificationSettings,
} from '../notification-settings-store.ts';
import { readSlackSettings, saveSlackSettings, slackSecrets } from '../slack-settings-store.ts';
import { monitorSecrets, openSecrets, secretsText } from './monitor-secrets.ts';
import { findStoredKey, removeStoredKey, requireStoredKey } from './secret-key.ts';
import { createSecrets } from './secrets.ts';
import { sealStoredSecrets } from './stored-secrets.ts';

const smtp = 'planted-smtp-\u{1f511}';
const bot = 'planted-bot-token';
let test: TestStorage;
let websiteId: number;
beforeEach(async () => {
  test = await openTestStorage();
  websiteId = (await makeWebsite(test.db)).id;
});
afterEach(() => test.close());

/** Stores secrets in plain text, as older versions did. */
async function storeReadable(): Promise<void> {
  await saveNotificationSettings(test.db, { ...defaultNotificationSettings, smtp_password: smtp });
  await saveSlackSettings(test.db, websiteId, slackSettingsSchema.parse({ bot_token: bot }));
}

/** The secrets, decrypted with the known keys. */
async function opened(configured: Buffer | null) {
  const secrets = createSecrets(() => test.db, configured);
  const notifications = await readNotificationSettings(test.db);
  const slack = (await readSlackSettings(test.db, [websiteId])).get(websiteId);
  if (!slack) throw new Error('no Slack settings');
  return {
    smtp: (await secrets.open(notifications, notificationSecrets)).smtp_password,
    bot: (await secrets.open(slack, slackSecrets(websiteId))).bot_token,
  };
}

const storedSmtp = async (): Promise<string> => (await readNotificationSettings(test.db)).smtp_password;

it('seals what an older version stored readable, once', async () => {
  await storeReadable();
  expect(await sealStoredSecrets(test.db, null)).toEqual({ sealed: 2, missing: 0 });
  const sealed = await storedSmtp();
  expect(sealedUnder(sealed)).not.toBeNull();
  expect(await sealStoredSecrets(test.db, null)).toEqual({ sealed: 0, missing: 0 });
  expect(await storedSmtp()).toBe(sealed);
  expect(await opened(null)).toEqual({ smtp, bot });
});

it('generates no key without secrets', async () => {
  await saveNotificationSettings(test.db, defaultNotificationSettings);
  expect(await sealStoredSecrets(test.db, null)).toEqual({ sealed: 0, missing: 0 });
  expect(await findStoredKey(test.db)).toBeNull();
});

it('leaves no readable secret in the file of the database', async () => {
  if (test.storage.dialect !== 'sqlite') return;
  await storeReadable();
  await sealStoredSecrets(test.db, null);
  await sql`pragma wal_checkpoint(truncate)`.execute(test.db);
  expect(readFileSync(path.join(test.folder, 'upvigil.sqlite'), 'latin1')).not.toContain('planted');
});

it('seals anew under SECRET_KEY when it is set later, and forgets the key that was made', async () => {
  await storeReadable();
  await sealStoredSecrets(test.db, null);
  const key = randomBytes(keyBytes);
  expect(await sealStoredSecrets(test.db, key)).toEqual({ sealed: 2, missing: 0 });
  expect(sealedUnder(await storedSmtp())).toBe(fingerprintOf(key));
  expect(await findStoredKey(test.db)).toBeNull();
  expect(await opened(key)).toEqual({ smtp, bot });
});

it('keeps secrets under an unknown key, which may be set later', async () => {
  await storeReadable();
  const key = randomBytes(keyBytes);
  await sealStoredSecrets(test.db, key);
  const other = randomBytes(keyBytes);
  expect(await sealStoredSecrets(test.db, other)).toEqual({ sealed: 0, missing: 2 });
  await expect(opened(other)).rejects.toThrow(OtherKeyError);
  expect(await sealStoredSecrets(test.db, key)).toEqual({ sealed: 0, missing: 0 });
  expect(await opened(key)).toEqual({ smtp, bot });
});

it('counts a secret that was damaged, and starts all the same', async () => {
  await storeReadable();
  const first = randomBytes(keyBytes);
  await sealStoredSecrets(test.db, null);
  const settings = await readNotificationSettings(test.db);
  await saveNotificationSettings(test.db, { ...settings, smtp_password: settings.smtp_password.slice(0, -6) });
  expect(await sealStoredSecrets(test.db, first)).toEqual({ sealed: 1, missing: 1 });
});

it('a secret of the greatest length is still there when it is sealed', async () => {
  const longest = '\u{1f511}'.repeat(limits.passwordLength.max / 2);
  await saveNotificationSettings(test.db, { ...defaultNotificationSettings, smtp_password: longest });
  await saveSlackSettings(test.db, websiteId, slackSettingsSchema.parse({ bot_token: longest }));
  await sealStoredSecrets(test.db, null);
  expect(await opened(null)).toEqual({ smtp: longest, bot: longest });
});

it('invalid settings do not stop the start', async () => {
  await storeReadable();
  await test.db.updateTable('slack_settings').set({ value: '["broken"]' }).execute();
  expect(await sealStoredSecrets(test.db, null)).toEqual({ sealed: 1, missing: 0 });
});

it('of several that make the key at once, all have the same', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => requireStoredKey(test.db)));
  expect(new Set(keys.map(fingerprintOf)).size).toBe(1);
  await removeStoredKey(test.db);
  expect(await findStoredKey(test.db)).toBeNull();
});

it('seals the secrets of a monitor anew when SECRET_KEY is set later, and they open for this monitor only', async () => {
  const { id } = await makeMonitor(test.db);
  const named = { 'auth.token': bot };
  const sealed = await createSecrets(() => test.db, null).seal(test.db, named, monitorSecrets(id, named));
  await test.db
    .updateTable('stored_monitors')
    .set({ secrets: secretsText(sealed) })
    .where('id', '=', id)
    .execute();
  const configured = randomBytes(keyBytes);
  expect(await sealStoredSecrets(test.db, configured)).toEqual({ sealed: 1, missing: 0 });
  expect(await findStoredKey(test.db)).toBeNull();
  const row = await test.db.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const open = await createSecrets(() => test.db, configured).opener();
  expect(openSecrets(row, open)).toEqual(named);
  expect(openSecrets({ ...row, id: id + 1 }, open)).toBeNull();
});

it('seals the secrets of a channel anew when SECRET_KEY is set later, and they open for this channel and place only', async () => {
  const values = { kind: 'webhook' as const, enabled: 1 as const, config: '{}', secrets: null, created_at: 0 };
  const { id } = await insertChannel(test.db, { ...values, name: 'Ops' });
  await insertChannel(test.db, { ...values, name: 'Without' });
  const named = { secret: bot, 'headers.x-key': smtp, previous_secret: 'the one before' };
  const sealed = await createSecrets(() => test.db, null).seal(test.db, named, channelSecretsIn(id, named));
  await changeChannel(test.db, id, { secrets: secretsText(sealed) });
  const configured = randomBytes(keyBytes);
  expect(await sealStoredSecrets(test.db, configured)).toEqual({ sealed: 3, missing: 0 });
  expect(await findStoredKey(test.db)).toBeNull();
  const own = (await readOwnChannels(test.db, [id])).get(id);
  const open = await createSecrets(() => test.db, configured).opener();
  expect(open({ ...own?.secrets }, channelSecretsIn(id, named))).toEqual(named);
  expect(() => open({ ...own?.secrets }, channelSecretsIn(id + 1, named))).toThrow(OtherKeyError);
  expect(() => open({ secret: own?.secrets.previous_secret ?? '' }, channelSecretsIn(id, { secret: '' }))).toThrow();
  expect(await sealStoredSecrets(test.db, randomBytes(keyBytes))).toEqual({ sealed: 0, missing: 3 });
});
