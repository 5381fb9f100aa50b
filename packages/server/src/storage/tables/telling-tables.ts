import type { DeliveryPurpose, DeliveryStatus } from '@upvigil/core/contract/alerts';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { NoticeKind } from '@upvigil/core/contract/notices';
import type { ColumnType, Generated } from 'kysely';
import type { Flag, Milliseconds } from './column-types.ts';

/** The outbox and its history: one row for each alert, channel and recipient list. */
export interface DeliveryTable {
  id: Generated<number>;
  alert_id: number;
  /** Its kind. */
  channel: DeliveryChannel;
  /** Null for a built-in one, as its name. A channel that was deleted keeps both here. */
  channel_id: number | null;
  channel_name: string | null;
  purpose: ColumnType<DeliveryPurpose, DeliveryPurpose | undefined, DeliveryPurpose>;
  /** Of its policy, counted from 0. */
  step: Generated<number>;
  recipient: string | null;
  status: DeliveryStatus;
  reason: string | null;
  attempts: Generated<number>;
  created_at: Milliseconds;
  next_attempt_at: Milliseconds | null;
  sent_at: Milliseconds | null;
  /** The process that is sending it now, and until when no other may. */
  lease_owner: string | null;
  lease_until: Milliseconds | null;
}

/** The channels that somebody added. */
export interface ChannelTable {
  id: Generated<number>;
  kind: DeliveryChannel;
  name: string;
  enabled: Flag;
  /** JSON by the fields of its kind, without secrets. */
  config: string;
  /** JSON: by their place, each sealed. Null without any. */
  secrets: string | null;
  created_at: Milliseconds;
}

/** How a channel, built-in ones too, has been doing. A channel that was never used has no row. */
export interface ChannelStateTable {
  /** Its id or word, as text. */
  ref: string;
  last_sent_at: Milliseconds | null;
  /** Messages in a row that failed. */
  failures: number;
  failing_since: Milliseconds | null;
  last_error: string | null;
}

/** Places to which a provider wants nothing to be sent until a time, by a hash. They belong to the installation. */
export interface HoldTable {
  place: string;
  until: Milliseconds;
}

/** What a message that is no alert is for. */
export type MessagePurpose = 'drill' | 'notice' | 'report' | 'announcement';

/** The outbox of messages that are no alerts. */
export interface MessageTable {
  id: Generated<number>;
  purpose: MessagePurpose;
  /** Id of the drill, notice or report. */
  subject_id: number | null;
  channel: DeliveryChannel;
  /** As of a delivery, as what follows. */
  channel_id: number | null;
  channel_name: string | null;
  recipient: string | null;
  /** JSON of what it says. */
  content: string;
  status: DeliveryStatus;
  reason: string | null;
  attempts: Generated<number>;
  created_at: Milliseconds;
  next_attempt_at: Milliseconds | null;
  sent_at: Milliseconds | null;
  lease_owner: string | null;
  lease_until: Milliseconds | null;
}

/** Websites and monitors whose alerts notify nobody until a time. */
export interface SilenceTable {
  id: Generated<number>;
  /** One of the two is set. */
  website_id: number | null;
  monitor_id: number | null;
  until: Milliseconds;
  reason: string;
  created_at: Milliseconds;
}

/** Tests by which a recipient confirms that messages arrive. */
export interface DrillTable {
  id: Generated<number>;
  /** Of the channel, as in `ChannelStateTable`. */
  ref: string;
  recipient: string | null;
  sent_at: Milliseconds;
  repeated_at: Milliseconds | null;
  confirmed_at: Milliseconds | null;
}

/** What the product had to say of itself. */
export interface NoticeTable {
  id: Generated<number>;
  kind: NoticeKind;
  /** Which one of its kind: a channel's ref; empty where there is one only. */
  subject: string;
  message: string;
  began_at: Milliseconds;
  ended_at: Milliseconds | null;
}

export interface ReportTable {
  id: Generated<number>;
  /** JSON of the contract's report input. */
  content: string;
  next_at: Milliseconds | null;
  last_sent_at: Milliseconds | null;
  last_error: string | null;
}
