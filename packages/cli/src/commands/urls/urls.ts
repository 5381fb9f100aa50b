import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { formatPercent } from '@upvigil/core/format/percent';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import { messages } from '@upvigil/core/messages';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { plainNumber } from '../../output/plain-number.ts';
import { showList } from '../../output/show-list.ts';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';
import { roleOf, urlBadge, withRemarks } from '../../status/states.ts';

/** `now`: ms since the epoch. */
const columnsAt = (now: number): readonly Column<UrlMonitor>[] => [
  { header: 'ID', text: ({ id }) => String(id), align: 'right' },
  { header: 'STATUS', text: (url) => urlBadge(url).label, role: (url) => roleOf(urlBadge(url)) },
  {
    header: 'URL',
    text: (url) => withRemarks(withoutCredentials(url.url), url, now),
    raw: ({ url }) => withoutCredentials(url),
    shrinkTo: 30,
  },
  {
    header: 'LOAD TIME',
    text: ({ last_check }) => formatSeconds(last_check?.response_time),
    raw: ({ last_check }) => plainNumber(last_check?.response_time),
    align: 'right',
    dropOrder: 1,
  },
  {
    header: 'UPTIME 24H',
    text: ({ uptime_24h }) => formatPercent(uptime_24h),
    raw: ({ uptime_24h }) => plainNumber(uptime_24h),
    align: 'right',
    dropOrder: 2,
  },
  {
    header: 'EVERY',
    text: ({ check_interval }) => `${check_interval}s`,
    raw: ({ check_interval }) => String(check_interval),
    align: 'right',
    dropOrder: 4,
  },
  {
    header: 'LAST CHECK',
    text: ({ last_check_time }) => (last_check_time ? dayAndTime(last_check_time) : 'Never'),
    raw: ({ last_check_time }) => last_check_time ?? '',
    dropOrder: 3,
  },
];

export const urls = defineCommand({
  path: ['urls'],
  summary: "list a website's URLs with their ids",
  description: 'Lists the URLs of one website, by id, with what their last check found.',
  examples: [
    { command: 'upvigil urls 3', about: 'The URLs of website 3' },
    {
      command: "*/10 * * * * upvigil urls 3 | awk -F'\\t' '$2 != \"UP\"'",
      about: 'In a crontab: mail the URLs that are not UP',
    },
  ],
  arguments: { websiteId: idArgument('<websiteId>', 'id of the website; upvigil websites lists them') },
  options: {},
  exitCodes: 'plain',
  json: 'the array of URLs',
  async run(context, { websiteId }) {
    const { api } = await context.connect('admin');
    const rows = await api.urls.listByWebsite({ params: { websiteId } });
    await showList(context, { columns: columnsAt(context.now()), rows, json: rows, empty: messages.empty.urls });
    return exitCodes.done;
  },
});
