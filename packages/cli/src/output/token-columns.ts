import type { ApiToken } from '@upvigil/core/contract/tokens';
import { idColumn, timeColumn } from './columns.ts';
import type { Column } from './table.ts';

/** `now` in ms since the epoch. */
export const tokenColumns = (now: number): readonly Column<ApiToken>[] => [
  idColumn,
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 12 },
  { header: 'SCOPES', text: ({ scopes }) => scopes.join(' '), shrinkTo: 8 },
  { header: 'BEGINS', text: ({ prefix }) => prefix, dropOrder: 2 },
  timeColumn<ApiToken>('EXPIRES', ({ expires_at }) => expires_at, {
    none: 'never',
    role: ({ expires_at }) => (expires_at !== null && Date.parse(expires_at) <= now ? 'bad' : 'plain'),
  }),
  timeColumn('LAST USED', ({ last_used_at }) => last_used_at, { none: 'never', dropOrder: 3 }),
  {
    header: 'FROM',
    text: ({ last_used_ip }) => last_used_ip ?? '-',
    raw: ({ last_used_ip }) => last_used_ip ?? '',
    dropOrder: 4,
  },
  timeColumn('CREATED', ({ created_at }) => created_at, { dropOrder: 1 }),
];
