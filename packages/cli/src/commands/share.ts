import type { ShareLink } from '@upvigil/core/contract/share-links';
import { defaults } from '@upvigil/core/defaults';
import { parseDuration } from '@upvigil/core/format/short-duration';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { dayMs } from '@upvigil/core/time';
import { websiteId as findWebsite } from '../client/find-target.ts';
import { defineCommand, type Noun } from '../command.ts';
import { UsageError } from '../failures.ts';
import { idArgument, type Option, textOption } from '../options/inputs.ts';
import { refArgument } from '../options/refs.ts';
import { idColumn, timeColumn } from '../output/columns.ts';
import { toJson } from '../output/json.ts';
import type { Column } from '../output/table.ts';
import { endCommand, listCommand } from './kit.ts';

/** Whether a link works at `now` (ms since the epoch). */
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
  // A cut link is useless: scripts read it in a pipe, and `share create` prints it.
  { header: 'LINK', text: ({ url }) => url ?? '-', raw: ({ url }) => url ?? '', dropOrder: 4 },
];

const { min, max } = limits.shareLink.days;

const expiresOption: Option<number> = {
  syntax: '--expires <days>',
  about: `days until it expires, such as 30d, up to ${max}d`,
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
  summary: 'create a link that shows one website',
  description:
    'Creates a link that shows one website to a person without an account, such as a customer or an agency, and prints only the link. The link shows state, uptime, load times and public alerts, up to a year back, and changes nothing. upvigil share list shows it again.',
  examples: {
    "upvigil share create 3 --name 'For the agency'": 'For 30 days; upvigil websites lists ids',
    '0 8 1 * * upvigil share create 3 --expires 31d | mail -s "Status of this month" boss@example.org':
      'In a crontab: a new link every month',
  },
  arguments: { ref: refArgument('<website>', 'the website') },
  options: {
    expires: expiresOption,
    name: textOption('--name <text>', 'name in lists; default: the name of the website'),
  },
  json: 'the share link with its id, url and expiry',
  async run({ connect, terminal, form }, { ref, expires, name }) {
    const { api } = await connect('admin');
    const websiteId = await findWebsite(api, ref);
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
  summary: 'list share links with their views',
  description:
    'Lists share links, newest first, with their website, state, expiry, number of views and last view. Revoked and expired links are listed for 30 days.',
  examples: {
    'upvigil share list': 'All share links',
    '0 9 1 * * upvigil share list | awk -F\'\\t\' \'$4 == "works" && $7 == "" {print $1, $3}\'':
      'In a crontab: revoke unused links once a month',
  },
  json: 'the array of share links',
  columns: shareColumns,
  empty: `${accessMessages.shareLink.none}  (upvigil share create)`,
  read: (api) => api.shareLinks.list({ query: { limit: limits.shareLink.most } }),
});

const revokeShare = endCommand({
  path: ['share', 'revoke'],
  summary: 'revoke a share link',
  description:
    'Revokes a share link at once, on every process. Does not ask, because a leaked link must be stopped quickly; you can create a new one at any time.',
  examples: {
    'upvigil share revoke 12': 'Revoke one; upvigil share list has the ids',
    '0 4 1 * * upvigil share list | awk -F\'\\t\' \'$4 == "works" && $7 == "" {print $1}\' | xargs -rn1 upvigil share revoke':
      'In a crontab: revoke unused links once a month',
  },
  arguments: { id: idArgument('<id>', 'id of the share link') },
  ended: 'revoked',
  end: (api, id) => api.shareLinks.remove({ params: { shareLinkId: id } }),
  sentence: accessMessages.shareLink.revoked,
});

export const shareNoun: Noun = {
  group: { name: 'share', summary: 'create, list and revoke links that show one website' },
  commands: [createShare, listShares, revokeShare],
};
