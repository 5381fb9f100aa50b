import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import { languageNames, languageParameter, languages } from '@upvigil/core/contract/names/languages';
import type {
  StatusDetail,
  StatusNetworkMonitor,
  StatusOverviewItem,
  StatusUrl,
} from '@upvigil/core/contract/public-status';
import { publicNetworkBadge, publicUrlBadge, withSlow } from '@upvigil/core/status/public-badges';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { withMaintenance } from '@upvigil/core/status/under-maintenance';
import { overviewBadge, shownStatus } from '@upvigil/core/status/website-status';
import { type IncidentReport, isOpen, summaryOf } from '../view/incident-reports.ts';
import type { PublicRun } from '../view/maintenance-runs.ts';
import { labels } from './headline.ts';
import { type Html, html, joined } from './html.ts';
import type { Locale } from './locale.ts';
import { incidentPagePath, runPagePath } from './report-paths.ts';
import { impactText, runSpan, runStateText, statusText } from './report-text.ts';

interface Fallback {
  heading: string;
  sentence: string;
  /** A second line: the affected websites, or the topic of the page. */
  detail: string | null | undefined;
  /** Incidents; the open ones are listed below the sentence. */
  open: readonly IncidentReport[];
  /** Maintenance listed below them. */
  runs: readonly PublicRun[];
  cards: readonly Html[];
  /** The page's path, for the links to other languages. */
  path: string;
}

/**
 * A public page for readers without scripts. It uses the classes of the web app's public pages, so that it looks
 * alike.
 */
export const fallbackHtml = ({ heading, sentence, detail, open, runs, cards, path }: Fallback, locale: Locale): Html =>
  html`<main class="mx-auto max-w-[1024px] px-8 pt-10 pb-16"><h1>${heading}</h1><p><strong>${sentence}</strong></p>${
    detail ? html`<p>${detail}</p>` : null
  }${openHtml(open, locale)}${runsHtml(runs, locale)}<ul class="mt-4 grid gap-4">${cards.map(
    (card) => html`<li class="card">${card}</li>`,
  )}</ul>${languageLinks(path, locale)}</main>`;

/** Links to the same document in each language, for readers without scripts. */
function languageLinks(path: string, { language: current, texts }: Locale): Html {
  const links = languages.map((language) => {
    const now = language === current ? html` aria-current="true"` : null;
    return html`<a href="${path}?${languageParameter}=${language}" lang="${language}" hreflang="${language}"${now}>${languageNames[language]}</a>`;
  });
  return html`<nav class="mt-4" aria-label="${texts.pages.language}"><p>${joined(links, ' · ')}</p></nav>`;
}

/** Open incidents, each with a link to its page. */
const openHtml = (reports: readonly IncidentReport[], locale: Locale): Html | null =>
  linkList(
    locale.texts.documents.openIncidents,
    reports.filter(isOpen).map((report) => ({
      address: incidentPagePath(report.id) + locale.query,
      title: report.title,
      state: `${statusText(report.status, locale)} · ${impactText(report.impact, locale)}`,
      text: summaryOf(report),
    })),
  );

/** Maintenance with its times, each with a link to its page. */
const runsHtml = (runs: readonly PublicRun[], locale: Locale): Html | null =>
  linkList(
    locale.texts.documents.maintenances,
    runs.map((run) => ({
      address: runPagePath(run.id) + locale.query,
      title: run.title,
      state: `${runStateText(run.state, locale)} · ${runSpan(run, locale)}`,
    })),
  );

function linkList(
  heading: string,
  items: readonly { address: string; title: string; state: string; text?: string }[],
): Html | null {
  if (items.length === 0) return null;
  const lines = items.map(
    ({ address, title, state, text }) =>
      html`<li><a href="${address}">${title}</a>: ${state}${text ? html`<br>${text}` : null}</li>`,
  );
  return html`<h2>${heading}</h2><ul>${lines}</ul>`;
}

/** A card for each website with the fields of the page, problems first. */
export const websiteCards = (items: readonly StatusOverviewItem[], locale: Locale): Html[] =>
  [...items].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)).map((item) => websiteCard(item, locale));

const order: readonly (Tone | InfoTone)[] = ['down', 'warn', 'info', 'none', 'up'];
const rank = (item: StatusOverviewItem): number =>
  Math.min(...withMaintenance(overviewBadge(item.status), item).map(({ tone }) => order.indexOf(tone)));

function websiteCard(item: StatusOverviewItem, { texts, figures, query }: Locale): Html {
  const { pages, states } = texts;
  const facts = factsHtml([
    [pages.urls, `${item.url_count}`],
    [pages.network, `${item.network_monitor_count}`],
    [pages.uptimeDay, figures.percent(item.uptime_24h)],
    [pages.averageLoad, figures.responseTime('URL', item.avg_response_time)],
  ]);
  const badges = withSlow(
    withMaintenance(overviewBadge(shownStatus(item), states), item, states),
    item.slow !== undefined,
    states,
  );
  const title = html`<h2><a href="/status/${item.id}${query}">${item.name}</a>: ${labels(badges)}</h2>`;
  return html`${title}${item.description ? html`<p>${item.description}</p>` : null}${facts}`;
}

/** A card for each service of a website. */
export function serviceCards({ urls, network_monitors }: StatusDetail, locale: Locale): Html[] {
  const { detail, states } = locale.texts;
  const urlCards = urls.map((url) => ({
    title: url.label ?? url.url,
    about: joinedFacts([
      url.label === undefined ? '' : url.url,
      url.metadata_tag ? detail.monitoring({ tag: url.metadata_tag }) : '',
    ]),
    state: labels(
      withSlow(withMaintenance(publicUrlBadge(shownStatus(url), states), url, states), url.slow === true, states),
    ),
    response: [detail.totalLoad, 'URL'],
    service: url,
  })) satisfies ServiceParts[];
  const monitorCards = network_monitors.map((monitor) => ({
    title: monitor.name,
    about: [monitor.monitor_type, formatHostPort(monitor.host, monitor.port)].filter(Boolean).join(' · '),
    state: labels(
      withSlow(
        withMaintenance(publicNetworkBadge(shownStatus(monitor), states), monitor, states),
        monitor.slow === true,
        states,
      ),
    ),
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

function serviceCard(parts: ServiceParts, { texts, figures }: Locale): Html {
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
  return html`<h2>${title}: ${state}</h2>${about ? html`<p>${about}</p>` : null}${facts}`;
}

const joinedFacts = (facts: readonly string[]): string => facts.filter((fact) => fact !== '').join(' · ');

const factsHtml = (facts: readonly (readonly [label: string, value: string])[]): Html =>
  html`<p>${joined(
    facts.map(([label, value]) => html`${label} <strong>${value}</strong>`),
    ' · ',
  )}</p>`;
