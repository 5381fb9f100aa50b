import type { PublishedIncident } from '@upvigil/core/contract/incidents';
import type { StatusDetail, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import type { PublicMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { escapeHtml } from '@upvigil/core/format/meta-tag';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import type { PublicState, PublicWebsite } from '../figures/public-state.ts';
import { publishedRun } from '../maintenance/public-runs.ts';
import { runsShown, runsShownOf } from '../maintenance/shown-runs.ts';
import { openForOverview } from '../told/told-incident.ts';
import { calendarPath } from './calendar.ts';
import { fallbackHtml, serviceCards, websiteCards } from './fallback-html.ts';
import { feedPaths } from './feeds.ts';
import { overviewDetail, overviewHeadline, websiteHeadline } from './headline.ts';
import { english, type Speech } from './speech/speech.ts';

/** The JSON in `<script id="public-status">`. With it, a page needs no request for its first paint. */
type Embedded =
  | {
      kind: 'overview';
      data: readonly StatusOverviewItem[];
      incidents: readonly PublishedIncident[];
      maintenances: readonly PublicMaintenance[];
      news: string;
    }
  | { kind: 'detail'; id: number; data: StatusDetail; news: string };

interface PageParts {
  title: string;
  description: string;
  /** Path below the public address. */
  path: string;
  tone: Tone | InfoTone;
  embedded: Embedded;
  /** HTML for readers without scripts. */
  fallback: string;
}

/** `/status`: the app's document with the current data, and with a title and an icon that show the state. */
export function overviewHtml(
  html: string,
  state: PublicState,
  items: readonly StatusOverviewItem[],
  speech: Speech = english,
): string {
  const headline = overviewHeadline(state.websites, speech);
  const { pages, documents } = speech.words;
  const path = '/status';
  return fill(html, state, speech, {
    title: `${headline.sentence} · ${pages.title} · ${state.brand}`,
    description: documents.overviewAbout({ sentence: headline.sentence, brand: state.brand }),
    path,
    tone: headline.tone,
    embedded: {
      ...{ kind: 'overview', data: items, news: state.news },
      incidents: openForOverview(state.told),
      maintenances: runsShown(state).map((run) => ({ ...publishedRun(run), body: '' })),
    },
    fallback: fallbackHtml(
      {
        ...{ heading: pages.title, sentence: headline.sentence, path, open: state.told, runs: runsShown(state) },
        ...{ detail: overviewDetail(state.websites, speech), cards: websiteCards(items, speech) },
      },
      speech,
    ),
  });
}

/** `/status/{id}`. */
export function detailHtml(
  html: string,
  state: PublicState,
  website: PublicWebsite,
  detail: StatusDetail,
  speech: Speech = english,
): string {
  const { tone, sentence } = websiteHeadline(website, speech);
  const { name } = website;
  const path = `/status/${website.id}`;
  return fill(html, state, speech, {
    title: `${name}: ${sentence} · ${state.brand}`,
    description: speech.words.documents.websiteAbout({
      ...{ name, sentence },
      percent: speech.figures.percent(website.uptime_7d),
    }),
    path,
    tone,
    embedded: { kind: 'detail', id: website.id, data: detail, news: state.news },
    fallback: fallbackHtml(
      {
        ...{ heading: name, sentence, path, open: website.told, detail: website.description },
        runs: runsShownOf(state, website),
        cards: serviceCards(detail, speech),
      },
      speech,
    ),
  });
}

function fill(html: string, state: PublicState, speech: Speech, parts: PageParts): string {
  const title = escapeHtml(parts.title);
  const description = escapeHtml(parts.description);
  const address = escapeHtml(state.base_url + parts.path + speech.query);
  const head = [
    `<meta name="description" content="${description}">`,
    ...openGraph({ title, description, address, brand: escapeHtml(state.brand) }),
    ...feedLinks(speech),
  ].join('');
  const data = `<script type="application/json" id="public-status">${scriptJson(parts.embedded)}</script>`;
  // Replacements are functions: in a string, `$&` in a text that a person wrote would be replaced.
  return inLanguage(html, speech)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${stateIcon(parts.tone)}" type="image/svg+xml">`)
    .replace(/<noscript>[\s\S]*?<\/noscript>/, () => `<noscript>${parts.fallback}</noscript>`)
    .replace('</head>', () => `${head}${data}</head>`);
}

const openGraph = (page: { title: string; description: string; address: string; brand: string }): string[] =>
  Object.entries({
    type: 'website',
    site_name: page.brand,
    title: page.title,
    description: page.description,
    url: page.address,
  }).map(([name, content]) => `<meta property="og:${name}" content="${content}">`);

const feedLinks = ({ words: { documents }, query }: Speech): string[] => [
  `<link rel="alternate" type="application/atom+xml" title="${documents.feedAtom}" href="${feedPaths.atom}${query}">`,
  `<link rel="alternate" type="application/rss+xml" title="${documents.feedRss}" href="${feedPaths.rss}${query}">`,
  `<link rel="alternate" type="text/calendar" title="${documents.calendarLink}" href="${calendarPath}${query}">`,
];

/** The app's document for a website that is not there, which the app itself says when it has asked. */
export const missingHtml = (html: string, speech: Speech): string =>
  inLanguage(html, speech).replace(/<noscript>[^<]*/, () => `<noscript>${escapeHtml(speech.words.documents.notFound)}`);

/** The app reads from `lang` which language it is to speak. */
export const inLanguage = (html: string, { language }: Speech): string =>
  html.replace('<html lang="en"', `<html lang="${language}"`);

/** JSON for a script element. Without `<`, no text in it can end the element or begin a comment. */
export const scriptJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const iconColors: Record<Tone | InfoTone, string> = {
  ...{ up: '#1a7f37', warn: '#b98900', down: '#c62828', info: '#1f5fa8', none: '#6b6b6b' },
};
/** A shape for each state, for people who do not see the colour. */
const iconShapes: Record<Tone | InfoTone, string> = {
  up: 'M9 17l5 5 9-12',
  warn: 'M16 8v10m0 5v1',
  down: 'M10 10l12 12m0-12L10 22',
  info: 'M8 18q4-6 8-2t8-2',
  none: 'M9 16h14',
};

export const stateIcon = (tone: Tone | InfoTone): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="${iconColors[tone]}"/>` +
      `<path d="${iconShapes[tone]}" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>`,
  )}`;
