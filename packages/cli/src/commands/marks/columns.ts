import type { Mark } from '@upvigil/core/contract/marks';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

export const markColumns: readonly Column<Mark>[] = [
  { header: 'ID', text: ({ id }) => String(id), align: 'right' },
  { header: 'MARK', text: ({ label }) => label, shrinkTo: 10 },
  { header: 'AT', text: ({ at }) => dayAndTime(at), raw: ({ at }) => at },
  {
    header: 'WEBSITE',
    text: ({ website_name }) => website_name ?? 'all',
    raw: ({ website_name }) => website_name ?? '',
    shrinkTo: 10,
    dropOrder: 1,
  },
  { header: 'PUBLIC', text: (mark) => (mark.public ? 'yes' : 'no'), dropOrder: 3 },
  { header: 'URL', text: ({ url }) => url ?? '-', raw: ({ url }) => url ?? '', shrinkTo: 16, dropOrder: 2 },
];
