import { type ChannelRef, channelNames, type DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { splitList } from '@upvigil/core/contract/settings';
import { type SlackSettings, slackSettingsSchema } from '@upvigil/core/contract/slack';
import type { ChannelSettings } from '../../base/domain/channel-rules.ts';
import type { Database } from '../../storage/database.ts';
import { ownChannelOf } from '../../storage/settings/channel-store.ts';
import { readNotificationSettings } from '../../storage/settings/notification-settings-store.ts';
import { parseStored } from '../../storage/settings/stored-settings.ts';
import type { Channel } from './channel.ts';

/** The channels of the program by kind. */
export type ChannelsByKind = Readonly<Partial<Record<DeliveryChannel, Channel>>>;

/** One recipient of one channel. */
export interface ChannelRecipient {
  ref: ChannelRef;
  kind: DeliveryChannel;
  /** The name of the channel for people. */
  name: string;
  /** Null for a built-in channel, like the next field. */
  channel_id: number | null;
  /** When the channel was added, milliseconds since the epoch. */
  created_at: number | null;
  /** Null when the channel has no list of recipients. */
  recipient: string | null;
  /** Why nothing can be sent there now; null when it can. */
  offReason: string | null;
}

/** All added channels, enabled or not, and the built-in ones that are configured. One entry for each recipient. */
export async function listChannelRecipients(db: Database, channels: ChannelsByKind): Promise<ChannelRecipient[]> {
  return [...(await builtInRecipients(db, channels)), ...(await addedRecipients(db, channels))];
}

async function builtInRecipients(db: Database, channels: ChannelsByKind): Promise<ChannelRecipient[]> {
  const notifications = await readNotificationSettings(db);
  const recipientsOf = (ref: 'email' | 'sms' | 'slack', recipients: readonly (string | null)[]): ChannelRecipient[] =>
    recipients.map((recipient) => ({
      ref,
      kind: ref,
      name: channelNames[ref],
      channel_id: null,
      created_at: null,
      recipient,
      offReason: null,
    }));
  const listed = (['email', 'sms'] as const).flatMap((kind) => {
    const settings = { notifications, slack: null };
    const rules = channels[kind]?.rules;
    return rules?.offReason(settings) === null ? recipientsOf(kind, singly(kind, rules.recipients(settings))) : [];
  });
  const slack = (await readSlackDestinations(db, channels)).map(({ recipient }) => recipient);
  return [...listed, ...recipientsOf('slack', slack)];
}

async function addedRecipients(db: Database, channels: ChannelsByKind): Promise<ChannelRecipient[]> {
  const notifications = await readNotificationSettings(db);
  const rows = await db.selectFrom('channels').selectAll().orderBy('id').execute();
  return rows.flatMap((row) => {
    const { id, kind, name, created_at } = row;
    const settings: ChannelSettings = { notifications, slack: null, own: ownChannelOf(row) };
    const rules = channels[kind]?.rules;
    const recipients = singly(kind, rules?.recipients(settings) ?? [null]);
    const offReason = rules ? rules.offReason(settings) : unknownKind;
    return recipients.map((recipient) => ({ ref: id, kind, name, channel_id: id, created_at, recipient, offReason }));
  });
}

export const unknownKind = 'this version does not support this kind of channel';

/** An email goes to all addresses of a list at once. */
const singly = (kind: DeliveryChannel, recipients: readonly (string | null)[]): (string | null)[] =>
  kind === 'email' ? recipients.flatMap((list) => splitList(list ?? '')) : [...recipients];

/** A destination of the built-in Slack channel, shared by some websites. */
interface SlackDestination {
  /** Its name for people: its channel, or a website when several destinations have the same or no channel. */
  recipient: string;
  slack: SlackSettings;
}

/** The destinations of the built-in Slack channel, each once, by the first website that uses it. */
export async function readSlackDestinations(db: Database, channels: ChannelsByKind): Promise<SlackDestination[]> {
  const channel = channels.slack;
  if (!channel) return [];
  const notifications = await readNotificationSettings(db);
  const rows = await db
    .selectFrom('slack_settings as s')
    .innerJoin('websites as w', 'w.id', 's.website_id')
    .select(['s.value', 'w.name', 'w.id'])
    .orderBy('w.id')
    .execute();
  const found = new Map<string, SlackDestination>();
  for (const { id, name, value } of rows) {
    const settings = { notifications, slack: parseStored(slackSettingsSchema, value, {}) };
    if (channel.rules.offReason(settings) !== null) continue;
    const { key } = channel.destination(null, settings);
    if (found.has(key)) continue;
    const [label] = channel.rules.recipients(settings);
    const taken = [...found.values()].map(({ recipient }) => recipient);
    const recipient = [label, name].find((each) => each && !taken.includes(each)) ?? `${name} (${id})`;
    found.set(key, { recipient, slack: settings.slack });
  }
  return [...found.values()];
}
