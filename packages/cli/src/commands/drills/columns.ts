import { channelNames } from '@upvigil/core/channel-kinds/names';
import type { Drill } from '@upvigil/core/contract/drills';
import { isUnproven, proofWords } from '@upvigil/core/routing/proof-words';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

const time = (at: string | null): string => (at ? dayAndTime(at) : 'Never');

/** `now` in ms since the epoch. */
export const drillColumns = (now: number): readonly Column<Drill>[] => [
  { header: 'REF', text: ({ ref }) => String(ref) },
  { header: 'KIND', text: ({ kind }) => channelNames[kind], raw: ({ kind }) => kind, shrinkTo: 8, dropOrder: 3 },
  { header: 'CHANNEL', text: ({ name }) => name, shrinkTo: 10 },
  {
    header: 'RECIPIENT',
    text: ({ recipient }) => recipient ?? '-',
    raw: ({ recipient }) => recipient ?? '',
    shrinkTo: 10,
  },
  { header: 'SENT', text: ({ sent_at }) => time(sent_at), raw: ({ sent_at }) => sent_at ?? '', dropOrder: 2 },
  {
    header: 'CONFIRMED',
    text: ({ confirmed_at }) => (confirmed_at ? dayAndTime(confirmed_at) : '-'),
    raw: ({ confirmed_at }) => confirmed_at ?? '',
    dropOrder: 1,
  },
  {
    header: 'LAST PROVEN',
    text: ({ proven_at, unproven_since }) => proofWords(proven_at, unproven_since, now).words,
    raw: ({ proven_at }) => proven_at ?? '',
    role: ({ unproven_since }) => (isUnproven(unproven_since, now) ? 'warn' : 'plain'),
  },
];
