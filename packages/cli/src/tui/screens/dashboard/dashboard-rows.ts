import type { NetworkStat, WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { Website } from '@upvigil/core/contract/websites';
import { formatPercent } from '@upvigil/core/format/percent';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { messages } from '@upvigil/core/texts/messages';
import { fit, widthOf } from '../../../output/fit.ts';
import { type Line, roleOfTone, type Span, span } from '../../../output/paint.ts';
import { checkCells, checkStrip } from '../../../output/strips/check-strip.ts';
import { serviceBadge } from '../../../status/dashboard-view.ts';
import { untilText } from '../../../status/maintenance.ts';
import { roleOf, websiteBadge } from '../../../status/states.ts';
import { type Cell, cells, listRow, sides } from '../../frame/layout.ts';
import type { Stage } from '../../frame/screen-parts.ts';
import { type Sample, sparkline } from '../../frame/sparkline.ts';
import type { DashboardData } from '../../live/sources.ts';

const widths = { uptime: 8, average: 9, checks: 7, urls: 5, services: 4, state: 8, response: 9, type: 9 } as const;
const roomFor = { checks: 72, counts: 100, type: 70, host: 66, website: 100 } as const;
const leastName = 10;
const leastSparkline = 8;
/** Cursor, state and a space. */
const margin = 3;

const longest = (texts: readonly string[]): number => texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
const nameWidth = (names: readonly string[], columns: number, share: number): number =>
  Math.max(leastName, Math.min(longest(names), Math.floor(columns * share)));

interface WebsiteColumns {
  name: number;
  hasChecks: boolean;
  hasCounts: boolean;
  /** 0 where there is no room. */
  sparkline: number;
}

function websiteColumns(websites: readonly Website[], { size: { columns } }: Stage): WebsiteColumns {
  const name = nameWidth(
    websites.map((website) => website.name),
    columns,
    0.28,
  );
  const hasChecks = columns >= roomFor.checks;
  const hasCounts = columns >= roomFor.counts;
  const used =
    margin +
    name +
    (1 + widths.uptime) +
    (1 + widths.average) +
    (hasChecks ? 1 + widths.checks : 0) +
    (hasCounts ? 2 + widths.urls + widths.services : 0);
  const room = columns - used - 2;
  return { name, hasChecks, hasCounts, sparkline: room >= leastSparkline ? room : 0 };
}

/** The names of the columns; at the right which part of the list is shown. */
export function websiteHeader(data: DashboardData, websites: readonly Website[], stage: Stage, more: string): Line {
  const shown = websiteColumns(websites, stage);
  const row: Cell[] = [
    { text: 'WEBSITE', width: shown.name },
    { text: 'UPTIME', width: widths.uptime, align: 'right' },
    { text: 'AVG LOAD', width: widths.average, align: 'right' },
    { text: 'CHECKS', width: shown.hasChecks ? widths.checks : 0, align: 'right' },
    { text: 'URLS', width: shown.hasCounts ? widths.urls : 0, align: 'right' },
    { text: 'NET', width: shown.hasCounts ? widths.services : 0, align: 'right' },
  ];
  const title = `LOAD TIME, ${data.hours}h`;
  const hasRoom = shown.sparkline >= title.length + (more === '' ? 0 : more.length + 3);
  const names = cells(row, '').map(({ text }) => text);
  const left = span(`   ${names.join('')}  ${hasRoom ? title : ''}`.trimEnd(), 'quiet');
  return sides([left], more === '' ? [] : [span(more, 'quiet'), span(' ')], stage.size.columns, stage.glyphs.ellipsis);
}

/** One website: its state, its figures, its load times. */
export function websiteRow(
  website: Website,
  data: DashboardData,
  websites: readonly Website[],
  isSelected: boolean,
  stage: Stage,
): Line {
  const { glyphs, size } = stage;
  const shown = websiteColumns(websites, stage);
  const badge = websiteBadge(website);
  const statistics = data.statistics.get(website.id);
  const head: Span[] = [
    span(`${glyphs.state[badge.tone]} `, roleOf(badge)),
    span(fit(website.name, shown.name, glyphs.ellipsis)),
  ];
  const rest = statistics
    ? statisticsSpans(website, statistics, shown, stage)
    : [span(` ${messages.dashboard.loadingStatistics}`)];
  return listRow([...head, ...rest], isSelected, size, glyphs);
}

function statisticsSpans(
  website: Website,
  statistics: WebsiteStatistics,
  shown: WebsiteColumns,
  { glyphs, now }: Stage,
): Span[] {
  const row: Cell[] = [
    {
      text: formatPercent(statistics.uptime_percentage),
      width: widths.uptime,
      align: 'right',
      role: roleOfTone(uptimeTone(statistics.uptime_percentage)),
    },
    { text: formatSeconds(statistics.avg_response_time), width: widths.average, align: 'right' },
    { text: String(statistics.total_checks), width: shown.hasChecks ? widths.checks : 0, align: 'right' },
    { text: String(website.url_count), width: shown.hasCounts ? widths.urls : 0, align: 'right' },
    { text: String(website.network_monitor_count), width: shown.hasCounts ? widths.services : 0, align: 'right' },
  ];
  const until = website.maintenance ? untilText(website.maintenance, now) : '';
  // Where there is no room for both, that it is in maintenance is worth more than its load times.
  const noted = until !== '' && until.length <= shown.sparkline ? [span(`  ${until}`, 'accent')] : [];
  const room = shown.sparkline - (noted.length === 0 ? 0 : until.length + 2);
  const bars = room < leastSparkline ? [] : [span('  '), ...sparkline(samplesOf(statistics), room, glyphs)];
  return [span(' '), ...cells(row, glyphs.ellipsis), ...bars, ...noted];
}

/** The load times of the range, hour by hour. */
export const samplesOf = ({ hourly_stats }: WebsiteStatistics): Sample[] =>
  hourly_stats.map(({ avg_response_time, uptime }) => ({ value: avg_response_time, isFailed: uptime === 0 }));

interface ServiceColumns {
  name: number;
  hasType: boolean;
  /** 0 where there is no room. */
  host: number;
  website: number;
  /** Of the last checks; 0 where there is no room or the server does not tell of them. */
  cells: number;
}

const leastHost = 12;

/** Where last checks leave too little room, the website goes first and then the host. */
function serviceColumns(services: readonly NetworkStat[], { size: { columns } }: Stage): ServiceColumns {
  const names = services.map(({ name }) => name);
  const websites = services.map(({ website_name }) => website_name);
  const hasType = columns >= roomFor.type;
  const strips = services.map(({ recent_checks }) => recent_checks);
  const cells = checkCells(strips, columns);
  const fixed =
    margin +
    widths.state +
    1 +
    (1 + widths.uptime) +
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
  return { name, hasType, host, website, cells };
}

const stripTitle = (cells: number): string =>
  [`LAST ${cells} CHECKS`, 'CHECKS'].find((title) => title.length <= cells) ?? '';

/** The names of the columns, where there is a line for them. */
export function serviceHeader(services: readonly NetworkStat[], stage: Stage): Line {
  const shown = serviceColumns(services, stage);
  const row: Cell[] = [
    { text: 'STATUS', width: widths.state },
    { text: 'NAME', width: shown.name },
    { text: 'TYPE', width: shown.hasType ? widths.type : 0 },
    { text: 'HOST', width: shown.host },
    { text: 'WEBSITE', width: shown.website },
    { text: stripTitle(shown.cells), width: shown.cells },
    { text: 'UPTIME', width: widths.uptime, align: 'right' },
    { text: 'RESPONSE', width: widths.response, align: 'right' },
  ];
  return { spans: [span('   '), ...cells(row, '').map(({ text }) => span(text, 'quiet'))] };
}

/** While it is in maintenance, until when stands in place of the host. */
function hostCell({ host, port, maintenance }: NetworkStat, width: number, now: number): Cell {
  const until = maintenance ? untilText(maintenance, now) : '';
  if (until === '' || until.length > width) return { text: formatHostPort(host, port), width };
  return { text: until, width, role: 'accent' };
}

/** One network service. */
export function serviceRow(
  service: NetworkStat,
  services: readonly NetworkStat[],
  isSelected: boolean,
  stage: Stage,
): Line {
  const { glyphs, size } = stage;
  const shown = serviceColumns(services, stage);
  const badge = serviceBadge(service);
  const row: Cell[] = [
    { text: badge.label, width: widths.state, role: roleOf(badge) },
    { text: service.name, width: shown.name },
    { text: service.monitor_type, width: shown.hasType ? widths.type : 0 },
    hostCell(service, shown.host, stage.now),
    { text: service.website_name, width: shown.website },
  ];
  const figures: Cell[] = [
    { text: formatPercent(service.uptime_percentage), width: widths.uptime, align: 'right' },
    { text: formatResponseTime(service.monitor_type, service.response_time), width: widths.response, align: 'right' },
  ];
  const state = span(`${glyphs.state[badge.tone]} `, roleOf(badge));
  const strip = shown.cells === 0 ? [] : [span(' '), ...checkStrip(service.recent_checks, shown.cells, glyphs)];
  const spans = [state, ...cells(row, glyphs.ellipsis), ...strip, span(' '), ...cells(figures, glyphs.ellipsis)];
  return listRow(spans, isSelected, size, glyphs);
}
