import type { PublishedIncident } from '@upvigil/core/contract/incidents';
import type { StatusDetail, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import type { PublicMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { escapeHtml } from '@upvigil/core/format/meta-tag';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { openReportsForOverview } from '../view/incident-reports.ts';
import { listedRuns, listedRunsOf, toPublicMaintenance } from '../view/maintenance-runs.ts';
import type { PublicView, PublicWebsite } from '../view/public-view.ts';
import { calendarPath } from './calendar.ts';
import { fallbackHtml, serviceCards, websiteCards } from './fallback-html.ts';
import { feedPaths } from './feeds.ts';
import { overviewDetail, overviewHeadline, websiteHeadline } from './headline.ts';
import { english, type Locale } from './locale/locale.ts';
import { statusOverviewItem } from './status-json.ts';

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
export function overviewHtml(html: string, view: PublicView, locale: Locale = english): string {
  const items = view.websites.map(statusOverviewItem);
  const headline = overviewHeadline(view.websites, locale);
  const { pages, documents } = locale.texts;
  const path = '/status';
  return fill(html, view, locale, {
    title: `${headline.sentence} · ${pages.title} · ${view.brand}`,
    description: documents.overviewAbout({ sentence: headline.sentence, brand: view.brand }),
    path,
    tone: headline.tone,
    embedded: {
      kind: 'overview',
      data: items,
      news: view.news,
      incidents: openReportsForOverview(view.reports),
      maintenances: listedRuns(view).map((run) => ({ ...toPublicMaintenance(run), body: '' })),
    },
    fallback: fallbackHtml(
      {
        heading: pages.title,
        sentence: headline.sentence,
        path,
        open: view.reports,
        runs: listedRuns(view),
        detail: overviewDetail(view.websites, locale),
        cards: websiteCards(items, locale),
      },
      locale,
    ),
  });
}

/** `/status/{id}`. */
export function detailHtml(
  html: string,
  view: PublicView,
  website: PublicWebsite,
  detail: StatusDetail,
  locale: Locale = english,
): string {
  const { tone, sentence } = websiteHeadline(website, locale);
  const { name } = website;
  const path = `/status/${website.id}`;
  return fill(html, view, locale, {
    title: `${name}: ${sentence} · ${view.brand}`,
    description: locale.texts.documents.websiteAbout({
      name,
      sentence,
      percent: locale.figures.percent(website.uptime_7d),
    }),
    path,
    tone,
    embedded: { kind: 'detail', id: website.id, data: detail, news: view.news },
    fallback: fallbackHtml(
      {
        heading: name,
        sentence,
        path,
        open: website.reports,
        detail: website.description,
        runs: listedRunsOf(view, website),
        cards: serviceCards(detail, locale),
      },
      locale,
    ),
  });
}

function fill(html: string, view: PublicView, locale: Locale, parts: PageParts): string {
  const title = escapeHtml(parts.title);
  const description = escapeHtml(parts.description);
  const address = escapeHtml(view.base_url + parts.path + locale.query);
  const head = [
    `<meta name="description" content="${description}">`,
    ...openGraph({ title, description, address, brand: escapeHtml(view.brand) }),
    ...feedLinks(locale),
  ].join('');
  const data = `<script type="application/json" id="public-status">${scriptJson(parts.embedded)}</script>`;
  // Replacements are functions: in a string, `$&` in a text that a person wrote would be replaced.
  return inLanguage(html, locale)
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

const feedLinks = ({ texts: { documents }, query }: Locale): string[] => [
  `<link rel="alternate" type="application/atom+xml" title="${documents.feedAtom}" href="${feedPaths.atom}${query}">`,
  `<link rel="alternate" type="application/rss+xml" title="${documents.feedRss}" href="${feedPaths.rss}${query}">`,
  `<link rel="alternate" type="text/calendar" title="${documents.calendarLink}" href="${calendarPath}${query}">`,
];

/** The app's document for a website that is not there, which the app itself says when it has asked. */
export const missingHtml = (html: string, locale: Locale): string =>
  inLanguage(html, locale).replace(/<noscript>[^<]*/, () => `<noscript>${escapeHtml(locale.texts.documents.notFound)}`);

/** The app takes its language from `lang`. */
export const inLanguage = (html: string, { language }: Locale): string =>
  html.replace('<html lang="en"', `<html lang="${language}"`);

/** JSON for a script element. Without `<`, no text in it can end the element or begin a comment. */
export const scriptJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const iconColors: Record<Tone | InfoTone, string> = {
  up: '#1a7f37',
  warn: '#b98900',
  down: '#c62828',
  info: '#1f5fa8',
  none: '#6b6b6b',
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
