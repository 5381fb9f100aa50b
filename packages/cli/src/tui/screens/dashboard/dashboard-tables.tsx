import type { NetworkStat, WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { Website } from '@upvigil/core/contract/websites';
import { shortUptime } from '@upvigil/core/format/percent';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { formatSeconds } from '@upvigil/core/format/seconds';
import type { ShownBadge } from '@upvigil/core/status/under-maintenance';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { messages } from '@upvigil/core/texts/messages';
import type { JSX } from 'react';
import { cutMiddle, longest } from '../../../output/fit.ts';
import type { Glyphs } from '../../../output/glyphs.ts';
import { roleOfTone, type Span, span } from '../../../output/paint.ts';
import { checkCells, checkStrip } from '../../../output/strips/check-strip.ts';
import { serviceBadge } from '../../../status/dashboard-view.ts';
import { untilText } from '../../../status/maintenance.ts';
import { roleOf, websiteBadge } from '../../../status/states.ts';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { type Sample, sparkline } from '../../components/sparkline.ts';
import { isWide, type Stage, useStage } from '../../components/stage.ts';
import type { DashboardData } from '../../live/sources.ts';

const leastUptime = 8;
const widths = { average: 9, checks: 7, urls: 5, services: 4, state: 8, response: 9, type: 9 } as const;
const roomFor = { checks: 72, counts: 100, type: 70, host: 66, website: 100 } as const;
const leastName = 10;
const leastSparkline = 8;
/** Cursor, state and a space. */
const margin = 3;

const nameWidth = (names: readonly string[], columns: number, share: number): number =>
  Math.max(leastName, Math.min(longest(names), Math.floor(columns * share)));

/** Uptimes in their short form, because other columns need the room. */
const uptimeOf = ({ uptime_percentage, coverage }: Pick<NetworkStat, 'uptime_percentage' | 'coverage'>): string =>
  shortUptime(uptime_percentage, coverage);
const uptimeWidth = (figures: readonly Pick<NetworkStat, 'uptime_percentage' | 'coverage'>[]): number =>
  Math.max(leastUptime, longest(figures.map(uptimeOf)));

interface WebsiteColumns {
  name: number;
  uptime: number;
  hasChecks: boolean;
  hasCounts: boolean;
  /** 0 if there is no room. */
  sparkline: number;
}

function websiteColumns(
  websites: readonly Website[],
  { statistics }: DashboardData,
  { size: { columns } }: Stage,
): WebsiteColumns {
  const name = nameWidth(
    websites.map((website) => website.name),
    columns,
    0.28,
  );
  const uptime = uptimeWidth(websites.flatMap(({ id }) => statistics.get(id) ?? []));
  const hasChecks = columns >= roomFor.checks;
  const hasCounts = columns >= roomFor.counts;
  const used =
    margin +
    name +
    (1 + uptime) +
    (1 + widths.average) +
    (hasChecks ? 1 + widths.checks : 0) +
    (hasCounts ? 2 + widths.urls + widths.services : 0);
  const room = columns - used - 2;
  return { name, uptime, hasChecks, hasCounts, sparkline: room >= leastSparkline ? room : 0 };
}

/** The visible rows of a list, and which of them is under the cursor: -1 for none. */
interface ShownRows {
  start: number;
  end: number;
  selected: number;
}

interface WebsiteTableProps {
  data: DashboardData;
  /** The whole list, so that columns do not change when it scrolls. */
  websites: readonly Website[];
  shown: ShownRows;
  /** Which part of the list is shown. */
  about: string;
}

export function WebsiteTable({ data, websites, shown, about }: WebsiteTableProps): JSX.Element {
  const stage = useStage();
  const { glyphs } = stage;
  const { name, uptime, hasChecks, hasCounts, sparkline } = websiteColumns(websites, data, stage);
  const statisticsOf = ({ id }: Website) => data.statistics.get(id);
  const figure = (
    header: string,
    width: number,
    spanOf: (statistics: WebsiteStatistics, website: Website) => Span,
  ): TableColumn<Website> => ({
    header,
    width,
    align: 'right',
    cell: (website) => {
      const statistics = statisticsOf(website);
      return statistics ? [spanOf(statistics, website)] : [];
    },
  });
  const title = `LOAD TIME, ${data.hours}h`;
  const hasTitle = sparkline >= title.length + (about === '' ? 0 : about.length + 3);
  // The header of the checks gives way to the words at its right.
  const hasRoom = about === '' || about.length + 2 <= sparkline;
  const columns: TableColumn<Website>[] = [
    stateColumn(websiteBadge, glyphs),
    { header: 'WEBSITE', width: name, cell: (website) => [website.name] },
    figure('UPTIME', uptime, (statistics) =>
      span(uptimeOf(statistics), roleOfTone(uptimeTone(statistics.uptime_percentage))),
    ),
    figure('AVG LOAD', widths.average, ({ avg_response_time }) => span(formatSeconds(avg_response_time))),
    figure(hasRoom ? 'CHECKS' : '', hasChecks ? widths.checks : 0, ({ total_checks }) => span(String(total_checks))),
    figure('URLS', hasCounts ? widths.urls : 0, (_statistics, { url_count }) => span(String(url_count))),
    figure('NET', hasCounts ? widths.services : 0, (_statistics, { network_monitor_count }) =>
      span(String(network_monitor_count)),
    ),
    {
      header: hasTitle ? ` ${title}` : '',
      cell: (website) => {
        const statistics = statisticsOf(website);
        return statistics
          ? loadTimeSpans(website, statistics, sparkline, stage)
          : [messages.dashboard.loadingStatistics];
      },
    },
  ];
  return (
    <DataTable
      columns={columns}
      items={websites.slice(shown.start, shown.end)}
      keyOf={({ id }) => id}
      selected={shown.selected}
      hasHeader
      about={about}
    />
  );
}

const stateColumn = <Item,>(badgeOf: (item: Item) => ShownBadge, { state }: Glyphs): TableColumn<Item> => ({
  header: '',
  width: 1,
  cell: (item) => [span(state[badgeOf(item).tone], roleOf(badgeOf(item)))],
});

/** The load times, and the end of maintenance, which is kept if there is no room for both. */
function loadTimeSpans(
  { maintenance }: Website,
  statistics: WebsiteStatistics,
  width: number,
  { glyphs, now }: Stage,
): Span[] {
  const until = maintenance ? untilText(maintenance, now) : '';
  const noted = until !== '' && until.length <= width ? [span(until, 'accent')] : [];
  const room = width - (noted.length === 0 ? 0 : until.length + 2);
  const bars = room < leastSparkline ? [] : sparkline(samplesOf(statistics), room, glyphs);
  const between = bars.length > 0 && noted.length > 0 ? [span('  ')] : [];
  return [span(' '), ...bars, ...between, ...noted];
}

/** The load times of the range by hour. */
export const samplesOf = ({ hourly_stats }: WebsiteStatistics): Sample[] =>
  hourly_stats.map(({ avg_response_time, uptime }) => ({ value: avg_response_time, isFailed: uptime === 0 }));

interface ServiceColumns {
  name: number;
  uptime: number;
  hasType: boolean;
  /** 0 if there is no room. */
  host: number;
  website: number;
  /** Cells of the last checks; 0 if there is no room or the server does not send them. */
  cells: number;
}

const leastHost = 12;

/** If the last checks leave too little room, the website is left out first, then the host. */
function serviceColumns(services: readonly NetworkStat[], { size: { columns } }: Stage): ServiceColumns {
  const names = services.map(({ name }) => name);
  const websites = services.map(({ website_name }) => website_name);
  const hasType = columns >= roomFor.type;
  const uptime = uptimeWidth(services);
  const strips = services.map(({ recent_checks }) => recent_checks);
  const cells = checkCells(strips, columns);
  const fixed =
    margin +
    widths.state +
    1 +
    (1 + uptime) +
    (1 + widths.response) +
    (hasType ? 1 + widths.type : 0) +
    (cells > 0 ? 1 + cells : 0);
  const besideHost = nameWidth(names, columns, 0.2);
  const hostRoom = columns - fixed - besideHost - 1;
  const besideWebsite = nameWidth(websites, columns, 0.2);
  const hasWebsite = columns >= roomFor.website && hostRoom - besideWebsite - 1 >= leastHost;
  const website = hasWebsite ? besideWebsite : 0;
  const hasHost = columns >= roomFor.host && hostRoom >= leastHost;
  const name = hasHost ? besideHost : Math.max(1, Math.min(longest(names), columns - fixed));
  const host = hasHost ? hostRoom - (hasWebsite ? website + 1 : 0) : 0;
  return { name, uptime, hasType, host, website, cells };
}

const stripTitle = (cells: number): string =>
  [`LAST ${cells} CHECKS`, 'CHECKS'].find((title) => title.length <= cells) ?? '';

/** `services`: the whole list. */
export function ServiceTable(props: { services: readonly NetworkStat[]; shown: ShownRows }): JSX.Element {
  const { services, shown } = props;
  const stage = useStage();
  const { glyphs, size } = stage;
  const fitted = serviceColumns(services, stage);
  const columns: TableColumn<NetworkStat>[] = [
    stateColumn(serviceBadge, glyphs),
    {
      header: 'STATUS',
      width: widths.state,
      cell: (service) => [span(serviceBadge(service).label, roleOf(serviceBadge(service)))],
    },
    { header: 'NAME', width: fitted.name, cell: ({ name }) => [name] },
    { header: 'TYPE', width: fitted.hasType ? widths.type : 0, cell: ({ monitor_type }) => [monitor_type] },
    { header: 'HOST', width: fitted.host, cell: (service) => [hostSpan(service, fitted.host, stage)] },
    { header: 'WEBSITE', width: fitted.website, cell: ({ website_name }) => [website_name] },
    {
      header: stripTitle(fitted.cells),
      width: fitted.cells,
      cell: ({ recent_checks }) => checkStrip(recent_checks, fitted.cells, glyphs),
    },
    {
      header: 'UPTIME',
      width: fitted.uptime,
      align: 'right',
      cell: (service) => [uptimeOf(service)],
    },
    {
      header: 'RESPONSE',
      width: widths.response,
      align: 'right',
      cell: ({ monitor_type, response_time }) => [formatResponseTime(monitor_type, response_time)],
    },
  ];
  return (
    <DataTable
      columns={columns}
      items={services.slice(shown.start, shown.end)}
      keyOf={({ monitor_id }) => monitor_id}
      selected={shown.selected}
      hasHeader={isWide(size)}
    />
  );
}

/** During maintenance, its end replaces the host. */
function hostSpan({ host, port, maintenance }: NetworkStat, width: number, { now, glyphs }: Stage): Span {
  const until = maintenance ? untilText(maintenance, now) : '';
  if (until !== '' && until.length <= width) return span(until, 'accent');
  return span(cutMiddle(formatHostPort(host, port), width, glyphs.ellipsis));
}
