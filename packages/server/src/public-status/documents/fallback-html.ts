import type {
  StatusDetail,
  StatusNetworkMonitor,
  StatusOverviewItem,
  StatusUrl,
} from '@upvigil/core/contract/public-status';
import { formatHostPort } from '@upvigil/core/format/host-port';
import { escapeHtml } from '@upvigil/core/format/meta-tag';
import { formatPercent } from '@upvigil/core/format/percent';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { messages } from '@upvigil/core/messages';
import type { MonitorKind } from '@upvigil/core/monitor-kinds/registry';
import type { Tone } from '@upvigil/core/status/tone';
import { overviewBadge, publicNetworkBadge, publicUrlBadge } from '@upvigil/core/status/website-status';

interface Fallback {
  heading: string;
  sentence: string;
  /** A second line: who is affected, or what the page is about. */
  detail: string | null | undefined;
  /** HTML. */
  cards: readonly string[];
}

/** What a public page says to readers without scripts. Its classes are those of the web app's public pages, so it looks alike. */
export function fallbackHtml({ heading, sentence, detail, cards }: Fallback): string {
  return (
    `<main class="mx-auto max-w-[1024px] px-8 pt-10 pb-16"><h1>${escapeHtml(heading)}</h1>` +
    `<p><strong>${escapeHtml(sentence)}</strong></p>${detail ? `<p>${escapeHtml(detail)}</p>` : ''}` +
    `<ul class="mt-4 grid gap-4">${cards.map((card) => `<li class="card">${card}</li>`).join('')}</ul></main>`
  );
}

/** A card for each website with the fields of the page, what has problems first. */
export const websiteCards = (items: readonly StatusOverviewItem[]): string[] =>
  [...items].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)).map(websiteCard);

const order: readonly Tone[] = ['down', 'warn', 'none', 'up'];
const rank = ({ status }: StatusOverviewItem): number => order.indexOf(overviewBadge(status).tone);

function websiteCard(item: StatusOverviewItem): string {
  const facts = factsHtml([
    ['URLs', `${item.url_count}`],
    ['Network', `${item.network_monitor_count}`],
    ['Uptime (24h)', formatPercent(item.uptime_24h)],
    ['Avg Load Time', formatResponseTime('URL', item.avg_response_time)],
  ]);
  const title = `<h2><a href="/status/${item.id}">${escapeHtml(item.name)}</a>: ${overviewBadge(item.status).label}</h2>`;
  return `${title}<p>${escapeHtml(item.description || messages.empty.description)}</p>${facts}`;
}

/** A card for each service of a website, none left out. */
export const serviceCards = ({ urls, network_monitors }: StatusDetail): string[] => [
  ...urls.map((url) =>
    serviceCard({
      ...{ title: url.url, about: url.metadata_tag ? `Monitoring: ${url.metadata_tag}` : '' },
      ...{ state: publicUrlBadge(url.status).label, response: ['Total Load Time', 'URL'], service: url },
    }),
  ),
  ...network_monitors.map((monitor) =>
    serviceCard({
      ...{ title: monitor.name, about: `${monitor.monitor_type} · ${formatHostPort(monitor.host, monitor.port)}` },
      state: publicNetworkBadge(monitor.status).label,
      ...{ response: ['Response Time', monitor.monitor_type], service: monitor },
    }),
  ),
];

interface ServiceParts {
  title: string;
  about: string;
  state: string;
  response: readonly [label: string, kind: MonitorKind];
  service: StatusUrl | StatusNetworkMonitor;
}

function serviceCard({ title, about, state, response: [label, kind], service }: ServiceParts): string {
  const facts = factsHtml([
    ['Last Check', service.last_check_time ?? 'Never'],
    [label, formatResponseTime(kind, service.last_response_time)],
    ['24h Uptime', formatPercent(service.uptime_24h)],
    ['Check Interval', `${service.check_interval}s`],
  ]);
  return `<h2>${escapeHtml(title)}: ${state}</h2>${about ? `<p>${escapeHtml(about)}</p>` : ''}${facts}`;
}

/** Labels and what they say, on one line. */
const factsHtml = (facts: readonly (readonly [label: string, value: string])[]): string =>
  `<p>${facts.map(([label, value]) => `${label} <strong>${escapeHtml(value)}</strong>`).join(' · ')}</p>`;
