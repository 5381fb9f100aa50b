import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import { stripControls } from '@upvigil/core/format/foreign-text';
import { nameWithAddress } from '@upvigil/core/format/monitor-name';
import { publicNetworkBadge, publicUrlBadge } from '@upvigil/core/status/public-badges';
import { withMaintenance } from '@upvigil/core/status/under-maintenance';
import { shownStatus } from '@upvigil/core/status/website-status';
import { type IncidentReport, isOpen } from '../view/incident-reports.ts';
import type { PublicRun } from '../view/maintenance-runs.ts';
import { listedRuns, listedRunsOf } from '../view/maintenance-runs.ts';
import type { PublicMonitor, PublicView, PublicWebsite } from '../view/public-view.ts';
import { labels, overviewHeadline, statusWord, websiteHeadline } from './headline.ts';
import { english, type Locale, localSentence } from './locale.ts';
import { reportLine, runLine } from './report-text.ts';

/** `/status` for a terminal: one line for each website, in plain text without colours. */
export function overviewText(view: PublicView, locale: Locale = english): string {
  const { figures, query } = locale;
  const { documents, pages } = locale.texts;
  const rows = view.websites.map((website) => [
    statusWord(website, locale),
    clean(website.name),
    documents.textUptimeDay({ percent: figures.percent(website.uptime_24h) }),
    documents.textLoad({ time: figures.responseTime('URL', website.avg_response_time_seconds) }),
    `${view.base_url}/status/${website.id}${query}`,
  ]);
  const headline = overviewHeadline(view.websites, locale, view.reports.filter(isOpen).length).sentence;
  return document(`${view.brand} - ${pages.title}`, headline, [
    openText(view.reports, view, locale),
    runsText(listedRuns(view), view, locale),
    table(rows),
  ]);
}

/** `/status/{id}` for a terminal. */
export function detailText(website: PublicWebsite, view: PublicView, locale: Locale = english): string {
  const { figures } = locale;
  const { documents, detail, states } = locale.texts;
  const services = website.monitors.map((monitor) => [
    stateWord(monitor, states),
    clean(serviceName(monitor)),
    figures.responseTime(monitor.kind, monitor.last_response_time_seconds),
    monitor.last_check_time === null
      ? documents.textNeverChecked
      : documents.textChecked({ time: figures.moment(monitor.last_check_time) }),
  ]);
  const incidents = website.recent_alerts.map((alert) => [
    figures.moment(alert.created_at),
    detail[alert.alert_type],
    clean(localSentence(alert, locale)),
  ]);
  const { sentence } = websiteHeadline(website, locale);
  return document(
    `${view.brand} - ${website.name}`,
    documents.textUptimeWeek({ sentence, percent: figures.percent(website.uptime_7d) }),
    [
      openText(website.reports, view, locale),
      runsText(listedRunsOf(view, website), view, locale),
      table(services),
      ...(incidents.length > 0 ? [`${detail.incidents}\n${table(incidents)}`] : []),
    ],
  );
}

/** Open incidents; empty without any. */
function openText(reports: readonly IncidentReport[], { base_url }: PublicView, locale: Locale): string {
  const lines = reports.filter(isOpen).map((one) => reportLine(one, { base_url, locale }));
  return lines.length === 0 ? '' : `${locale.texts.documents.openIncidents}\n${lines.join('\n')}`;
}

/** Current and announced maintenance; empty without any. */
function runsText(runs: readonly PublicRun[], { base_url }: PublicView, locale: Locale): string {
  const lines = runs.map((run) => runLine(run, { base_url, locale }));
  return lines.length === 0 ? '' : `${locale.texts.documents.maintenances}\n${lines.join('\n')}`;
}

/** The name of a monitor in lists: 'Checkout (https://shop.example.com/checkout)', or a name with kind and address. */
const serviceName = ({ kind, name, target, port }: PublicMonitor): string =>
  kind === 'URL'
    ? nameWithAddress(name, target)
    : `${name} (${[kind, formatHostPort(target, port)].filter(Boolean).join(' ')})`;

/**
 * Operational, Down, Online, Offline, 'No data yet' or 'No recent data', and 'Under Maintenance' in addition or
 * instead.
 */
function stateWord({ kind, is_up, maintenance, last_check_time }: PublicMonitor, texts = english.texts.states): string {
  const status = is_up === null ? 'unknown' : is_up ? 'up' : 'down';
  const shown = shownStatus({ status, last_check_time });
  const badge = kind === 'URL' ? publicUrlBadge(shown, texts) : publicNetworkBadge(shown, texts);
  return labels(withMaintenance(badge, { status, maintenance: maintenance ?? undefined }, texts));
}

/** Removes control characters from people's names, which a terminal would obey. */
const clean = (text: string): string => stripControls(text);

const document = (title: string, headline: string, parts: readonly string[]): string =>
  `${[clean(title), clean(headline), ...parts.filter((part) => part !== '')].join('\n\n')}\n`;

/** Pads columns to their longest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
