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

/** The channels that somebody added. */
const channels = archived(
  {
    id: generatedId,
    kind: oneOf(deliveryChannels),
    name: textUpTo(limits.channelName),
    enabled: flag,
    /** JSON by the fields of its kind, without secrets. */
    config: text,
    /** JSON: by the names of their places, each sealed. Null without any. */
    secrets: nullable(sealedSecrets),
    created_at: time,
  },
  { key: ['id'], since: 2 },
);

/** How a channel, built-in ones too, has been doing. A channel that was never used has no row. */
const channel_states = archived(
  {
    /** Its id or word, as text. */
    ref: text,
    last_sent_at: nullable(time),
    /** Messages in a row that failed. */
    failures: count,
    failing_since: nullable(time),
    last_error: nullable(text),
  },
  { key: ['ref'], since: 2 },
);

/** The outbox of messages that are no alerts. */
const messages = archived(
  {
    id: generatedId,
    purpose: oneOf(['drill', 'notice', 'report', 'announcement']),
    /** Id of the drill, notice or report. */
    subject_id: nullable(id),
    channel: oneOf(deliveryChannels),
    /** As of a delivery, as what follows. */
    channel_id: nullable(id),
    channel_name: nullable(text),
    recipient: nullable(text),
    /** JSON of what it says. */
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
    /** Of the channel, as in `channel_states`. */
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
    /** Which one of its kind: a channel's ref; empty where there is one only. */
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

/** Places to which a provider wants nothing to be sent until a time, by a hash. */
const holds = temporary({ place: text, until: time });

/** Links that do one thing once, by the SHA-256 of their token, hex. */
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
