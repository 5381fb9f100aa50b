import { createHash } from 'node:crypto';
import { keyOfDelivery } from '@upvigil/core/contract/names/channels';
import type { ChannelSettings } from '../../../base/domain/channel-rules.ts';
import type { Database } from '../../../storage/database.ts';
import { readOwnChannels } from '../../../storage/settings/channel-store.ts';
import { readNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import type { MessageRow } from '../../../storage/tables.ts';
import type { Channel, Note } from '../channel.ts';
import { type ChannelsByKind, readSlackDestinations, unknownKind } from '../channel-recipients.ts';
import type { LinkMaker } from '../link-tokens.ts';
import { contentOf } from '../sending/new-messages.ts';
import { laneKey, messageRows, readDue, spread } from './message-store.ts';
import { idsOf, type Lease, sentAt } from './outbox-table.ts';
import type { Batch, OutboxContext, Queue } from './queue.ts';

interface MessageQueueOptions extends OutboxContext {
  channels: ChannelsByKind;
  links: LinkMaker;
}

/** A message with its content. */
type ComposedMessage = MessageRow & { note: Note };

/**
 * The messages without alerts: drills, notices, reports, announcements. Each is sent separately, after the alerts of
 * its channel.
 */
export function createMessageQueue(options: MessageQueueOptions): Queue<MessageRow, ComposedMessage> {
  const { db, owner } = options;
  return {
    table: messageRows,
    sentences: { sent: 'message sent', retry: 'message failed, retrying later', 'give-up': 'message refused' },
    logFields: {},
    findDue: (now) => findDueMessages(options, now),
    readNextDue: (now) => messageRows.readNextDue(db, now),
    async claim({ rows }, lease, now) {
      const [message] = rows;
      if (!message || !(await claimOne(db, message, lease, now))) return [];
      const note = await composeNote(options, message);
      if (typeof note !== 'string') return [{ ...message, note }];
      await suppress(options, message, note);
      return [];
    },
    messageId: ([message]) => messageIdOf(message),
    async send({ destination, rows }, extras, signal) {
      const [message] = rows;
      if (!message) throw new Error('a batch without a message');
      return destination.sendNote(message.note, { ...extras, throttledUntil: null }, signal);
    },
    async writeSent(trx, rows, reason, now) {
      await messageRows.settle(trx, idsOf(rows), owner, { ...sentAt(now), reason });
      return rows[0];
    },
    fieldsOf: ([message]) => ({
      purpose: message?.purpose,
      channel: message?.channel,
      channel_id: message?.channel_id,
      message_id: message?.id,
    }),
  };
}

const claimOne = async (db: Database, { id }: MessageRow, lease: Lease, now: number): Promise<boolean> =>
  (await messageRows.claimDue(db, [id], lease, now)).has(id);

/** Uses the present settings. Messages to a whole channel are first split, one for each recipient. */
async function findDueMessages(options: MessageQueueOptions, now: number): Promise<Batch<MessageRow>[]> {
  const { db, owner, channels } = options;
  const due = await readDue(db, now);
  if (due.length === 0) return [];
  const facts = await readRouteFacts(db, channels, due);
  const lease: Lease = { owner, until: now + options.sendDeadlineMilliseconds };
  const batches: Batch<MessageRow>[] = [];
  let isAnySpread = false;
  for (const message of due) {
    const route = findRoute(channels, facts, message);
    if ('channel' in route) {
      const key = laneKey(message);
      const destination = route.channel.destination(message.recipient, route.settings);
      batches.push({ key, lane: key, channel: route.channel, destination, rows: [message] });
    } else if (await claimOne(db, message, lease, now)) {
      if ('reason' in route) await suppress(options, message, route.reason);
      else isAnySpread = (await spread(db, message, route.recipients, owner)) || isAnySpread;
    }
  }
  return isAnySpread ? findDueMessages(options, now) : batches;
}

/** The facts that decide where messages go. */
interface RouteFacts {
  notifications: ChannelSettings['notifications'];
  own: Awaited<ReturnType<typeof readOwnChannels>>;
  slackDestinations: Awaited<ReturnType<typeof readSlackDestinations>>;
}

async function readRouteFacts(
  db: Database,
  channels: ChannelsByKind,
  messages: readonly MessageRow[],
): Promise<RouteFacts> {
  return {
    notifications: await readNotificationSettings(db),
    own: await readOwnChannels(
      db,
      messages.flatMap(({ channel_id }) => channel_id ?? []),
    ),
    slackDestinations: messages.some(isBuiltInSlack) ? await readSlackDestinations(db, channels) : [],
  };
}

/** The route of a message: none with a reason, several recipients, or one destination. */
type Route = { reason: string } | { recipients: string[] } | { channel: Channel; settings: ChannelSettings };

function findRoute(channels: ChannelsByKind, facts: RouteFacts, message: MessageRow): Route {
  const channel = channels[message.channel];
  if (!channel) return { reason: unknownKind };
  if (isBuiltInSlack(message)) return findSlackRoute(channel, facts, message);
  const settings = settingsOf(facts, message);
  const reason = channel.rules.offReason(asForMessage(settings, message));
  if (reason !== null) return { reason };
  if (message.recipient === null) {
    const recipients = channel.rules.recipients(settings).filter((recipient) => recipient !== null);
    if (recipients.length > 0) return { recipients };
  }
  return { channel, settings };
}

const settingsOf = ({ notifications, own }: RouteFacts, { channel_id }: MessageRow): ChannelSettings =>
  channel_id === null
    ? { notifications, slack: null }
    : { notifications, slack: null, own: own.get(channel_id) ?? 'deleted' };

/** A report has its own recipients of the built-in email: email alerts need not be enabled. */
function asForMessage(settings: ChannelSettings, { purpose, channel_id, recipient }: MessageRow): ChannelSettings {
  if (purpose !== 'report' || channel_id !== null) return settings;
  const ofReport = { email_enabled: true, email_list: recipient ?? '' };
  return { ...settings, notifications: { ...settings.notifications, ...ofReport } };
}

const isBuiltInSlack = ({ channel, channel_id }: MessageRow): boolean => channel === 'slack' && channel_id === null;

/** The built-in Slack channel has settings for each website; these messages belong to none. */
function findSlackRoute(
  channel: Channel,
  { notifications, slackDestinations }: RouteFacts,
  { recipient }: MessageRow,
): Route {
  if (slackDestinations.length === 0) return { reason: 'Slack is not set for any website' };
  if (recipient === null) return { recipients: slackDestinations.map((place) => place.recipient) };
  const place = slackDestinations.find((one) => one.recipient === recipient);
  if (!place) return { reason: `Slack is not set for ${recipient} any more` };
  return { channel, settings: { notifications, slack: place.slack } };
}

/** The content of a message, or the reason (a string) why it is no longer needed. */
async function composeNote(options: MessageQueueOptions, message: MessageRow): Promise<Note | string> {
  const content = contentOf(message);
  if (content === null) return 'its content cannot be read';
  const { purpose } = message;
  const { title, text, html, link } = content;
  const publicUrl = options.publicUrl();
  if (purpose !== 'drill') {
    return { purpose, title, text, html, link: link && { label: link.label, url: publicUrl + link.path } };
  }
  const confirm = await drillLink(options.db, options.links, message, options.clock.now());
  if ('needless' in confirm) return confirm.needless;
  return { purpose, title, text, link: { label: confirm.label, url: publicUrl + confirm.path } };
}

/** The confirmation link of a drill, or the reason why the drill is no longer needed. */
async function drillLink(
  db: Database,
  links: LinkMaker,
  message: Pick<MessageRow, 'subject_id' | 'channel' | 'channel_id' | 'recipient'>,
  now: number,
): Promise<{ label: string; path: string } | { needless: string }> {
  const drill = await db
    .selectFrom('drills')
    .select(['id', 'sent_at', 'confirmed_at'])
    .where('id', '=', message.subject_id ?? 0)
    .executeTakeFirst();
  if (!drill) return { needless: 'the drill was deleted' };
  if (drill.confirmed_at !== null) return { needless: 'the drill has been confirmed' };
  const about = { named: [[drill.id, drill.sent_at] as [number, number]], recipient: message.recipient };
  const path = await links.make(db, { purpose: 'drill', ref: keyOfDelivery(message), ...about }, 'drill', now);
  return { label: 'Confirm that this message arrived', path };
}

/** Includes the time, because after a restore an id may belong to another message. */
function messageIdOf(message: Pick<MessageRow, 'id' | 'created_at'> | undefined): string {
  const hash = createHash('sha256').update(`message ${message?.id} of ${message?.created_at}`).digest('base64url');
  return `msg_${hash.slice(0, 27)}`;
}

/** For a message that this process has leased. */
async function suppress({ db, owner }: OutboxContext, { id }: MessageRow, reason: string): Promise<void> {
  const suppressed = { status: 'suppressed', reason, next_attempt_at: null } as const;
  await messageRows.settle(db, [id], owner, { ...suppressed, isAttempt: false });
}
