import type { Drill } from '@upvigil/core/contract/drills';
import { builtInChannels, type ChannelRef, channelNames } from '@upvigil/core/contract/names/channels';
import { isUnproven, proofWords } from '@upvigil/core/status/proof';
import { commandMessages } from '@upvigil/core/texts/alerts';
import { defineCommand, type Noun } from '../command.ts';
import { UsageError } from '../failures.ts';
import { type Argument, idArgument, oneWord } from '../options/inputs.ts';
import { timeColumn } from '../output/columns.ts';
import { showList } from '../output/show-list.ts';
import type { Column } from '../output/table.ts';
import { dayAndTime } from '../output/times.ts';
import { listCommand } from './kit.ts';

const time = (at: string | null): string => (at ? dayAndTime(at) : 'Never');

/** `now` in ms since the epoch. */
const drillColumns = (now: number): readonly Column<Drill>[] => [
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
  timeColumn('CONFIRMED', ({ confirmed_at }) => confirmed_at, { dropOrder: 1 }),
  {
    header: 'LAST PROVEN',
    text: ({ proven_at, unproven_since }) => proofWords(proven_at, unproven_since, now).words,
    raw: ({ proven_at }) => proven_at ?? '',
    role: ({ unproven_since }) => (isUnproven(unproven_since, now) ? 'warn' : 'plain'),
  },
];

const syntax = '[ref]';

const refArgument: Argument<ChannelRef | null> = {
  syntax,
  about: `id of a channel, or one of ${builtInChannels.join(', ')}; default all`,
  parse(given) {
    if (given === undefined) return null;
    const text = oneWord(given);
    const builtIn = builtInChannels.find((name) => name === text.toLowerCase());
    if (builtIn) return builtIn;
    if (/^\d+$/.test(text)) return idArgument(syntax, '').parse(text);
    throw new UsageError(
      `${syntax} must be the id of a channel, or one of ${builtInChannels.join(', ')}, but it is "${text}"`,
    );
  },
};

const drill = defineCommand({
  path: ['drill'],
  summary: 'ask recipients to confirm that messages arrive',
  description:
    'Sends a test message with a link to each recipient of one channel or of all channels. A recipient who confirms with the link proves that messages arrive. upvigil drill list shows the results.',
  examples: {
    'upvigil drill': 'Ask all recipients of all channels',
    'upvigil drill email': 'Recipients of the email channel; for added channels give the id',
    '0 10 1 * * upvigil drill 5 >/dev/null': 'In a crontab: channel 5, each month',
  },
  arguments: { ref: refArgument },
  json: 'the array of channels and recipients that were asked',
  async run(context, { ref }) {
    const { api } = await context.connect('admin');
    const rows = await api.drills.start({ body: { ref } });
    await showList(context, {
      columns: drillColumns(context.now()),
      rows,
      json: rows,
      empty: commandMessages.drill.none,
    });
    if (context.form === 'terminal') context.terminal.say(commandMessages.drill.sent(rows.length));
  },
});

const listDrills = listCommand({
  path: ['drill', 'list'],
  summary: 'list when messages last arrived',
  description:
    'Lists every channel and recipient with the newest drill, when its link was confirmed, and when a drill or an acknowledgement last proved that messages arrive.',
  examples: {
    'upvigil drill list': 'Recipients and their last proof',
    "0 9 * * 1 upvigil drill list | awk -F'\\t' '$7 == \"\" {print $3, $4}'":
      'In a crontab: mail the recipients without any proof',
  },
  json: 'the array of channels and recipients',
  columns: drillColumns,
  empty: commandMessages.drill.none,
  read: (api) => api.drills.list(),
});

export const drillNoun: Noun = {
  commands: [drill, listDrills],
};
