import { channelNames } from '@upvigil/core/channel-kinds/names';
import type { Channel } from '@upvigil/core/contract/channels';
import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { isUnproven, proofWords, unprovenSince } from '@upvigil/core/routing/proof-words';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

/** Why messages may not go out on it; null where nothing is known against it. */
export const troubleOf = ({ last_error, secrets_missing }: Channel): string | null =>
  secrets_missing ? tellingMessages.channel.secretsMissing : last_error;

const sinceOf = ({ proven_at, created_at }: Channel): string | null =>
  unprovenSince({ proven_at, added_at: created_at, first_drill_at: null });

/** Whether messages are known to arrive. `now` in ms since the epoch. */
export const provenText = (channel: Channel, now: number): string =>
  proofWords(channel.proven_at, sinceOf(channel), now).words;

/** `now` in ms since the epoch. */
export const channelColumns = (now: number): readonly Column<Channel>[] => [
  { header: 'ID', text: ({ id }) => String(id), align: 'right' },
  { header: 'KIND', text: ({ kind }) => channelNames[kind], raw: ({ kind }) => kind, shrinkTo: 10, dropOrder: 2 },
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 12 },
  {
    header: 'STATE',
    text: ({ enabled }) => (enabled ? 'on' : 'off'),
    role: ({ enabled }) => (enabled ? 'good' : 'quiet'),
  },
  {
    header: 'LAST SENT',
    text: ({ last_sent_at }) => (last_sent_at ? dayAndTime(last_sent_at) : 'Never'),
    raw: ({ last_sent_at }) => last_sent_at ?? '',
    dropOrder: 3,
  },
  {
    header: 'LAST PROVEN',
    text: (channel) => provenText(channel, now),
    raw: ({ proven_at }) => proven_at ?? '',
    role: (channel) => (isUnproven(sinceOf(channel), now) ? 'warn' : 'plain'),
    dropOrder: 1,
  },
  {
    header: 'LAST ERROR',
    text: (channel) => troubleOf(channel) ?? '-',
    raw: (channel) => troubleOf(channel) ?? '',
    role: (channel) => (troubleOf(channel) === null ? 'quiet' : 'bad'),
    shrinkTo: 10,
  },
];
