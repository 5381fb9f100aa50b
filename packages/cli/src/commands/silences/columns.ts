import type { Silence } from '@upvigil/core/contract/silences';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

/** 'Shop', or of a monitor 'Shop: https://shop.example.org/'. */
export const mutedTarget = ({ website_name, monitor_name }: Silence): string =>
  monitor_name === null ? website_name : `${website_name}: ${monitor_name}`;

export const silenceColumns: readonly Column<Silence>[] = [
  { header: 'ID', text: ({ id }) => String(id), align: 'right' },
  { header: 'MUTED', text: mutedTarget, shrinkTo: 16 },
  { header: 'UNTIL', text: ({ until }) => dayAndTime(until), raw: ({ until }) => until },
  { header: 'REASON', text: ({ reason }) => reason || '-', raw: ({ reason }) => reason, shrinkTo: 10, dropOrder: 1 },
  {
    header: 'SINCE',
    text: ({ created_at }) => dayAndTime(created_at),
    raw: ({ created_at }) => created_at,
    dropOrder: 2,
  },
];
