import { apiPrefix, publicPaths } from '@upvigil/core/contract/names/paths';
import type { AnswerForm } from '../../../api/http/cached-response.ts';
import { toPublishedIncident } from '../view/incident-reports.ts';
import type { PublicView, PublicWebsite } from '../view/public-view.ts';
import { type BadgeKind, badgeOf, badgeSvg, shieldsJson, unknownBadge } from './badges.ts';
import { calendar, calendarPath } from './calendar.ts';
import { documentForms, pageFormOf, withNews } from './document-forms.ts';
import { atomFeed, feedPaths, rssFeed } from './feeds.ts';
import type { Locale } from './locale/locale.ts';
import { incidentPage, reportPageForm } from './report-html.ts';
import { incidentText } from './report-text.ts';
import { detailHtml, overviewHtml } from './status-html.ts';
import { openPage, statusDetail, statusOverviewItem } from './status-json.ts';
import { detailText, overviewText } from './status-text.ts';
import { statuspageDocuments } from './statuspage-v2.ts';

/** A public document: how it is made of the view, and how it is sent. */
export interface PublicDocument {
  /** The website that it is about; null: all. It changes with them. */
  website_id: number | null;
  /** Whether `render` reads the view's details of the website. */
  needsDetails: boolean;
  /** `none`: the same in all languages. `named`: of the query only, for scripts. `asked`: of the setting or the browser too. */
  language: 'none' | 'named' | 'asked';
  form(view: PublicView): AnswerForm;
  render(view: PublicView, locale: Locale): string;
}

/** The web app's document, and the headers that it is sent with. */
export interface AppDocument {
  html: string;
  htmlForm: Pick<AnswerForm, 'contentType' | 'headers'>;
}

/** The key of a page's plain text. No URL can have it as path. */
export const textKey = (path: string): string => `text:${path}`;
/** The key of a badge for unknown websites. No URL can have it as path. */
export const unknownBadgeKey = (kind: string, extension: string): string => `unknown:${kind}.${extension}`;

const withoutDetails = { website_id: null, needsDetails: false } as const;

/** A document that depends on a language and has a fixed form. */
const translated = (
  form: AnswerForm,
  render: PublicDocument['render'],
  website_id: number | null = null,
): PublicDocument => ({ ...withoutDetails, website_id, language: 'asked', form: () => form, render });

/** Finds the document at a path: null where the view has none. */
export function createDocumentTable({ html, htmlForm }: AppDocument) {
  const pageForm = pageFormOf(htmlForm);
  const fixed = fixedDocuments(html, pageForm);
  return function documentAt(path: string, view: PublicView): PublicDocument | null {
    const known = fixed.get(path);
    if (known) return known;
    for (const { pattern, make } of numberedDocuments) {
      const [, id, ...parts] = pattern.exec(path) ?? [];
      if (id !== undefined) return make(Number(id), parts, { view, html, pageForm });
    }
    return null;
  };
}

function fixedDocuments(html: string, pageForm: AnswerForm): ReadonlyMap<string, PublicDocument> {
  const documents = new Map<string, PublicDocument>([
    ['/status', translated(pageForm, (view, locale) => overviewHtml(html, view, locale))],
    [textKey('/status'), translated(documentForms.text, overviewText)],
    [feedPaths.atom, translated(documentForms.atom, atomFeed)],
    [feedPaths.rss, translated(documentForms.rss, rssFeed)],
    [calendarPath, translated(documentForms.calendar, calendar)],
    [apiPrefix + publicPaths.overview, json((view) => view.websites.map(statusOverviewItem))],
    [apiPrefix + publicPaths.page, json(openPage)],
  ]);
  for (const [path, make] of Object.entries(statuspageDocuments)) {
    documents.set(path, {
      ...withoutDetails,
      language: 'none',
      form: () => documentForms.statuspage,
      render: (view) => JSON.stringify(make(view)),
    });
  }
  for (const kind of ['status', 'uptime'] as const) {
    for (const extension of ['svg', 'json'] as const) {
      documents.set(
        unknownBadgeKey(kind, extension),
        badge(extension, (locale) => unknownBadge(kind, locale)),
      );
    }
  }
  return documents;
}

const json = (make: (view: PublicView) => unknown): PublicDocument => ({
  ...withoutDetails,
  language: 'none',
  form: ({ news }) => withNews(documentForms.json, news),
  render: (view) => JSON.stringify(make(view)),
});

const badge = (
  extension: string,
  make: (locale: Locale, view: PublicView) => ReturnType<typeof badgeOf>,
  websiteId: number | null = null,
): PublicDocument =>
  extension === 'svg'
    ? translated(documentForms.svg, (view, locale) => badgeSvg(make(locale, view)), websiteId)
    : translated(documentForms.badgeJson, (view, locale) => shieldsJson(make(locale, view)), websiteId);

interface Surroundings {
  view: PublicView;
  html: string;
  pageForm: AnswerForm;
}

/** Documents of a website or an incident. */
const numberedDocuments: readonly {
  pattern: RegExp;
  make(id: number, parts: readonly string[], surroundings: Surroundings): PublicDocument | null;
}[] = [
  {
    pattern: /^\/api\/public\/status\/([1-9]\d*)$/,
    make: (id, _parts, { view }) =>
      ofWebsite(view, id, {
        needsDetails: true,
        language: 'named',
        form: ({ news }) => withNews(documentForms.json, news),
        render: (now, locale) => JSON.stringify(detailOf(now, id, locale)),
      }),
  },
  {
    pattern: /^\/status\/([1-9]\d*)$/,
    make: (id, _parts, { view, html, pageForm }) =>
      ofWebsite(view, id, {
        needsDetails: true,
        language: 'asked',
        form: () => pageForm,
        render: (now, locale) => detailHtml(html, now, websiteIn(now, id), detailOf(now, id, locale), locale),
      }),
  },
  {
    pattern: /^text:\/status\/([1-9]\d*)$/,
    make: (id, _parts, { view }) =>
      ofWebsite(
        view,
        id,
        translated(documentForms.text, (now, locale) => detailText(websiteIn(now, id), now, locale)),
      ),
  },
  {
    pattern: /^\/badge\/([1-9]\d*)\/(status|uptime)\.(svg|json)$/,
    make: (id, [kind, extension = ''], { view }) =>
      ofWebsite(
        view,
        id,
        badge(extension, (locale, now) => badgeOf(kind as BadgeKind, websiteIn(now, id), locale)),
      ),
  },
  {
    pattern: /^\/api\/public\/incidents\/([1-9]\d*)$/,
    make: (id, _parts, { view }) =>
      hasReport(view, id) ? json((now) => toPublishedIncident(reportIn(now, id))) : null,
  },
  {
    pattern: /^\/status\/incidents\/([1-9]\d*)$/,
    make: (id, _parts, { view }) =>
      hasReport(view, id)
        ? translated(reportPageForm, (now, locale) => incidentPage(reportIn(now, id), { ...now, locale }))
        : null,
  },
  {
    pattern: /^text:\/status\/incidents\/([1-9]\d*)$/,
    make: (id, _parts, { view }) =>
      hasReport(view, id)
        ? translated(documentForms.text, (now, locale) => incidentText(reportIn(now, id), { ...now, locale }))
        : null,
  },
];

const ofWebsite = (
  view: PublicView,
  website_id: number,
  document: Omit<PublicDocument, 'website_id'>,
): PublicDocument | null => (view.websites.some(({ id }) => id === website_id) ? { ...document, website_id } : null);

const hasReport = ({ reports }: PublicView, id: number): boolean => reports.some((report) => report.id === id);
const reportIn = ({ reports }: PublicView, id: number) => found(reports, id);
const websiteIn = ({ websites }: PublicView, id: number): PublicWebsite => found(websites, id);

function detailOf(view: PublicView, id: number, locale: Locale) {
  const details = view.details.get(id);
  if (!details) throw new Error(`The details of website ${id} are not read`);
  return statusDetail(view, websiteIn(view, id), details, locale);
}

function found<Item extends { id: number }>(items: readonly Item[], id: number): Item {
  const item = items.find((one) => one.id === id);
  if (!item) throw new Error(`The view has no ${id} any more`);
  return item;
}
