import { builtInChannels, type ChannelRef } from '@upvigil/core/channel-kinds/names';
import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { UsageError } from '../../failures.ts';
import { type Argument, idArgument, oneWord } from '../../options/inputs.ts';
import { showList } from '../../output/show-list.ts';
import { drillColumns } from './columns.ts';

const syntax = '[ref]';

const refArgument: Argument<ChannelRef | null> = {
  syntax,
  about: `id of a channel, or one of ${builtInChannels.join(', ')}; all without it`,
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

export const drill = defineCommand({
  path: ['drill'],
  summary: 'ask recipients to confirm that messages arrive',
  description:
    'Sends a test with a link to each recipient of a channel, or of all channels. Whoever follows the link and confirms proves that messages arrive; upvigil drill list shows who did.',
  examples: [
    { command: 'upvigil drill', about: 'Ask all recipients of all channels' },
    { command: 'upvigil drill email', about: 'Those of email; of a channel that was added, its id' },
    { command: '0 10 1 * * upvigil drill 5 >/dev/null', about: 'In a crontab: channel 5, each month' },
  ],
  arguments: { ref: refArgument },
  options: {},
  exitCodes: 'plain',
  json: 'the array of channels and recipients that were asked',
  async run(context, { ref }) {
    const { api } = await context.connect('admin');
    const rows = await api.drills.start({ body: { ref } });
    await showList(context, {
      columns: drillColumns(context.now()),
      rows,
      json: rows,
      empty: tellingMessages.drill.none,
    });
    if (context.form === 'terminal') context.terminal.say(tellingMessages.drill.sent(rows.length));
    return exitCodes.done;
  },
});
