import { createHash } from 'node:crypto';
import { channelNames, keyOfDelivery } from '@upvigil/core/contract/names/channels';
import { hourMs } from '@upvigil/core/time';
import type { Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { ChannelSettings } from '../../../base/domain/channel-rules.ts';
import type { Database } from '../../../storage/database.ts';
import { readOwnChannels } from '../../../storage/settings/channel-store.ts';
import { readNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import type { MessageRow } from '../../../storage/tables.ts';
import type { Channel, Destination, MessageExtras, Note, SendResult } from '../channel.ts';
import { drillLink } from '../drill-link.ts';
import type { LinkMaker } from '../link-tokens.ts';
import { type ChannelsByKind, readSlackPlaces, unknownKind } from '../places.ts';
import { attemptToSend, persistently, startDeadline } from '../sending/attempt.ts';
import { askedPause, gaveUpReason, nextAttemptAt } from '../sending/backoff.ts';
import { recordResult } from '../sending/channel-states.ts';
import { isGone, switchOffGone } from '../sending/gone-channel.ts';
import { type CountedPlace, holdPlace, readHolds } from '../sending/holds.ts';
import { leaseMarginMilliseconds } from '../sending/leased-rows.ts';
import { claimDue, contentOf, insertRetry, readSendTimes, settle, spread } from './message-store.ts';
import { freeAt } from './pace.ts';
import type { OutboxLog } from './sender.ts';

export interface MessageSenderOptions {
  db: Database;
  clock: Clock;
  log: OutboxLog;
  channels: ChannelsByKind;
  links: LinkMaker;
  changes: Pick<ChangeFeed, 'publish'>;
  /** The id of this installation. */
  installation: () => Promise<string>;
  /** The server's public address, without a slash at the end. */
  publicUrl: () => string;
  /** How long one attempt may take. */
  sendDeadlineMilliseconds: number;
  /** Aborted when the program stops and will not wait any longer. */
  stopping: AbortSignal;
  /** The id of this process on leases. */
  owner: string;
}

/** Takes one message and does with it what can be done now. */
export type MessageSender = (message: MessageRow) => Promise<void>;

export function createMessageSender(options: MessageSenderOptions): MessageSender {
  const { db, clock, owner, sendDeadlineMilliseconds } = options;
  return async (message) => {
    const now = clock.now();
    const lease = { owner, until: now + sendDeadlineMilliseconds + leaseMarginMilliseconds };
    if (!(await claimDue(db, message.id, lease, now))) return;
    const way = await findWay(options, message);
    if (way.is === 'closed') return suppress(options, message, way.reason);
    if (way.is === 'several') return spread(db, message, way.recipients, owner);
    const free = await freeByLimit(options, way.channel, message, now);
    if (free > now) return holdBack(options, message, way.channel, free);
    const destination = way.channel.destination(message.recipient, way.settings);
    const place = { ...message, key: destination.key };
    const [heldUntil] = (await readHolds(db, [place], now)).values();
    if (heldUntil !== undefined) return waitUntil(options, message, heldUntil);
    const note = await noteOf(options, message);
    if (typeof note === 'string') return suppress(options, message, note);
    const result = await send(options, message, destination, note);
    // What was broken off by the end of the program says nothing of the channel.
    const isOfChannel = !options.stopping.aborted || result.outcome === 'sent';
    await persistently(clock, (at) => writeResult(options, { message, place, isOfChannel }, result, at));
    if (isGone(result)) options.changes.publish({ is_structural: true, has_deliveries: true });
    logResult(options, message, result);
  };
}

/** What becomes of a message by the settings as they are now. */
type Way =
  | { is: 'closed'; reason: string }
  /** It is for all whom the channel tells, each of whom gets one. */
  | { is: 'several'; recipients: string[] }
  | { is: 'open'; channel: Channel; settings: ChannelSettings };

async function findWay(options: MessageSenderOptions, message: MessageRow): Promise<Way> {
  const channel = options.channels[message.channel];
  if (!channel) return { is: 'closed', reason: unknownKind };
  if (message.channel === 'slack' && message.channel_id === null) return findSlackWay(options, channel, message);
  const settings = await readSettings(options.db, message);
  const reason = channel.rules.whyOff(asForMessage(settings, message));
  if (reason !== null) return { is: 'closed', reason };
  if (message.recipient === null) {
    const recipients = channel.rules.recipients(settings).filter((recipient) => recipient !== null);
    if (recipients.length > 0) return { is: 'several', recipients };
  }
  return { is: 'open', channel, settings };
}

/** A report goes to recipients of its own by the built-in email: that alerts go there, too, is not needed for it. */
function asForMessage(settings: ChannelSettings, { purpose, channel_id, recipient }: MessageRow): ChannelSettings {
  if (purpose !== 'report' || channel_id !== null) return settings;
  const ofReport = { email_enabled: true, email_list: recipient ?? '' };
  return { ...settings, notifications: { ...settings.notifications, ...ofReport } };
}

async function readSettings(db: Database, { channel_id }: MessageRow): Promise<ChannelSettings> {
  const notifications = await readNotificationSettings(db);
  if (channel_id === null) return { notifications, slack: null };
  const own = await readOwnChannels(db, [channel_id]);
  return { notifications, slack: null, own: own.get(channel_id) ?? 'deleted' };
}

/** The built-in Slack has settings for each website, and messages that are about none. */
async function findSlackWay(
  { db, channels }: MessageSenderOptions,
  channel: Channel,
  message: MessageRow,
): Promise<Way> {
  const places = await readSlackPlaces(db, channels);
  if (places.length === 0) return { is: 'closed', reason: 'Slack is not set for any website' };
  if (message.recipient === null) return { is: 'several', recipients: places.map(({ recipient }) => recipient) };
  const place = places.find(({ recipient }) => recipient === message.recipient);
  if (!place) return { is: 'closed', reason: `Slack is not set for ${message.recipient} any more` };
  const notifications = await readNotificationSettings(db);
  return { is: 'open', channel, settings: { notifications, slack: place.slack } };
}

/** When the channel's hourly limit lets one go, milliseconds since the epoch. Alerts count too. */
async function freeByLimit(
  { db }: MessageSenderOptions,
  { hourlyLimit, rules }: Channel,
  { id }: MessageRow,
  now: number,
): Promise<number> {
  if (hourlyLimit === null) return now;
  const times = await readSendTimes(db, rules.name, { since: now - hourMs, now, except: id });
  return freeAt({ most: hourlyLimit, milliseconds: hourMs }, times, now);
}

async function holdBack(
  { db, owner }: MessageSenderOptions,
  message: MessageRow,
  { hourlyLimit, rules }: Channel,
  free: number,
): Promise<void> {
  const reason = `held back: ${hourlyLimit} ${channelNames[rules.name]} an hour at most`;
  const isTooLate = nextAttemptAt({ ...message, attempts: 0 }, free) === null;
  const fate = isTooLate ? ({ status: 'failed', next_attempt_at: null } as const) : { next_attempt_at: free };
  await settle(db, [message.id], owner, { ...fate, reason, isAttempt: false });
}

/** What is said; as text the reason why it is needless. */
async function noteOf(options: MessageSenderOptions, message: MessageRow): Promise<Note | string> {
  const content = contentOf(message);
  if (content === null) return 'what it says cannot be read';
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

async function send(
  options: MessageSenderOptions,
  message: MessageRow,
  destination: Destination,
  note: Note,
): Promise<SendResult> {
  const extras: MessageExtras = {
    publicUrl: options.publicUrl(),
    messageId: messageIdOf(message),
    installation: await options.installation(),
    heldBackUntil: null,
    acknowledgeUrl: null,
  };
  const { signal, end } = startDeadline(options);
  try {
    return await attemptToSend((aborted) => destination.tell(note, extras, aborted), signal, options.log);
  } finally {
    end();
  }
}

/** The same at every attempt. With the time, because after a restore an id may be another's. */
function messageIdOf({ id, created_at }: MessageRow): string {
  const hash = createHash('sha256').update(`message ${id} of ${created_at}`).digest('base64url');
  return `msg_${hash.slice(0, 27)}`;
}

async function writeResult(
  { db, owner }: MessageSenderOptions,
  { message, place, isOfChannel }: { message: MessageRow; place: CountedPlace; isOfChannel: boolean },
  result: SendResult,
  now: number,
): Promise<void> {
  const askedSeconds = result.outcome === 'retry' ? (result.retryAfterSeconds ?? 0) : 0;
  await db.transaction().execute(async (trx) => {
    await writeFate(trx, message, result, { owner, now, askedSeconds });
    if (isOfChannel) await recordResult(trx, keyOfDelivery(message), result, now);
    if (isGone(result)) await switchOffGone(trx, message.channel_id, result, now);
    if (askedSeconds > 0) await holdPlace(trx, place, now + askedPause(askedSeconds), now);
  });
}

async function writeFate(
  trx: Database,
  message: MessageRow,
  result: SendResult,
  { owner, now, askedSeconds }: { owner: string; now: number; askedSeconds: number },
): Promise<void> {
  const tried = { attempts: message.attempts + 1, created_at: message.created_at };
  const next = nextAttemptAt(tried, now, askedSeconds);
  if (result.outcome === 'sent') {
    const sent = { status: 'sent', sent_at: now, next_attempt_at: null, reason: result.reason } as const;
    await settle(trx, [message.id], owner, { ...sent, isAttempt: true });
    if (result.retryFor && next) await insertRetry(trx, message, { ...result.retryFor, next_attempt_at: next });
    return;
  }
  const isOver = result.outcome === 'give-up' || next === null;
  const reason = result.outcome === 'retry' && isOver ? gaveUpReason(result.reason) : result.reason;
  const fate = isOver ? ({ status: 'failed', next_attempt_at: null } as const) : { next_attempt_at: next };
  await settle(trx, [message.id], owner, { ...fate, reason, isAttempt: true });
}

/** The provider wants nothing before that time. */
async function waitUntil({ db, owner }: MessageSenderOptions, { id }: MessageRow, until: number): Promise<void> {
  await settle(db, [id], owner, { next_attempt_at: until, isAttempt: false });
}

async function suppress({ db, owner }: MessageSenderOptions, { id }: MessageRow, reason: string): Promise<void> {
  await settle(db, [id], owner, { status: 'suppressed', reason, next_attempt_at: null, isAttempt: false });
}

function logResult({ log }: MessageSenderOptions, message: MessageRow, { outcome, reason }: SendResult): void {
  const { purpose, channel, channel_id } = message;
  const fields = { purpose, channel, channel_id, message_id: message.id, reason };
  if (outcome === 'sent') log.info(fields, 'message sent');
  else log.warn(fields, outcome === 'retry' ? 'message failed, to be tried again' : 'message refused');
}
