import { maintenanceMessages } from '@upvigil/core/maintenance/messages';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { flagOption, textArgument, textOption } from '../../options/inputs.ts';
import { momentOption } from '../../options/moments.ts';
import { websiteIds, websiteOption } from '../../options/targets.ts';
import { toJson } from '../../output/json.ts';
import { renderPipe } from '../../output/pipe.ts';
import { markColumns } from './columns.ts';

export const mark = defineCommand({
  path: ['mark'],
  summary: 'say that something was changed, as a new version',
  description:
    'Marks a moment at which something was changed. Charts show it, and an outage that begins within 30 minutes says so: DOWN 42 s after v1.4.2.',
  examples: [
    { command: "upvigil mark 'v1.4.2' --website 3", about: 'After a deployment of one website' },
    {
      command:
        "upvigil mark 'v1.4.2' --website Shop --url https://git.example.org/shop/v1.4.2 --at 2026-11-20T18:24:00Z",
      about: 'Later, with where one can read about it',
    },
    {
      command: '0 3 * * 0 apt-get -y upgrade && upvigil mark "packages upgraded" >/dev/null',
      about: 'In a crontab: after something that concerns all websites',
    },
  ],
  arguments: { label: textArgument('<label>', 'what was changed, in a few words') },
  options: {
    website: websiteOption('the website that was changed, all without it'),
    url: textOption('--url <address>', 'where one can read about the change'),
    at: momentOption('--at <time>', 'when, as 2026-11-20T18:24:00Z; now without it'),
    public: flagOption('--public', 'let public pages show it'),
  },
  exitCodes: 'plain',
  json: 'the mark, with its id',
  async run(context, { label, website, url, at, public: isPublic }) {
    const { api } = await context.connect('admin');
    const [website_id = null] = website === null ? [] : await websiteIds(api, [website]);
    const body = { label, website_id, url, public: isPublic, ...(at === null ? {} : { at }) };
    const made = await api.marks.create({ body });
    const { terminal, form } = context;
    if (form === 'json') terminal.print(toJson(made));
    else if (form === 'pipe') renderPipe(markColumns, [made]).forEach(terminal.print);
    else terminal.print(maintenanceMessages.marked(made.label, made.website_name));
    return exitCodes.done;
  },
});
