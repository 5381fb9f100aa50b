import type { ListedMonitor } from '@upvigil/core/contract/monitors';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { stateBadges } from '@upvigil/core/status/monitor-state';
import { idColumn, uptimeColumn } from '../output/columns.ts';
import { plainNumber } from '../output/plain-number.ts';
import type { Column } from '../output/table.ts';
import { roleOf } from './states.ts';

/** The columns of monitors of all kinds. */
export const listedColumns: readonly Column<ListedMonitor>[] = [
  idColumn,
  {
    header: 'STATUS',
    text: ({ state }) => stateBadges[state].label,
    raw: ({ state }) => state,
    role: ({ state }) => roleOf(stateBadges[state]),
  },
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 12 },
  { header: 'KIND', text: ({ kind }) => kind, dropOrder: 4 },
  { header: 'TARGET', text: ({ target }) => target, shrinkTo: 12, dropOrder: 5 },
  { header: 'WEBSITE', text: ({ website_name }) => website_name, shrinkTo: 10 },
  { header: 'TAGS', text: ({ tags }) => tags.join(','), shrinkTo: 10, dropOrder: 3 },
  {
    header: 'RESPONSE',
    text: ({ kind, response_time }) => formatResponseTime(kind, response_time),
    raw: ({ response_time }) => plainNumber(response_time),
    align: 'right',
    dropOrder: 1,
  },
  uptimeColumn,
];
