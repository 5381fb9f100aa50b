import type { PublishedIncident } from '@upvigil/core/contract/incidents';
import type { StatusDetail, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import type { PublicMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { isOpen, openReportsForOverview } from '../view/incident-reports.ts';
import { listedRuns, listedRunsOf, toPublicMaintenance } from '../view/maintenance-runs.ts';
import type { PublicView, PublicWebsite } from '../view/public-view.ts';
import { appPage } from './app-page.ts';
import { calendarPath } from './calendar.ts';
import { fallbackHtml, serviceCards, websiteCards } from './fallback-html.ts';
import { feedPaths } from './feeds.ts';
import { overviewDetail, overviewHeadline, websiteHeadline } from './headline.ts';
import { type Html, html } from './html.ts';
import { english, type Locale } from './locale.ts';
import { overviewItems } from './status-json.ts';

/** Data for the first paint of a page. */
type Embedded =
  | {
      kind: 'overview';
      data: readonly StatusOverviewItem[];
      incidents: readonly PublishedIncident[];
      maintenances: readonly PublicMaintenance[];
      news: string;
    }
  | { kind: 'detail'; id: number; data: StatusDetail; news: string };

/** `/status`: the app's document with the current data, and a title and an icon that show the state. */
export function overviewHtml(document: string, view: PublicView, locale: Locale = english): string {
  const items = overviewItems(view);
  const openIncidents = view.reports.filter(isOpen).length;
  const { tone, sentence } = overviewHeadline(view.websites, locale, openIncidents);
  const { pages, documents } = locale.texts;
  const runs = listedRuns(view);
  const path = '/status';
  const title = `${sentence} · ${pages.title} · ${view.brand}`;
  const description = documents.overviewAbout({ sentence, brand: view.brand });
  const embedded: Embedded = {
    kind: 'overview',
    data: items,
    news: view.news,
    incidents: openReportsForOverview(view.reports),
    maintenances: runs.map((run) => ({ ...toPublicMaintenance({ ...run, updates: [] }), body: '' })),
  };
  const fallback = fallbackHtml(
    {
      heading: pages.title,
      sentence,
      path,
      open: view.reports,
      runs,
      detail: overviewDetail(view.websites, locale),
      cards: websiteCards(items, locale),
    },
    locale,
  );
  return appPage(document, locale, {
    title,
    tone,
    embedded,
    fallback,
    head: headHtml({ title, description, path }, view, locale),
  });
}

/** `/status/{id}`. */
export function detailHtml(
  document: string,
  view: PublicView,
  website: PublicWebsite,
  detail: StatusDetail,
  locale: Locale = english,
): string {
  const { tone, sentence } = websiteHeadline(website, locale);
  const { name } = website;
  const path = `/status/${website.id}`;
  const title = `${name}: ${sentence} · ${view.brand}`;
  const percent = locale.figures.percent(website.uptime_7d);
  const description = locale.texts.documents.websiteAbout({ name, sentence, percent });
  const embedded: Embedded = { kind: 'detail', id: website.id, data: detail, news: view.news };
  const fallback = fallbackHtml(
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
  );
  return appPage(document, locale, {
    title,
    tone,
    embedded,
    fallback,
    head: headHtml({ title, description, path }, view, locale),
  });
}

/** For search engines, link previews and feed readers. */
function headHtml(
  { title, description, path }: { title: string; description: string; path: string },
  view: PublicView,
  { texts: { documents }, query }: Locale,
): Html {
  const openGraph = {
    type: 'website',
    site_name: view.brand,
    title,
    description,
    url: view.base_url + path + query,
  };
  const links = [
    ['application/atom+xml', documents.feedAtom, feedPaths.atom],
    ['application/rss+xml', documents.feedRss, feedPaths.rss],
    ['text/calendar', documents.calendarLink, calendarPath],
  ] as const;
  return html`<meta name="description" content="${description}">${Object.entries(openGraph).map(
    ([name, content]) => html`<meta property="og:${name}" content="${content}">`,
  )}${links.map(
    ([type, name, address]) => html`<link rel="alternate" type="${type}" title="${name}" href="${address}${query}">`,
  )}`;
}
