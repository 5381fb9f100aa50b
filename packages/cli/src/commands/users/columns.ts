import type { User } from '@upvigil/core/contract/users';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

export const userColumns: readonly Column<User>[] = [
  { header: 'ID', text: ({ id }) => String(id), align: 'right' },
  { header: 'EMAIL', text: ({ email }) => email, shrinkTo: 12 },
  { header: 'NAME', text: ({ name }) => name || '-', raw: ({ name }) => name, shrinkTo: 8 },
  { header: 'ROLE', text: ({ role }) => role },
  {
    header: 'STATUS',
    text: ({ status }) => status,
    role: ({ status }) => (status === 'disabled' ? 'bad' : 'plain'),
  },
  {
    header: 'LAST SEEN',
    text: ({ last_seen_at }) => (last_seen_at === null ? 'never' : dayAndTime(last_seen_at)),
    raw: ({ last_seen_at }) => last_seen_at ?? '',
    dropOrder: 2,
  },
  {
    header: 'CREATED',
    text: ({ created_at }) => dayAndTime(created_at),
    raw: ({ created_at }) => created_at,
    dropOrder: 1,
  },
];
