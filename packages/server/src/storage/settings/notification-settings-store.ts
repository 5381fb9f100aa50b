import { channelSecrets } from '@upvigil/core/contract/channel-kinds/built-in';
import {
  defaultNotificationSettings,
  type NotificationSettings,
  notificationSettingsSchema,
} from '@upvigil/core/contract/settings';
import { z } from 'zod';
import type { Database } from '../database.ts';
import type { SecretsIn } from './secrets/secrets.ts';
import { parseStored } from './stored-settings.ts';

export const notificationSettingsKey = 'notifications';
const key = notificationSettingsKey;
export const notificationSecrets: SecretsIn<NotificationSettings> = { fields: channelSecrets, place: 'notifications' };

/** Schema of the stored value. Fields that an older version did not store get their defaults. */
export const storedNotificationSettings = z
  .looseObject({})
  .transform((stored) => ({ ...defaultNotificationSettings, ...stored }))
  .pipe(notificationSettingsSchema);

/** The global notification settings with encrypted secrets. */
export async function readNotificationSettings(db: Database): Promise<NotificationSettings> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  if (!row) return defaultNotificationSettings;
  return parseStored(notificationSettingsSchema, row.value, defaultNotificationSettings);
}

export async function saveNotificationSettings(db: Database, settings: NotificationSettings): Promise<void> {
  const value = JSON.stringify(settings);
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
