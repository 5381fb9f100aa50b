import type { ChannelSettings } from '../../../base/domain/channel-rules.ts';
import type { Database } from '../../../storage/database.ts';
import { readOwnChannels } from '../../../storage/settings/channel-store.ts';
import { readNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import { readSlackSettings } from '../../../storage/settings/slack-settings-store.ts';
import type { AlertRow, DeliveryRow } from '../../../storage/tables.ts';
import type { Channel } from '../channel.ts';
import { readRecent } from './outbox-store.ts';
import { type Urgency, urgencyOf } from './urgency.ts';

/** The messages of a kind of channel that any process sent lately, and those that are being sent now. */
export interface RecentMessages {
  /** When they were sent, oldest first, milliseconds since the epoch. All, or those of a selection. */
  sent(selection?: MessageSelection): number[];
  /** The same, with those that are being sent, as if they were sent now. */
  all(selection?: MessageSelection): number[];
}

/** Messages to one destination that were at least as urgent. */
export interface MessageSelection {
  key: string;
  urgency: Urgency;
}

/**
 * Reads messages from the outbox, because limits hold for all processes together. `since` and `now` in milliseconds since
 * the epoch. `except`: ids of deliveries that do not count as being sent.
 */
export async function readRecentMessages(
  db: Database,
  channel: Channel,
  asked: { since: number; now: number; except: readonly number[] },
): Promise<RecentMessages> {
  const messages = await readRecent(db, channel.rules.name, asked);
  const settingsOf = await readSettings(db, messages);
  const sentTo: (MessageSelection & { at: number })[] = [];
  const goingTo = new Map<string, MessageSelection>();
  for (const message of messages) {
    const { recipient, alert_type, sent_at, sender } = message;
    const { key } = channel.destination(recipient, settingsOf(message));
    const urgency = urgencyOf(alert_type);
    if (sent_at !== null) {
      sentTo.push({ key, urgency, at: sent_at });
      continue;
    }
    // A process sends one message at a time to a destination, so its deliveries to one are one message.
    const going = goingTo.get(`${sender} ${key}`) ?? { key, urgency };
    goingTo.set(`${sender} ${key}`, urgency < going.urgency ? { key, urgency } : going);
  }
  const isOf = (wanted?: MessageSelection) => (one: MessageSelection) =>
    wanted === undefined || (one.key === wanted.key && one.urgency <= wanted.urgency);
  const sentOf = (wanted?: MessageSelection) => sentTo.filter(isOf(wanted)).map(({ at }) => at);
  return {
    sent: sentOf,
    all: (wanted) => [...sentOf(wanted), ...[...goingTo.values()].filter(isOf(wanted)).map(() => asked.now)],
  };
}

/** What decides where a delivery goes. */
export type Addressed = Pick<AlertRow, 'website_id'> & Pick<DeliveryRow, 'channel_id'>;

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
