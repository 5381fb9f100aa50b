import type { Database } from '../../../storage/database.ts';
import type { Channel } from '../channel.ts';
import { readSettings } from './delivery-settings.ts';
import { readRecent } from './delivery-store.ts';
import { readRecentTimes } from './message-store.ts';
import { type Urgency, urgencyOf } from './urgency.ts';

/** The messages of a kind of channel that any process sent lately, and those that are being sent now. */
export interface RecentMessages {
  /** When they were sent, oldest first, milliseconds since the epoch. All, or those of a selection. */
  sent(selection?: MessageSelection): number[];
  /** The same, with those that are being sent, as if they were sent now. */
  all(selection?: MessageSelection): number[];
}

/** Messages about alerts to one destination that were at least as urgent. */
interface MessageSelection {
  key: string;
  urgency: Urgency;
}

/** One message; null for one that names no alert. */
type Counted = MessageSelection | null;

export interface RecentAsked {
  /** As what follows: milliseconds since the epoch. */
  since: number;
  now: number;
  /** Ids of rows of a table that do not count as being sent. */
  except: { table: 'deliveries' | 'messages'; ids: readonly number[] } | null;
}

/**
 * Reads messages from the outbox, because limits hold for all processes together. Those that name no alert are read where the
 * channel has an hourly limit, which alone counts them.
 */
export async function readRecentMessages(db: Database, channel: Channel, asked: RecentAsked): Promise<RecentMessages> {
  const alerts = await readAlertMessages(db, channel, asked);
  const others = channel.hourlyLimit === null ? [] : await readOtherTimes(db, channel, asked);
  const sent: { message: Counted; at: number }[] = alerts.sent.map(({ at, ...message }) => ({ message, at }));
  const going: Counted[] = [...alerts.going];
  for (const at of others) {
    if (at === null) going.push(null);
    else sent.push({ message: null, at });
  }
  sent.sort((one, other) => one.at - other.at);
  const isOf = (wanted: MessageSelection | undefined, one: Counted): boolean =>
    wanted === undefined || (one !== null && one.key === wanted.key && one.urgency <= wanted.urgency);
  const sentOf = (wanted?: MessageSelection) => sent.filter(({ message }) => isOf(wanted, message)).map(({ at }) => at);
  return {
    sent: sentOf,
    all: (wanted) => [...sentOf(wanted), ...going.filter((one) => isOf(wanted, one)).map(() => asked.now)],
  };
}

const idsExcept = ({ except }: RecentAsked, table: 'deliveries' | 'messages'): readonly number[] =>
  except?.table === table ? except.ids : [];

async function readAlertMessages(db: Database, channel: Channel, asked: RecentAsked) {
  const messages = await readRecent(db, channel.rules.name, { ...asked, except: idsExcept(asked, 'deliveries') });
  const settingsOf = await readSettings(db, messages);
  const sent: (MessageSelection & { at: number })[] = [];
  const going = new Map<string, MessageSelection>();
  for (const message of messages) {
    const { recipient, alert_type, sent_at, sender } = message;
    const { key } = channel.destination(recipient, settingsOf(message));
    const urgency = urgencyOf(alert_type);
    if (sent_at !== null) {
      sent.push({ key, urgency, at: sent_at });
      continue;
    }
    // A process sends one message at a time to a destination, so its deliveries to one are one message.
    const same = going.get(`${sender} ${key}`) ?? { key, urgency };
    going.set(`${sender} ${key}`, urgency < same.urgency ? { key, urgency } : same);
  }
  return { sent, going: going.values() };
}

const readOtherTimes = (db: Database, { rules }: Channel, asked: RecentAsked): Promise<(number | null)[]> =>
  readRecentTimes(db, rules.name, { ...asked, except: idsExcept(asked, 'messages') });
