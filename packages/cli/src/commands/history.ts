import type { LatencyHistory } from '@upvigil/core/contract/checks';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { stretchState } from '@upvigil/core/status/monitor-state';
import { messages } from '@upvigil/core/texts/messages';
import { dayBounds, dayQuery, type HistoryRangeId, historyRangeIds } from '@upvigil/core/time-ranges';
import { networkMonitorId, urlId } from '../client/find-target.ts';
import { defineCommand, type Noun } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../failures.ts';
import { choiceOption, type Option, textOption } from '../options/inputs.ts';
import { refArgument } from '../options/refs.ts';
import { timeColumn } from '../output/columns.ts';
import type { Role } from '../output/paint.ts';
import { plainNumber } from '../output/plain-number.ts';
import { showList } from '../output/show-list.ts';
import type { Column } from '../output/table.ts';

const dayOption: Option<ReturnType<typeof dayQuery> | null> = {
  ...textOption('--day <day>', 'one day in local time, as 2026-11-25, in place of a range'),
  parse(given) {
    if (typeof given !== 'string') return null;
    const bounds = dayBounds(given);
    if (!bounds) throw new UsageError(`--day must be a day, as 2026-11-25, but it is "${given}"`);
    return dayQuery(bounds);
  },
};

const options = {
  range: choiceOption('--range <range>', 'how far back; 24h by default', historyRangeIds),
  day: dayOption,
};

interface Asked {
  range: HistoryRangeId | null;
  day: ReturnType<typeof dayQuery> | null;
}

function queryOf({ range, day }: Asked) {
  if (range && day) throw new UsageError('--range and --day exclude each other');
  return day ?? { range: range ?? '24h' };
}

type Stretch = LatencyHistory[number];

const states: Record<ReturnType<typeof stretchState>, { word: string; role: Role }> = {
  down: { word: 'DOWN', role: 'bad' },
  partial: { word: 'FAILED', role: 'warn' },
  slow: { word: 'SLOW', role: 'warn' },
  up: { word: 'UP', role: 'good' },
  unknown: { word: 'No Data', role: 'quiet' },
};
const stateOf = ({ slow = 0, ...counts }: Stretch) => states[stretchState({ ...counts, slow })];

const columnsOf = (kind: MonitorKind): readonly Column<Stretch>[] => {
  const time = (header: string, read: (stretch: Stretch) => number | null): Column<Stretch> => ({
    header,
    text: (stretch) => formatResponseTime(kind, read(stretch)),
    raw: (stretch) => plainNumber(read(stretch)),
    align: 'right',
  });
  const count = (header: string, read: (stretch: Stretch) => number): Column<Stretch> => ({
    header,
    text: (stretch) => String(read(stretch)),
    align: 'right',
    dropOrder: 1,
  });
  return [
    timeColumn('TIME', (stretch) => stretch.time),
    { header: 'STATUS', text: (stretch) => stateOf(stretch).word, role: (stretch) => stateOf(stretch).role },
    time('P50', ({ p50_response_time }) => p50_response_time),
    time('P95', ({ p95_response_time }) => p95_response_time),
    count('CHECKS', ({ checks }) => checks),
    count('FAILED', ({ failures }) => failures),
    count('SLOW', ({ slow = 0 }) => slow),
  ];
};

const showHistory = (context: Context, kind: MonitorKind, rows: LatencyHistory): Promise<void> =>
  showList(context, { columns: columnsOf(kind), rows, json: rows, empty: messages.empty.checks });

const about =
  'A line for each stretch, oldest first: 15 minutes of 24 hours and of a day, an hour of 7 days, 6 hours of 30 days, a day of 90 days, a week of a year. FAILED: some checks failed; DOWN: at least half of them. Times are the median and the 95th percentile of the successful checks.';

const urlHistory = defineCommand({
  path: ['history', 'url'],
  summary: 'show how fast a URL was over time',
  description: about,
  examples: {
    'upvigil history url Shop/checkout --range 30d': 'The last 30 days of a URL',
    '0 6 * * 1 upvigil history url 12 --range 7d >/var/lib/reports/url-12.tsv':
      'In a crontab: keep each week as a table',
  },
  arguments: { url: refArgument('<url>', 'the URL') },
  options,
  json: 'the array of stretches',
  async run(context, { url, ...asked }) {
    const query = queryOf(asked);
    const { api } = await context.connect('admin');
    const params = { urlId: await urlId(api, url) };
    await showHistory(context, 'URL', await api.checks.historyByUrl({ params, query }));
  },
});

const monitorHistory = defineCommand({
  path: ['history', 'monitor'],
  summary: 'show how fast a network service was over time',
  description: about,
  examples: {
    'upvigil history monitor 7 --day 2026-11-25': 'One day of monitor 7; upvigil monitors <website> lists ids',
    '0 6 * * 1 upvigil history monitor 7 --range 7d --json >/var/lib/reports/monitor-7.json':
      'In a crontab: keep each week as JSON',
  },
  arguments: { monitor: refArgument('<monitor>', 'the network monitor') },
  options,
  json: 'the array of stretches',
  async run(context, { monitor, ...asked }) {
    const query = queryOf(asked);
    const { api } = await context.connect('admin');
    const monitorId = await networkMonitorId(api, monitor);
    const { monitor_type } = await api.networkMonitors.get({ params: { monitorId } });
    const { history = [] } = await api.networkMonitors.stats({ params: { monitorId }, query });
    await showHistory(context, monitor_type, history);
  },
});

export const historyNoun: Noun = {
  group: { name: 'history', summary: 'show a monitor over time' },
  commands: [urlHistory, monitorHistory],
};
