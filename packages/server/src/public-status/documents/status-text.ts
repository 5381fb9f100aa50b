import { stripControls } from '@upvigil/core/format/foreign-text';
import { formatHostPort } from '@upvigil/core/format/host-port';
import { formatPercent } from '@upvigil/core/format/percent';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { publicNetworkBadge, publicUrlBadge } from '@upvigil/core/status/website-status';
import type { PublicMonitor, PublicState, PublicWebsite } from '../figures/public-state.ts';
import { overviewHeadline, statusWord, websiteHeadline } from './headline.ts';

/** `/status` for a terminal: one line for each website, in plain text without colours. */
export function overviewText(state: PublicState): string {
  const rows = state.websites.map((website) => [
    statusWord(website),
    clean(website.name),
    `uptime 24h ${formatPercent(website.uptime_24h)}`,
    `load ${formatSeconds(website.avg_response_time_seconds)}`,
    `${state.base_url}/status/${website.id}`,
  ]);
  return document(`${clean(state.brand)} - System Status`, overviewHeadline(state.websites).sentence, [table(rows)]);
}

/** `/status/{id}` for a terminal. */
export function detailText(website: PublicWebsite, state: PublicState): string {
  const services = website.monitors.map((monitor) => [
    stateWord(monitor),
    clean(serviceName(monitor)),
    formatResponseTime(monitor.kind, monitor.last_response_time_seconds),
    monitor.last_check_time === null ? 'never checked' : `checked ${new Date(monitor.last_check_time).toISOString()}`,
  ]);
  const incidents = website.recent_incidents.map(({ time, type, message }) => [time, type, clean(message)]);
  return document(
    `${clean(state.brand)} - ${clean(website.name)}`,
    `${websiteHeadline(website).sentence}, uptime 7d ${formatPercent(website.uptime_7d)}`,
    [table(services), ...(incidents.length > 0 ? [`Recent Incidents\n${table(incidents)}`] : [])],
  );
}

/** What a monitor is called in lists: its URL, or its name with kind and address. */
export const serviceName = ({ kind, name, host, port }: PublicMonitor): string =>
  kind === 'URL' ? name : `${name} (${kind} ${formatHostPort(host, port)})`;

/** Operational, Down, Online, Offline or 'No data yet'. */
export function stateWord({ kind, is_up }: PublicMonitor): string {
  const status = is_up === null ? 'unknown' : is_up ? 'up' : 'down';
  return (kind === 'URL' ? publicUrlBadge(status) : publicNetworkBadge(status)).label;
}

/** Names come from people and may hold control characters, which a terminal would obey. */
const clean = (text: string): string => stripControls(text);

const document = (title: string, headline: string, parts: readonly string[]): string =>
  `${[title, headline, ...parts.filter((part) => part !== '')].join('\n\n')}\n`;

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
