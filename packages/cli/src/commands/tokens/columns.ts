import type { ApiToken } from '@upvigil/core/contract/tokens';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

const whenOr = (time: string | null, none: string): string => (time === null ? none : dayAndTime(time));

/** `now` in milliseconds since the epoch. */
export const tokenColumns = (now: number): readonly Column<ApiToken>[] => [
  { header: 'ID', text: ({ id }) => String(id), align: 'right' },
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 12 },
  { header: 'SCOPES', text: ({ scopes }) => scopes.join(' '), shrinkTo: 8 },
  { header: 'BEGINS', text: ({ prefix }) => prefix, dropOrder: 2 },
  {
    header: 'EXPIRES',
    text: ({ expires_at }) => whenOr(expires_at, 'never'),
    raw: ({ expires_at }) => expires_at ?? '',
    role: ({ expires_at }) => (expires_at !== null && Date.parse(expires_at) <= now ? 'bad' : 'plain'),
  },
  {
    header: 'LAST USED',
    text: ({ last_used_at }) => whenOr(last_used_at, 'never'),
    raw: ({ last_used_at }) => last_used_at ?? '',
    dropOrder: 3,
  },
  {
    header: 'FROM',
    text: ({ last_used_ip }) => last_used_ip ?? '-',
    raw: ({ last_used_ip }) => last_used_ip ?? '',
    dropOrder: 4,
  },
  {
    header: 'CREATED',
    text: ({ created_at }) => dayAndTime(created_at),
    raw: ({ created_at }) => created_at,
    dropOrder: 1,
  },
];
