import { deliveryStatuses } from '@upvigil/core/contract/alerts';
import { deliveryChannels } from '@upvigil/core/contract/names/channels';
import { noticeKinds } from '@upvigil/core/contract/notices';
import { reportInput } from '@upvigil/core/contract/reports';
import { limits } from '@upvigil/core/limits';
import { z } from 'zod';
import {
  count,
  flag,
  generatedId,
  id,
  jsonOf,
  nullable,
  oneOf,
  reference,
  sealedSecrets,
  text,
  textUpTo,
  time,
  withDefault,
} from './columns.ts';
import { archived, temporary } from './table.ts';

const channels = archived(
  {
    id: generatedId,
    kind: oneOf(deliveryChannels),
    name: textUpTo(limits.channelName),
    enabled: flag,
    /** JSON by field name of its kind, without secrets. */
    config: text,
    /** JSON of encrypted secrets by storage key; null without any. */
    secrets: nullable(sealedSecrets),
    created_at: time,
  },
  { key: ['id'], since: 2 },
);

/** Recent success of each channel, including built-in ones. Unused channels have no row. */
const channel_states = archived(
  {
    /** The channel's id or name, as text. */
    ref: text,
    last_sent_at: nullable(time),
    /** Number of consecutive failed messages. */
    failures: count,
    failing_since: nullable(time),
    last_error: nullable(text),
  },
  { key: ['ref'], since: 2 },
);

/** The outbox of messages that are not alerts. */
const messages = archived(
  {
    id: generatedId,
    purpose: oneOf(['drill', 'notice', 'report', 'announcement']),
    /** Id of the drill, notice or report. */
    subject_id: nullable(id),
    channel: oneOf(deliveryChannels),
    /** As in `deliveries`, like the following fields. */
    channel_id: nullable(id),
    channel_name: nullable(text),
    recipient: nullable(text),
    /** JSON of the message's content. */
    content: jsonOf(z.unknown()),
    status: oneOf(deliveryStatuses),
    reason: nullable(text),
    attempts: withDefault(count),
    created_at: time,
    next_attempt_at: nullable(time),
    sent_at: nullable(time),
    lease_owner: nullable(text),
    lease_until: nullable(time),
  },
  { key: ['id'], since: 2 },
);

/** Websites and monitors whose alerts notify nobody until a time. */
const silences = archived(
  {
    id: generatedId,
    /** One of the two is set. */
    website_id: nullable(reference('websites')),
    monitor_id: nullable(reference('monitors')),
    until: time,
    reason: textUpTo(limits.silenceReason),
    created_at: time,
  },
  { key: ['id'], since: 2 },
);

/** Tests by which a recipient confirms that messages arrive. */
const drills = archived(
  {
    id: generatedId,
    /** The channel, as in `channel_states`. */
    ref: text,
    recipient: nullable(text),
    sent_at: time,
    repeated_at: nullable(time),
    confirmed_at: nullable(time),
  },
  { key: ['id'], since: 2 },
);

/** Notices about this installation. */
const notices = archived(
  {
    id: generatedId,
    kind: oneOf(noticeKinds),
    /** Distinguishes notices of one kind (by the channel's ref, say); empty if there is only one. */
    subject: text,
    message: text,
    began_at: time,
    ended_at: nullable(time),
  },
  { key: ['id'], since: 2 },
);

const reports = archived(
  {
    id: generatedId,
    /** JSON of the contract's report input. */
    content: jsonOf(reportInput),
    next_at: nullable(time),
    last_sent_at: nullable(time),
    last_error: nullable(text),
  },
  { key: ['id'], since: 2 },
);

/** Destinations that a provider has blocked until a time, by hash. */
const holds = temporary({ place: text, until: time });

/** Single-use links, by the SHA-256 of their token, hex. */
const link_tokens = temporary({
  token_hash: text,
  purpose: oneOf(['acknowledge', 'drill']),
  /** JSON: ids of alerts, or of the drill. */
  subject: text,
  ref: text,
  recipient: nullable(text),
  expires_at: time,
  used_at: nullable(time),
});

export const notificationTables = {
  channels,
  channel_states,
  messages,
  silences,
  drills,
  notices,
  reports,
  holds,
  link_tokens,
};
