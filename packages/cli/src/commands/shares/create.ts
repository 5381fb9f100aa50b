import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/page-messages/access';
import { parseDuration } from '@upvigil/core/time/short-duration';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { UsageError } from '../../failures.ts';
import { idArgument, type Option, textOption } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';

const dayMs = 86_400_000;
const { min, max } = limits.shareLink.days;

const expiresOption: Option<number> = {
  syntax: '--expires <days>',
  about: `after how many days it ends, as 30d, up to ${max}d`,
  initial: `${defaults.shareLinkDays}d`,
  parse(given) {
    if (typeof given !== 'string') return defaults.shareLinkDays;
    const days = (parseDuration(given) ?? 0) / dayMs;
    if (Number.isInteger(days) && days >= min && days <= max) return days;
    throw new UsageError(`--expires must be ${min}d to ${max}d, but it is "${given}"`);
  },
};

export const createShare = defineCommand({
  path: ['share', 'create'],
  summary: 'make a link by which others read one website',
  description:
    'Makes a link to one website for somebody who has no account, such as a customer or an agency, and prints the link and nothing else. It shows state, uptime, load times and alerts as everybody may read them, up to a year back, and nothing that could be changed. It can be copied again from the list.',
  examples: [
    { command: "upvigil share create 3 --name 'For the agency'", about: 'For 30 days; upvigil websites lists ids' },
    {
      command: '0 8 1 * * upvigil share create 3 --expires 31d | mail -s "Status of this month" boss@example.org',
      about: 'In a crontab: a new link every month',
    },
  ],
  arguments: { websiteId: idArgument('<website>', 'id of the website') },
  options: {
    expires: expiresOption,
    name: textOption('--name <text>', 'what it is called in lists; without it, as the website'),
  },
  exitCodes: 'plain',
  json: 'the share link with its id, url and expiry',
  async run({ connect, terminal, form }, { websiteId, expires, name }) {
    const { api } = await connect('admin');
    const website = await api.websites.get({ params: { websiteId } });
    const called = name ?? website.name.slice(0, limits.shareLink.name.maxLength);
    const made = await api.shareLinks.create({ body: { website_id: websiteId, name: called, expires_days: expires } });
    if (form === 'json') terminal.print(toJson(made));
    else terminal.print(made.url ?? '');
    if (form === 'terminal') terminal.say(accessMessages.shareLink.whoHolds);
    return exitCodes.done;
  },
});
