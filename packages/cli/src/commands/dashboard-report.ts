import type { ApiClient } from '@upvigil/core/client/api-client';
import type { DashboardStats, NetworkStat, WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { DailyUptime } from '@upvigil/core/contract/public-status';
import type { Website } from '@upvigil/core/contract/websites';
import { formatPercent, formatUptime, shortUptime } from '@upvigil/core/format/percent';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { mapConcurrently } from '@upvigil/core/limit-concurrency';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { infoSign } from '@upvigil/core/status/day-tone';
import { meanUptime, uptimeTone } from '@upvigil/core/status/uptime-level';
import { notCheckedHeadline, notCheckedSentence } from '@upvigil/core/texts/faults';
import { messages } from '@upvigil/core/texts/messages';
import { rangeOfHours } from '@upvigil/core/time-ranges';
import { cut } from '../output/fit.ts';
import { glyphsFor } from '../output/glyphs.ts';
import { type Line, line, plainText, roleOfTone, span } from '../output/paint.ts';
import { asciiStrip, hasMaintenanceDay } from '../output/strips/day-strip.ts';
import { type Column, renderTable } from '../output/table.ts';
import { isoSeconds } from '../output/times.ts';
import { problemsFirst, rangeLabel, serviceBadge, serviceOrder, websiteOrder } from '../status/dashboard-view.ts';
import { roleOf, websiteBadge } from '../status/states.ts';

interface WebsiteRow {
  website: Website;
  statistics: WebsiteStatistics;
}

export interface Report {
  hours: number;
  /** Milliseconds since the epoch. */
  time: number;
  stats: DashboardStats;
  websites: WebsiteRow[];
  strips: { name: string; days: DailyUptime; uptime: number | null }[];
}

const readsAtOnce = 6;

export async function loadReport(api: ApiClient, hours: number, time: number): Promise<Report> {
  const [stats, websites, overview] = await Promise.all([
    api.dashboard.stats({ query: rangeOfHours(hours) }),
    api.websites.list(),
    api.publicStatus.overview(),
  ]);
  const sorted = problemsFirst(websites, websiteOrder);
  const rows = await mapConcurrently(sorted, readsAtOnce, async (website) => ({
    website,
    statistics: await api.dashboard.websiteStatistics({
      params: { websiteId: website.id },
      query: rangeOfHours(hours),
    }),
  }));
  const days = new Map(overview.map((item) => [item.id, item.daily_uptime]));
  return {
    hours,
    time,
    stats,
    websites: rows,
    strips: sorted.map(({ id, name }) => ({ name, days: days.get(id) ?? [], uptime: meanUptime(days.get(id) ?? []) })),
  };
}

const websiteColumns: readonly Column<WebsiteRow>[] = [
  {
    header: 'STATUS',
    text: ({ website }) => websiteBadge(website).label,
    role: ({ website }) => roleOf(websiteBadge(website)),
  },
  { header: 'WEBSITE', text: ({ website }) => website.name, shrinkTo: 12 },
  {
    header: 'UPTIME',
    text: ({ statistics }) => formatUptime(statistics.uptime_percentage, statistics.coverage),
    short: ({ statistics }) => shortUptime(statistics.uptime_percentage, statistics.coverage),
    role: ({ statistics }) => roleOfTone(uptimeTone(statistics.uptime_percentage)),
    align: 'right',
  },
  {
    header: 'AVG LOAD',
    text: ({ statistics }) => formatSeconds(statistics.avg_response_time),
    align: 'right',
    dropOrder: 1,
  },
  { header: 'CHECKS', text: ({ statistics }) => String(statistics.total_checks), align: 'right', dropOrder: 2 },
];

const serviceColumns: readonly Column<NetworkStat>[] = [
  { header: 'STATUS', text: (stat) => serviceBadge(stat).label, role: (stat) => roleOf(serviceBadge(stat)) },
  { header: 'SERVICE', text: ({ name }) => name, shrinkTo: 12 },
  { header: 'TYPE', text: ({ monitor_type }) => monitor_type, dropOrder: 3 },
  { header: 'HOST', text: ({ host, port }) => formatHostPort(host, port), shrinkTo: 12, dropOrder: 2 },
  { header: 'WEBSITE', text: ({ website_name }) => website_name, shrinkTo: 8, dropOrder: 4 },
  {
    header: 'UPTIME',
    text: ({ uptime_percentage, coverage }) => formatUptime(uptime_percentage, coverage),
    short: ({ uptime_percentage, coverage }) => shortUptime(uptime_percentage, coverage),
    align: 'right',
  },
  {
    header: 'RESPONSE',
    text: ({ monitor_type, response_time }) => formatResponseTime(monitor_type, response_time),
    align: 'right',
    dropOrder: 1,
  },
];

/** The dashboard as plain ASCII text, for mail and logs. */
export function reportLines(report: Report, width: number): Line[] {
  const layout = { width, glyphs: glyphsFor(false) };
  const services = problemsFirst(report.stats.network_stats, serviceOrder);
  const noWebsites = [line(messages.empty.websites)];
  const sections: Line[][] = [
    [
      line(span('Monitoring Dashboard', 'strong'), `  ${rangeLabel(report.hours)}  ${isoSeconds(report.time)}`),
      ...countLines(report.stats),
    ],
    notCheckedLines(report.stats),
    report.websites.length === 0 ? noWebsites : renderTable(websiteColumns, report.websites, layout),
    services.length === 0 ? [] : renderTable(serviceColumns, services, layout),
    stripLines(report, width),
    alertLines(report.stats),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : [line(), ...lines]))
    .map((each) => fitLine(each, width));
}

function countLines(stats: DashboardStats): Line[] {
  const issues = `${stats.urls_down + stats.urls_slow} (${stats.urls_down} down, ${stats.urls_slow} slow)`;
  return [
    `Websites: ${stats.total_websites}`,
    `URLs: ${stats.total_urls} (${stats.urls_up} up)`,
    `Network Services: ${stats.total_network_monitors} (${stats.network_monitors_up} up)`,
    `URL Issues: ${issues}`,
    `Network Issues: ${stats.network_monitors_down}`,
    `Avg Response: ${formatSeconds(stats.average_response_time)} (network ${formatSeconds(stats.average_network_response_time)})`,
  ].map((text) => line(text));
}

const mostNotChecked = 5;

function notCheckedLines({ not_checked }: DashboardStats): Line[] {
  if (!not_checked || not_checked.total === 0) return [];
  const { total, longest } = not_checked;
  const named = longest.slice(0, mostNotChecked);
  const rest = total - named.length;
  return [
    line(span(notCheckedHeadline(total), roleOfTone('warn'))),
    ...named.map((monitor) => {
      const sentence = notCheckedSentence(monitor, (time) => time);
      return line(`${monitor.website_name}: ${monitor.name ?? monitor.target}  ${sentence}`);
    }),
    ...(rest > 0 ? [line(`and ${rest} more`)] : []),
  ];
}

/** The legend; it names maintenance only if a day has some. */
const stripLegend = (strips: Report['strips']): string =>
  `   (. ok  ! 95-99%  x <95%  ? no data${strips.some(({ days }) => hasMaintenanceDay(days)) ? `  ${infoSign} maintenance` : ''})`;

/** Puts the legend after the first strip, or on its own line if there is no room. */
function stripLines({ strips }: Report, width: number): Line[] {
  const nameWidth = Math.max(0, ...strips.map(({ name }) => name.length));
  const texts = strips.map(
    ({ name, days, uptime }) => `30-day   ${name.padEnd(nameWidth)}  [${asciiStrip(days)}]  ${formatPercent(uptime)}`,
  );
  const [first] = texts;
  if (first === undefined) return [];
  const legend = stripLegend(strips);
  const hasRoom = first.length + legend.length <= width;
  const [head, ...rest] = hasRoom ? [first + legend, ...texts.slice(1)] : [`30-day${legend}`, ...texts];
  return [head ?? '', ...rest].map((text) => line(text));
}

const alertLines = ({ recent_alerts }: DashboardStats): Line[] =>
  recent_alerts.map(({ created_at, alert_type, message }) =>
    line(`Alert    ${created_at}  `, span(alert_type, roleOfTone(alertTone(alert_type))), `  ${message}`),
  );

const fitLine = (each: Line, width: number): Line => {
  const text = plainText(each);
  return text.length <= width ? each : line(cut(text, width, '~'));
};
