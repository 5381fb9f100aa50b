import type { ShareLink } from '@upvigil/core/contract/share-links';
import { defaults } from '@upvigil/core/defaults';
import { parseDuration } from '@upvigil/core/format/short-duration';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { dayMs } from '@upvigil/core/time';
import { defineCommand, type Noun } from '../command.ts';
import { UsageError } from '../failures.ts';
import { idArgument, type Option, textOption } from '../options/inputs.ts';
import { idColumn, timeColumn } from '../output/columns.ts';
import { toJson } from '../output/json.ts';
import type { Column } from '../output/table.ts';
import { endCommand, listCommand } from './kit.ts';

/** Whether a link works now. `now` in milliseconds since the epoch. */
const stateOf = ({ revoked_at, expires_at }: ShareLink, now: number): string => {
  if (revoked_at !== null) return 'revoked';
  return Date.parse(expires_at) <= now ? 'expired' : 'works';
};

const shareColumns = (now: number): readonly Column<ShareLink>[] => [
  idColumn,
  {
    header: 'WEBSITE',
    text: ({ website_name, website_id }) => website_name ?? `${website_id} (deleted)`,
    shrinkTo: 10,
  },
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 10 },
  {
    header: 'STATE',
    text: (link) => stateOf(link, now),
    role: (link) => (stateOf(link, now) === 'works' ? 'plain' : 'bad'),
  },
  timeColumn('EXPIRES', ({ expires_at }) => expires_at, { dropOrder: 1 }),
  { header: 'VIEWS', text: ({ views }) => String(views), align: 'right', dropOrder: 2 },
  timeColumn('LAST USED', ({ last_used_at }) => last_used_at, { none: 'never', dropOrder: 3 }),
  // Of little use where it is cut: a script reads it, and `share create` prints it.
  { header: 'LINK', text: ({ url }) => url ?? '-', raw: ({ url }) => url ?? '', dropOrder: 4 },
];

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

const createShare = defineCommand({
  path: ['share', 'create'],
  summary: 'make a link by which others read one website',
  description:
    'Makes a link to one website for somebody who has no account, such as a customer or an agency, and prints the link and nothing else. It shows state, uptime, load times and alerts as everybody may read them, up to a year back, and nothing that could be changed. It can be copied again from the list.',
  examples: {
    "upvigil share create 3 --name 'For the agency'": 'For 30 days; upvigil websites lists ids',
    '0 8 1 * * upvigil share create 3 --expires 31d | mail -s "Status of this month" boss@example.org':
      'In a crontab: a new link every month',
  },
  arguments: { websiteId: idArgument('<website>', 'id of the website') },
  options: {
    expires: expiresOption,
    name: textOption('--name <text>', 'what it is called in lists; without it, as the website'),
  },
  json: 'the share link with its id, url and expiry',
  async run({ connect, terminal, form }, { websiteId, expires, name }) {
    const { api } = await connect('admin');
    const website = await api.websites.get({ params: { websiteId } });
    const called = name ?? website.name.slice(0, limits.shareLink.name.maxLength);
    const made = await api.shareLinks.create({ body: { website_id: websiteId, name: called, expires_days: expires } });
    if (form === 'json') terminal.print(toJson(made));
    else terminal.print(made.url ?? '');
    if (form === 'terminal') terminal.say(accessMessages.shareLink.whoHolds);
  },
});

const listShares = listCommand({
  path: ['share', 'list'],
  summary: 'list share links, how often they were followed, and the links',
  description:
    'Lists the share links, newest first: of which website, whether they work, until when, and how often and when they were followed. Revoked and expired ones stay for 30 days.',
  examples: {
    'upvigil share list': 'Who may look',
    '0 9 1 * * upvigil share list | awk -F\'\\t\' \'$4 == "works" && $7 == "" {print $1, $3}\'':
      'In a crontab: once a month those that nobody follows',
  },
  json: 'the array of share links',
  columns: shareColumns,
  empty: `${accessMessages.shareLink.none}  (upvigil share create)`,
  read: (api) => api.shareLinks.list({ query: { limit: limits.shareLink.most } }),
});

const revokeShare = endCommand({
  path: ['share', 'revoke'],
  summary: 'end a share link at once',
  description:
    'Ends a share link: whoever follows it from then on sees that it does not work, on every process. There is no question, because a link that leaked must go fast; a new one is made at any time.',
  examples: {
    'upvigil share revoke 12': 'End one; upvigil share list lists ids',
    '0 4 1 * * upvigil share list | awk -F\'\\t\' \'$4 == "works" && $7 == "" {print $1}\' | xargs -rn1 upvigil share revoke':
      'In a crontab: once a month those that nobody follows',
  },
  arguments: { id: idArgument('<id>', 'id of the share link') },
  ended: 'revoked',
  end: (api, id) => api.shareLinks.remove({ params: { shareLinkId: id } }),
  said: accessMessages.shareLink.revoked,
});

export const shareNoun: Noun = {
  group: { name: 'share', summary: 'make, list and end links by which others read one website' },
  commands: [createShare, listShares, revokeShare],
};
