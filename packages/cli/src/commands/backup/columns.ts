import type { Backup } from '@upvigil/core/contract/backup';
import { formatBytes } from '@upvigil/core/format/bytes';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

export const backupColumns: readonly Column<Backup>[] = [
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 20 },
  { header: 'SIZE', text: ({ size }) => formatBytes(size), raw: ({ size }) => String(size), align: 'right' },
  { header: 'CREATED', text: ({ created }) => dayAndTime(created), raw: ({ created }) => created, dropOrder: 1 },
];
