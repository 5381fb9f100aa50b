import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type {
  StatusDetail,
  StatusNetworkMonitor,
  StatusOverviewItem,
  StatusUrl,
} from '@upvigil/core/contract/public-status';
import { escapeHtml } from '@upvigil/core/format/meta-tag';
import { publicNetworkBadge, publicUrlBadge } from '@upvigil/core/status/public-badges';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { withMaintenance } from '@upvigil/core/status/under-maintenance';
import { overviewBadge, shownStatus } from '@upvigil/core/status/website-status';
import { type IncidentReport, isOpen } from '../view/incident-reports.ts';
import type { PublicRun } from '../view/maintenance-runs.ts';
import { labels } from './headline.ts';
import { languageLinks } from './locale/language-links.ts';
import type { Locale } from './locale/locale.ts';
import { incidentPagePath, runPagePath } from './report-paths.ts';
import { runSpan, runStateText, statusText } from './report-text.ts';

interface Fallback {
  heading: string;
  sentence: string;
  /** A second line: who is affected, or what the page is about. */
  detail: string | null | undefined;
  /** Incidents; the open ones are listed below the sentence. */
  open: readonly IncidentReport[];
  /** Maintenance that is listed below them. */
  runs: readonly PublicRun[];
  /** HTML. */
  cards: readonly string[];
  /** Its path, to which the links to other languages lead. */
  path: string;
}

/** A public page for readers without scripts. Its classes are those of the web app's public pages, so it looks alike. */
export function fallbackHtml({ heading, sentence, detail, open, runs, cards, path }: Fallback, locale: Locale): string {
  return (
    `<main class="mx-auto max-w-[1024px] px-8 pt-10 pb-16"><h1>${escapeHtml(heading)}</h1>` +
    `<p><strong>${escapeHtml(sentence)}</strong></p>${detail ? `<p>${escapeHtml(detail)}</p>` : ''}` +
    `${openHtml(open, locale)}${runsHtml(runs, locale)}` +
    `<ul class="mt-4 grid gap-4">${cards.map((card) => `<li class="card">${card}</li>`).join('')}</ul>` +
    `${languageLinks(path, locale)}</main>`
  );
}

/** Titles of open incidents, each a link to its page; nothing where there is none. */
function openHtml(reports: readonly IncidentReport[], locale: Locale): string {
  const items = reports.filter(isOpen).map((one) => {
    const title = `<a href="${incidentPagePath(one.id)}${locale.query}">${escapeHtml(one.title)}</a>`;
    return `<li>${title}: ${escapeHtml(statusText(one.status, locale))}</li>`;
  });
  if (items.length === 0) return '';
  return `<h2>${escapeHtml(locale.texts.documents.openIncidents)}</h2><ul>${items.join('')}</ul>`;
}

/** Titles of maintenance with its times, each a link to its page; nothing where there is none. */
function runsHtml(runs: readonly PublicRun[], locale: Locale): string {
  if (runs.length === 0) return '';
  const items = runs.map((run) => {
    const title = `<a href="${runPagePath(run.id)}${locale.query}">${escapeHtml(run.title)}</a>`;
    return `<li>${title}: ${escapeHtml(`${runStateText(run.state, locale)} · ${runSpan(run, locale)}`)}</li>`;
  });
  return `<h2>${escapeHtml(locale.texts.documents.maintenances)}</h2><ul>${items.join('')}</ul>`;
}

/** A card for each website with the fields of the page, what has problems first. */
export const websiteCards = (items: readonly StatusOverviewItem[], locale: Locale): string[] =>
  [...items].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)).map((item) => websiteCard(item, locale));

const order: readonly (Tone | InfoTone)[] = ['down', 'warn', 'info', 'none', 'up'];
const rank = (item: StatusOverviewItem): number =>
  Math.min(...withMaintenance(overviewBadge(item.status), item).map(({ tone }) => order.indexOf(tone)));

function websiteCard(item: StatusOverviewItem, { texts, figures, query }: Locale): string {
  const { pages, states } = texts;
  const facts = factsHtml([
    [pages.urls, `${item.url_count}`],
    [pages.network, `${item.network_monitor_count}`],
    [pages.uptimeDay, figures.percent(item.uptime_24h)],
    [pages.averageLoad, figures.responseTime('URL', item.avg_response_time)],
  ]);
  const link = `<a href="/status/${item.id}${query}">${escapeHtml(item.name)}</a>`;
  const badges = withMaintenance(overviewBadge(shownStatus(item), states), item, states);
  const title = `<h2>${link}: ${escapeHtml(labels(badges))}</h2>`;
  return `${title}<p>${escapeHtml(item.description || pages.noDescription)}</p>${facts}`;
}

/** A card for each service of a website, none left out. */
export function serviceCards({ urls, network_monitors }: StatusDetail, locale: Locale): string[] {
  const { detail, states } = locale.texts;
  const urlCards = urls.map((url) => ({
    title: url.url,
    about: url.metadata_tag ? detail.monitoring({ tag: url.metadata_tag }) : '',
    state: labels(withMaintenance(publicUrlBadge(shownStatus(url), states), url, states)),
    response: [detail.totalLoad, 'URL'],
    service: url,
  })) satisfies ServiceParts[];
  const monitorCards = network_monitors.map((monitor) => ({
    title: monitor.name,
    about: `${monitor.monitor_type} · ${formatHostPort(monitor.host, monitor.port)}`,
    state: labels(withMaintenance(publicNetworkBadge(shownStatus(monitor), states), monitor, states)),
    response: [detail.responseTime, monitor.monitor_type],
    service: monitor,
  })) satisfies ServiceParts[];
  return [...urlCards, ...monitorCards].map((parts) => serviceCard(parts, locale));
}

interface ServiceParts {
  title: string;
  about: string;
  state: string;
  response: readonly [label: string, kind: MonitorKind];
  service: StatusUrl | StatusNetworkMonitor;
}

function serviceCard(parts: ServiceParts, { texts, figures }: Locale): string {
  const { title, about, state, service } = parts;
  const [label, kind] = parts.response;
  const { detail } = texts;
  const checked = service.last_check_time;
  const facts = factsHtml([
    [detail.lastCheck, checked === null ? detail.neverChecked : figures.moment(Date.parse(checked))],
    [label, figures.responseTime(kind, service.last_response_time)],
    [detail.dayUptime, figures.percent(service.uptime_24h)],
    [detail.interval, detail.intervalSeconds({ seconds: service.check_interval })],
  ]);
  return `<h2>${escapeHtml(title)}: ${escapeHtml(state)}</h2>${about ? `<p>${escapeHtml(about)}</p>` : ''}${facts}`;
}

/** Labels and what they say, on one line. */
const factsHtml = (facts: readonly (readonly [label: string, value: string])[]): string =>
  `<p>${facts.map(([label, value]) => `${escapeHtml(label)} <strong>${escapeHtml(value)}</strong>`).join(' · ')}</p>`;
