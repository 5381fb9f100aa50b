import type { ShareLink } from '@upvigil/core/contract/share-links';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

/** Whether a link works now. `now` in milliseconds since the epoch. */
const stateOf = ({ revoked_at, expires_at }: ShareLink, now: number): string => {
  if (revoked_at !== null) return 'revoked';
  return Date.parse(expires_at) <= now ? 'expired' : 'works';
};

export const shareColumns = (now: number): readonly Column<ShareLink>[] => [
  { header: 'ID', text: ({ id }) => String(id), align: 'right' },
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
  {
    header: 'EXPIRES',
    text: ({ expires_at }) => dayAndTime(expires_at),
    raw: ({ expires_at }) => expires_at,
    dropOrder: 1,
  },
  { header: 'VIEWS', text: ({ views }) => String(views), align: 'right', dropOrder: 2 },
  {
    header: 'LAST USED',
    text: ({ last_used_at }) => (last_used_at === null ? 'never' : dayAndTime(last_used_at)),
    raw: ({ last_used_at }) => last_used_at ?? '',
    dropOrder: 3,
  },
  // Of little use where it is cut: a script reads it, and `share create` prints it.
  { header: 'LINK', text: ({ url }) => url ?? '-', raw: ({ url }) => url ?? '', dropOrder: 4 },
];
