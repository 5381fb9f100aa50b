import type { NotificationSettings } from '@upvigil/core/contract/settings';
import { OtherKeyError } from '../../base/sealed-text.ts';
import { notificationSecrets } from '../../storage/settings/notification-settings-store.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { SendResult } from './channel.ts';

/**
 * Opens this one secret and sends, so that an unreadable secret of another channel does not matter. An unreadable
 * secret is retried later: it may be entered again, or its key set.
 */
export async function withOpenSecret(
  secrets: Pick<Secrets, 'open'>,
  sealed: NotificationSettings,
  field: keyof NotificationSettings,
  send: (settings: NotificationSettings) => Promise<SendResult>,
): Promise<SendResult> {
  try {
    return await send(await secrets.open(sealed, { ...notificationSecrets, fields: [field] }));
  } catch (error) {
    if (error instanceof OtherKeyError) return { outcome: 'retry', reason: error.message };
    throw error;
  }
}
