import type { Database } from '../../../storage/database.ts';
import type { Channel } from '../channel.ts';
import { readSettings } from './delivery-settings.ts';
import { readRecent } from './delivery-store.ts';
import { readRecentTimes } from './message-store.ts';
import { type Urgency, urgencyOf } from './urgency.ts';

/** The messages of a kind of channel that any process sent recently, and those that are being sent now. */
export interface RecentMessages {
  /** When they were sent, oldest first, in milliseconds since the epoch. All, or those of a selection. */
  sent(selection?: MessageSelection): number[];
  /** The same with messages that are being sent, which count as sent now. */
  all(selection?: MessageSelection): number[];
}

/** Messages about alerts to one destination with the same or a higher urgency. */
interface MessageSelection {
  key: string;
  urgency: Urgency;
}

interface Counted {
  /** Null for a message without alerts. */
  about: MessageSelection | null;
  /** When it was sent; null while it is being sent. */
  at: number | null;
}

interface RecentAsked {
  /** Like the next field, in milliseconds since the epoch. */
  since: number;
  now: number;
  /** Ids of rows of a table that do not count as being sent. */
  except: { table: 'deliveries' | 'messages'; ids: readonly number[] } | null;
}

/**
 * Reads messages from the outbox, because limits apply to all processes together. Messages without alerts are read
 * only for channels with an hourly limit, which counts them.
 */
export async function readRecentMessages(db: Database, channel: Channel, asked: RecentAsked): Promise<RecentMessages> {
  const messages = await readAlertMessages(db, channel, asked);
  if (channel.hourlyLimit !== null) messages.push(...(await readOtherMessages(db, channel, asked)));
  const timesOf = (wanted?: MessageSelection) =>
    messages.filter(({ about }) => wanted === undefined || isAtLeast(about, wanted)).map(({ at }) => at);
  const sent = (wanted?: MessageSelection) =>
    timesOf(wanted)
      .filter((at) => at !== null)
      .sort((one, other) => one - other);
  return {
    sent,
    all: (wanted) => [...sent(wanted), ...timesOf(wanted).flatMap((at) => (at === null ? [asked.now] : []))],
  };
}

const isAtLeast = (about: Counted['about'], wanted: MessageSelection): boolean =>
  about !== null && about.key === wanted.key && about.urgency <= wanted.urgency;

const idsExcept = ({ except }: RecentAsked, table: 'deliveries' | 'messages'): readonly number[] =>
  except?.table === table ? except.ids : [];

async function readAlertMessages(db: Database, channel: Channel, asked: RecentAsked): Promise<Counted[]> {
  const rows = await readRecent(db, channel.rules.name, { ...asked, except: idsExcept(asked, 'deliveries') });
  const settingsOf = await readSettings(db, rows);
  const sent: Counted[] = [];
  const sending = new Map<string, MessageSelection>();
  for (const row of rows) {
    const { key } = channel.destination(row.recipient, settingsOf(row));
    const about = { key, urgency: urgencyOf(row.alert_type) };
    if (row.sent_at !== null) {
      sent.push({ about, at: row.sent_at });
      continue;
    }
    // A process sends one message at a time to a destination, so its deliveries to one are one message.
    const message = `${row.sender} ${key}`;
    const same = sending.get(message);
    if (!same || about.urgency < same.urgency) sending.set(message, about);
  }
  return [...sent, ...[...sending.values()].map((about) => ({ about, at: null }))];
}

async function readOtherMessages(db: Database, { rules }: Channel, asked: RecentAsked): Promise<Counted[]> {
  const times = await readRecentTimes(db, rules.name, { ...asked, except: idsExcept(asked, 'messages') });
  return times.map((at) => ({ about: null, at }));
}
