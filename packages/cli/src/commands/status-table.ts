import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type {
  StatusDetail,
  StatusNetworkMonitor,
  StatusOverviewItem,
  StatusUrl,
} from '@upvigil/core/contract/public-status';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import { formatUptime, shortUptime } from '@upvigil/core/format/percent';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { publicNetworkBadge, publicUrlBadge } from '@upvigil/core/status/public-badges';
import type { ShownBadge } from '@upvigil/core/status/under-maintenance';
import { overviewBadge, shownStatus } from '@upvigil/core/status/website-status';
import type { Context } from '../context.ts';
import { renderPipe } from '../output/pipe.ts';
import { plainNumber } from '../output/plain-number.ts';
import { asciiStrip } from '../output/strips/day-strip.ts';
import { type Column, renderTable } from '../output/table.ts';
import { dayAndTime } from '../output/times.ts';
import { badgeIn, type Maintained, untilTime } from '../status/maintenance.ts';
import { roleOf } from '../status/states.ts';

const overviewColumns: readonly Column<StatusOverviewItem>[] = [
  { header: 'ID', text: ({ id }) => String(id), align: 'right', dropOrder: 4 },
  {
    header: 'STATUS',
    text: (item) => badgeIn(overviewBadge(shownStatus(item)), item).label,
    raw: ({ status }) => status,
    role: (item) => roleOf(badgeIn(overviewBadge(shownStatus(item)), item)),
  },
  { header: 'WEBSITE', text: ({ name }) => name, shrinkTo: 12 },
  {
    header: 'UPTIME 24H',
    text: ({ uptime_24h, coverage_24h }) => formatUptime(uptime_24h, coverage_24h),
    short: ({ uptime_24h, coverage_24h }) => shortUptime(uptime_24h, coverage_24h),
    raw: ({ uptime_24h }) => plainNumber(uptime_24h),
    align: 'right',
    dropOrder: 1,
  },
  {
    header: 'AVG LOAD',
    text: ({ avg_response_time }) => formatSeconds(avg_response_time),
    raw: ({ avg_response_time }) => plainNumber(avg_response_time),
    align: 'right',
    dropOrder: 2,
  },
  { header: '30 DAYS', text: ({ daily_uptime }) => asciiStrip(daily_uptime), dropOrder: 3 },
];

interface Service {
  kind: 'URL' | StatusNetworkMonitor['monitor_type'];
  name: string;
  host: string;
  badge: ShownBadge;
  entry: StatusUrl | StatusNetworkMonitor;
}

const serviceColumns: readonly Column<Service>[] = [
  { header: 'ID', text: ({ entry }) => String(entry.id), align: 'right', dropOrder: 6 },
  {
    header: 'STATUS',
    text: ({ badge }) => badge.label,
    raw: ({ entry }) => entry.status,
    role: ({ badge }) => roleOf(badge),
  },
  { header: 'SERVICE', text: ({ name }) => name, shrinkTo: 30 },
  { header: 'TYPE', text: ({ kind }) => kind, dropOrder: 4 },
  { header: 'HOST', text: ({ host }) => host, shrinkTo: 20, dropOrder: 5 },
  {
    header: 'UPTIME 24H',
    text: ({ entry }) => formatUptime(entry.uptime_24h, entry.coverage_24h),
    short: ({ entry }) => shortUptime(entry.uptime_24h, entry.coverage_24h),
    raw: ({ entry }) => plainNumber(entry.uptime_24h),
    align: 'right',
    dropOrder: 1,
  },
  {
    header: 'RESPONSE',
    text: ({ kind, entry }) => formatResponseTime(kind, entry.last_response_time),
    raw: ({ entry }) => plainNumber(entry.last_response_time),
    align: 'right',
    dropOrder: 2,
  },
  {
    header: 'LAST CHECK',
    text: ({ entry }) => (entry.last_check_time ? dayAndTime(entry.last_check_time) : 'Never'),
    raw: ({ entry }) => entry.last_check_time ?? '',
    dropOrder: 3,
  },
];

/** The rows of all websites, printed after the summary. */
export const showOverview = (context: Context, items: readonly StatusOverviewItem[]): void =>
  showRows(context, overviewColumns, items, (item) => item);

/** The rows of one website's services, printed after the summary. */
export function showDetail(context: Context, detail: StatusDetail): void {
  const urls = detail.urls.map(
    (entry): Service => ({
      kind: 'URL',
      name: entry.label ?? withoutCredentials(entry.url),
      host: entry.label === undefined ? '' : withoutCredentials(entry.url),
      badge: badgeIn(publicUrlBadge(shownStatus(entry)), entry),
      entry,
    }),
  );
  const monitors = detail.network_monitors.map(
    (entry): Service => ({
      kind: entry.monitor_type,
      name: entry.name,
      host: formatHostPort(entry.host, entry.port),
      badge: badgeIn(publicNetworkBadge(shownStatus(entry)), entry),
      entry,
    }),
  );
  showRows(context, serviceColumns, [...urls, ...monitors], ({ entry }) => entry);
}

/** The end of maintenance is the last column and appears only if needed: the other columns keep their positions. */
function showRows<Row>(
  { terminal, form, now }: Context,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  shown: (row: Row) => Maintained,
): void {
  const maintenance: Column<Row> = {
    header: 'MAINTENANCE',
    text: (row) => {
      const { maintenance: of } = shown(row);
      return of ? `until ${untilTime(of, now())}` : '-';
    },
    raw: (row) => shown(row).maintenance?.until ?? '',
  };
  const all = rows.some((row) => shown(row).maintenance) ? [...columns, maintenance] : columns;
  if (form === 'pipe') renderPipe(all, rows).forEach(terminal.print);
  else if (rows.length > 0) {
    terminal.printLines(renderTable(all, rows, { width: terminal.width(), glyphs: terminal.glyphs }));
  }
}
