import type { Report } from '@upvigil/core/contract/reports';
import { defaults } from '@upvigil/core/defaults';
import { formatDuration } from '@upvigil/core/format/duration';
import { stripControls } from '@upvigil/core/format/foreign-text';
import { escapeHtml } from '@upvigil/core/format/meta-tag';
import { coverageNote, formatPercent } from '@upvigil/core/format/percent';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import type { MessageContent } from '../notify/sending/new-messages.ts';
import type { AlertFigures, OutageFigures, ReportFigures } from './report-figures.ts';

/** A heading and rows of cells, with a text for no rows. */
interface Section {
  heading: string;
  rows: string[][];
}

/** The content of a report, as plain text and as HTML. */
export function composeReport(
  { name, frequency, time_zone }: Pick<Report, 'name' | 'frequency' | 'time_zone'>,
  figures: ReportFigures,
): MessageContent {
  const period = periodInWords(figures.period, time_zone);
  const sections = sectionsOf(figures, time_zone);
  return {
    title: `${frequency === 'daily' ? 'Daily' : 'Weekly'} report "${name}": ${summaryOf(figures)}`,
    text: `${[period, ...sections.map(sectionAsText)].join('\n\n')}\n`,
    html: `<p>${escapeHtml(period)}</p>${sections.map(sectionAsHtml).join('')}`,
    link: { label: 'Open the dashboard', path: '/' },
  };
}

function summaryOf({ websites }: ReportFigures): string {
  const outages = websites.reduce((sum, website) => sum + website.outages.count, 0);
  const known = websites.flatMap(({ uptime }) => (uptime === null ? [] : [uptime]));
  const worst = known.length === 0 ? 'no checks' : `lowest uptime ${formatPercent(Math.min(...known))}`;
  return `${worst}, ${counted(outages, 'outage')}`;
}

function sectionsOf(figures: ReportFigures, timeZone: string): Section[] {
  const { websites, slowest, alerts, unproven, newestBackup } = figures;
  return [
    {
      heading: 'Uptime',
      rows: websites.map(({ name, uptime, coverage, outages }) => [
        formatPercent(uptime),
        name,
        [outagesInWords(outages), coverageNote(coverage) ?? []].flat().join('; '),
      ]),
    },
    {
      heading: 'Slowest',
      rows: slowest.map(({ kind, seconds, website, monitor }) => [formatResponseTime(kind, seconds), website, monitor]),
    },
    { heading: 'Alerts', rows: [[alertsInWords(alerts)]] },
    {
      heading: `Channels not proven for ${defaults.unprovenDays} days`,
      rows: unproven.map((place) => [place]),
    },
    {
      heading: 'Newest backup',
      rows: newestBackup === null ? [] : [[`${momentIn(timeZone)(newestBackup)} (${timeZone})`]],
    },
  ];
}

function outagesInWords({ count, open, seconds, longest_seconds }: OutageFigures): string {
  if (count === 0) return 'no outage';
  const longest = count === 1 ? '' : `, the longest ${formatDuration(longest_seconds)}`;
  const lasting = open === 0 ? '' : count === 1 ? ', still open' : `, ${open} still open`;
  return `${counted(count, 'outage')}, down for ${formatDuration(seconds)}${longest}${lasting}`;
}

function alertsInWords({ all, sent, suppressed }: AlertFigures): string {
  if (all === 0) return 'none';
  const rest = all - sent - suppressed;
  const others = rest === 0 ? '' : `, ${rest} not delivered`;
  return `${counted(all, 'alert')}: ${sent} sent, ${suppressed} suppressed${others}`;
}

const counted = (count: number, noun: string): string =>
  `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;

/** '2026-03-10 08:00'. */
function momentIn(timeZone: string): (at: number) => string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('sv-SE', { ...parts, hourCycle: 'h23', timeZone });
  return (at) => format.format(at);
}

function periodInWords({ from, to }: ReportFigures['period'], timeZone: string): string {
  const moment = momentIn(timeZone);
  return `${moment(from)} to ${moment(to)} (${timeZone})`;
}

const none = 'none';

/** Foreign names must not look like a line of the report. */
function sectionAsText({ heading, rows: given }: Section): string {
  const rows = given.map((row) => row.map(stripControls));
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)), []);
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [heading.toUpperCase(), ...(lines.length === 0 ? [none] : lines)].join('\n');
}

function sectionAsHtml({ heading, rows }: Section): string {
  const cells = (row: readonly string[]): string =>
    row.map((cell) => `<td valign="top">${escapeHtml(cell)}</td>`).join('');
  const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('');
  const content = rows.length === 0 ? `<p>${none}</p>` : `<table role="presentation">${body}</table>`;
  return `<h2 style="font-size:16px;margin:24px 0 8px">${escapeHtml(heading)}</h2>${content}`;
}
