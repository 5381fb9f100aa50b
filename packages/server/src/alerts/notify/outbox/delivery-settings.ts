import type { ChannelSettings } from '../../../base/domain/channel-rules.ts';
import type { Database } from '../../../storage/database.ts';
import { readOwnChannels } from '../../../storage/settings/channel-store.ts';
import { readNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import { readSlackSettings } from '../../../storage/settings/slack-settings-store.ts';
import type { AlertRow, DeliveryRow } from '../../../storage/tables.ts';

/** The fields that decide where a delivery goes. */
type Addressed = Pick<AlertRow, 'website_id'> & Pick<DeliveryRow, 'channel_id'>;

/** Reads the settings that decide where these deliveries go. */
export async function readSettings(
  db: Database,
  deliveries: readonly Addressed[],
): Promise<(delivery: Addressed) => ChannelSettings> {
  const notifications = await readNotificationSettings(db);
  const slack = await readSlackSettings(
    db,
    deliveries.map(({ website_id }) => website_id),
  );
  const own = await readOwnChannels(
    db,
    deliveries.flatMap(({ channel_id }) => channel_id ?? []),
  );
  return ({ website_id, channel_id }) => ({
    notifications,
    slack: slack.get(website_id) ?? null,
    own: channel_id === null ? null : (own.get(channel_id) ?? 'deleted'),
  });
}
