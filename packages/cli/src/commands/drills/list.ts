import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { showList } from '../../output/show-list.ts';
import { drillColumns } from './columns.ts';

export const listDrills = defineCommand({
  path: ['drill', 'list'],
  summary: 'list when it was last proven that messages arrive',
  description:
    'Lists every channel and recipient with the newest drill, when its link was confirmed, and when it was last proven, by a drill or by an acknowledgement, that messages arrive.',
  examples: [
    { command: 'upvigil drill list', about: 'Who is known to be reached' },
    {
      command: "0 9 * * 1 upvigil drill list | awk -F'\\t' '$7 == \"\" {print $3, $4}'",
      about: 'In a crontab: mail those that were never proven',
    },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'the array of channels and recipients',
  async run(context) {
    const { api } = await context.connect('admin');
    const rows = await api.drills.list();
    await showList(context, {
      columns: drillColumns(context.now()),
      rows,
      json: rows,
      empty: tellingMessages.drill.none,
    });
    return exitCodes.done;
  },
});
