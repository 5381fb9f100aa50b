import { z } from 'zod';
import { fingerprintOf, OtherKeyError, sealedUnder, sealText } from '../../../base/sealed-text.ts';
import type { Database } from '../../database.ts';
import { channelSecretsIn } from '../channel-store.ts';
import { notificationSecrets, notificationSettingsKey } from '../notification-settings-store.ts';
import { slackSecrets } from '../slack-settings-store.ts';
import { webPushKeysKey, webPushSecrets } from '../web-push-keys.ts';
import { monitorSecrets, type NamedSecrets } from './monitor-secrets.ts';
import { removeStoredKey, requireStoredKey } from './secret-key.ts';
import { findKeys, mapSecrets, openWith, placeOf } from './secrets.ts';
import { totpSecretRows } from './totp-secrets.ts';

interface SealedSecrets {
  /** Number of secrets encrypted now, which were in plain text or under another key. */
  sealed: number;
  /**
   * Number of secrets that are damaged or under an unknown key. They stay unchanged, because the key may be set later.
   */
  missing: number;
}

interface SecretRow {
  settings: Record<string, unknown>;
  fields: readonly string[];
  place: string;
  /** Replaces the value unless it was changed since it was read. */
  replace(next: object): Promise<unknown>;
}

/**
 * Encrypts every stored secret with the current key: those in plain text of an older version and, if SECRET_KEY was set
 * later, those under the generated key, which is then deleted.
 */
export async function sealStoredSecrets(db: Database, configured: Buffer | null): Promise<SealedSecrets> {
  const rows = await readSecretRows(db);
  const done = { sealed: 0, missing: 0 };
  if (rows.every(hasNoSecret)) return done;
  const key = configured ?? (await requireStoredKey(db));
  const keys = await findKeys(db, configured);
  for (const row of rows) {
    const { next, sealed, missing } = sealRow(row, key, keys);
    if (sealed > 0) await row.replace(next);
    done.sealed += sealed;
    done.missing += missing;
  }
  const isStoredKeyUnused = configured !== null && done.missing === 0;
  if (isStoredKeyUnused) await removeStoredKey(db);
  return done;
}

const hasNoSecret = ({ settings, fields }: SecretRow): boolean => fields.every((field) => !settings[field]);

function sealRow({ settings, fields, place }: SecretRow, key: Buffer, keys: readonly Buffer[]) {
  const done = { sealed: 0, missing: 0 };
  const next = mapSecrets(settings, fields, (text, field) => {
    if (sealedUnder(text) === fingerprintOf(key)) return text;
    try {
      const readable = sealedUnder(text) === null ? text : openWith(keys, text, placeOf(place, field));
      done.sealed += 1;
      return sealText(key, readable, placeOf(place, field));
    } catch (error) {
      if (!(error instanceof OtherKeyError)) throw error;
      done.missing += 1;
      return text;
    }
  });
  return { next, ...done };
}

async function readSecretRows(db: Database): Promise<SecretRow[]> {
  const slack = await db.selectFrom('slack_settings').selectAll().execute();
  const monitors = await db
    .selectFrom('stored_monitors')
    .select(['id', 'secrets'])
    .where('secrets', 'is not', null)
    .execute();
  const channels = await db.selectFrom('channels').select(['id', 'secrets']).where('secrets', 'is not', null).execute();
  return [
    ...(await settingRows(db, notificationSettingsKey, notificationSecrets)),
    ...(await settingRows(db, webPushKeysKey, webPushSecrets)),
    ...slack.map(({ website_id, value }) => ({
      settings: objectOf(value),
      ...slackSecrets(website_id),
      replace: (next: object) =>
        db
          .updateTable('slack_settings')
          .set({ value: JSON.stringify(next) })
          .where('website_id', '=', website_id)
          .where('value', '=', value)
          .execute(),
    })),
    ...(await totpSecretRows(db)),
    ...monitors.map(({ id, secrets }) => namedRow(db, 'stored_monitors', id, secrets ?? '{}')),
    ...channels.map(({ id, secrets }) => namedRow(db, 'channels', id, secrets ?? '{}')),
  ];
}

/** Row of the settings under one key; none if nothing is stored. */
async function settingRows(
  db: Database,
  key: string,
  secrets: Pick<SecretRow, 'fields' | 'place'>,
): Promise<SecretRow[]> {
  const rows = await db.selectFrom('settings').select('value').where('key', '=', key).execute();
  return rows.map(({ value }) => ({
    settings: objectOf(value),
    fields: secrets.fields,
    place: secrets.place,
    replace: (next: object) =>
      db
        .updateTable('settings')
        .set({ value: JSON.stringify(next) })
        .where('key', '=', key)
        .where('value', '=', value)
        .execute(),
  }));
}

/** The secrets of a monitor or a channel, by storage key. */
function namedRow(db: Database, table: 'stored_monitors' | 'channels', id: number, secrets: string): SecretRow {
  const settings = objectOf(secrets);
  const secretsIn = table === 'channels' ? channelSecretsIn : monitorSecrets;
  const { fields, place } = secretsIn(id, settings as NamedSecrets);
  return {
    settings,
    fields,
    place,
    replace: (next) =>
      db
        .updateTable(table)
        .set({ secrets: JSON.stringify(next) })
        .where('id', '=', id)
        .where('secrets', '=', secrets)
        .execute(),
  };
}

/** Invalid settings hold no secret. */
function objectOf(value: string): Record<string, unknown> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(JSON.parse(value));
  return parsed.success ? parsed.data : {};
}
