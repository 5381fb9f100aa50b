import { maintenanceMessages } from '@upvigil/core/maintenance/messages';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { flagOption, idOption, textArgument, textOption } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';

export const mark = defineCommand({
  path: ['mark'],
  summary: 'say that something was changed, as a new version',
  description:
    'Marks a moment at which something was changed. Charts show it, and an outage that begins within 30 minutes says so: DOWN 42 s after v1.4.2.',
  examples: [
    { command: "upvigil mark 'v1.4.2' --website 3", about: 'After a deployment of one website' },
    {
      command: '0 3 * * 0 apt-get -y upgrade && upvigil mark "packages upgraded"',
      about: 'In a crontab: after something that concerns all websites',
    },
  ],
  arguments: { label: textArgument('<label>', 'what was changed, in a few words') },
  options: {
    website: idOption('--website <id>', 'the website that was changed; all without it'),
    url: textOption('--url <address>', 'where one can read about the change'),
    public: flagOption('--public', 'let public pages show it'),
  },
  exitCodes: 'plain',
  json: 'the mark, with its id',
  async run(context, { label, website, url, public: isPublic }) {
    const { api } = await context.connect('admin');
    const made = await api.marks.create({ body: { label, website_id: website, url, public: isPublic } });
    const { terminal, form } = context;
    if (form === 'json') terminal.print(toJson(made));
    else if (form === 'pipe') terminal.print([made.id, made.label, made.at].join('\t'));
    else terminal.print(maintenanceMessages.marked(made.label, made.website_name));
    return exitCodes.done;
  },
});
