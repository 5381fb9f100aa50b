import { stripControls } from '@upvigil/core/format/foreign-text';
import { formatHostPort } from '@upvigil/core/format/host-port';
import { publicNetworkBadge, publicUrlBadge } from '@upvigil/core/status/public-badges';
import { withMaintenance } from '@upvigil/core/status/under-maintenance';
import { shownStatus } from '@upvigil/core/status/website-status';
import type { PublicMonitor, PublicState, PublicWebsite } from '../figures/public-state.ts';
import type { ToldRun } from '../maintenance/public-runs.ts';
import { runTextLine } from '../maintenance/run-words.ts';
import { runsShown, runsShownOf } from '../maintenance/shown-runs.ts';
import { isOpen, type ToldIncident } from '../told/told-incident.ts';
import { toldLine } from '../told/told-text.ts';
import { labels, overviewHeadline, statusWord, websiteHeadline } from './headline.ts';
import { localSentence } from './speech/local-sentence.ts';
import { english, type Speech } from './speech/speech.ts';

/** `/status` for a terminal: one line for each website, in plain text without colours. */
export function overviewText(state: PublicState, speech: Speech = english): string {
  const { figures, query } = speech;
  const { documents, pages } = speech.words;
  const rows = state.websites.map((website) => [
    statusWord(website, speech),
    clean(website.name),
    documents.textUptimeDay({ percent: figures.percent(website.uptime_24h) }),
    documents.textLoad({ time: figures.responseTime('URL', website.avg_response_time_seconds) }),
    `${state.base_url}/status/${website.id}${query}`,
  ]);
  const headline = overviewHeadline(state.websites, speech).sentence;
  return document(`${state.brand} - ${pages.title}`, headline, [
    openText(state.told, state, speech),
    runsText(runsShown(state), state, speech),
    table(rows),
  ]);
}

/** `/status/{id}` for a terminal. */
export function detailText(website: PublicWebsite, state: PublicState, speech: Speech = english): string {
  const { figures } = speech;
  const { documents, detail, states } = speech.words;
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
    clean(localSentence(alert, speech)),
  ]);
  const { sentence } = websiteHeadline(website, speech);
  return document(
    `${state.brand} - ${website.name}`,
    documents.textUptimeWeek({ sentence, percent: figures.percent(website.uptime_7d) }),
    [
      openText(website.told, state, speech),
      runsText(runsShownOf(state, website), state, speech),
      table(services),
      ...(incidents.length > 0 ? [`${detail.incidents}\n${table(incidents)}`] : []),
    ],
  );
}

/** What people are told of what lasts; empty where that is nothing. */
function openText(told: readonly ToldIncident[], { base_url }: PublicState, speech: Speech): string {
  const lines = told.filter(isOpen).map((one) => toldLine({ told: one }, { base_url, speech }));
  return lines.length === 0 ? '' : `${speech.words.documents.openIncidents}\n${lines.join('\n')}`;
}

/** Maintenance that goes on or is announced; empty where there is none. */
function runsText(runs: readonly ToldRun[], { base_url }: PublicState, speech: Speech): string {
  const lines = runs.map((run) => runTextLine(run, { base_url, speech }));
  return lines.length === 0 ? '' : `${speech.words.documents.maintenances}\n${lines.join('\n')}`;
}

/** What a monitor is called in lists: its URL, or its name with kind and address. */
export const serviceName = ({ kind, name, host, port }: PublicMonitor): string =>
  kind === 'URL' ? name : `${name} (${kind} ${formatHostPort(host, port)})`;

/** Operational, Down, Online, Offline, 'No data yet' or 'No recent data', and 'Under Maintenance' beside or in place of it. */
export function stateWord(
  { kind, is_up, maintenance, last_check_time }: PublicMonitor,
  words = english.words.states,
): string {
  const status = is_up === null ? 'unknown' : is_up ? 'up' : 'down';
  const shown = shownStatus({ status, last_check_time });
  const badge = kind === 'URL' ? publicUrlBadge(shown, words) : publicNetworkBadge(shown, words);
  return labels(withMaintenance(badge, { status, maintenance: maintenance ?? undefined }, words));
}

/** Names come from people and may hold control characters, which a terminal would obey. */
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
