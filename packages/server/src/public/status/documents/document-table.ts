import { apiPrefix, publicPaths } from '@upvigil/core/contract/names/paths';
import type { StatusDetail } from '@upvigil/core/contract/public-status';
import type { AnswerForm } from '../../../api/http/cached-response.ts';
import { type IncidentReport, toPublishedIncident } from '../view/incident-reports.ts';
import type { PublicView, PublicWebsite } from '../view/public-view.ts';
import { type Badge, badgeKinds, badgeOf, badgeSvg, shieldsJson, unknownBadge } from './badges.ts';
import { calendar, calendarPath } from './calendar.ts';
import { documentForms, pageFormOf, withNews } from './document-forms.ts';
import { atomFeed, feedPaths, rssFeed } from './feeds.ts';
import type { Locale } from './locale.ts';
import { incidentText } from './report-text.ts';
import { detailHtml, overviewHtml } from './status-html.ts';
import { openPage, overviewItems, statusDetail } from './status-json.ts';
import { detailText, overviewText } from './status-text.ts';
import { statuspageDocuments } from './statuspage-v2.ts';

/** A public document: how it is rendered from the view, and its headers. */
export interface PublicDocument {
  /** The website that it describes; null: all websites. The document changes with them. */
  website_id: number | null;
  /** Whether `render` needs the website's details in the view. */
  needsDetails: boolean;
  /**
   * `none`: the same in all languages. `named`: by the query only, for scripts. `asked`: by query, setting or
   * browser.
   */
  language: 'none' | 'named' | 'asked';
  form(view: PublicView): AnswerForm;
  render(view: PublicView, locale: Locale): string;
}

/** The web app's document and its headers. */
export interface AppDocument {
  html: string;
  htmlForm: Pick<AnswerForm, 'contentType' | 'headers'>;
}

/** The key of a page's plain text. No URL can have it as path. */
export const textKey = (path: string): string => `text:${path}`;
/** The key of a badge for unknown websites. No URL can have it as path. */
export const unknownBadgeKey = (kind: string, extension: string): string => `unknown:${kind}.${extension}`;

/** Defaults of a document: about all websites, in one language, without details. */
const aboutAll = (
  form: PublicDocument['form'],
  render: PublicDocument['render'],
  language: PublicDocument['language'] = 'none',
): PublicDocument => ({ website_id: null, needsDetails: false, language, form, render });

/** In the language of the request. */
const translated = (form: AnswerForm, render: PublicDocument['render']): PublicDocument =>
  aboutAll(() => form, render, 'asked');

const withVersion = ({ news }: PublicView): AnswerForm => withNews(documentForms.json, news);
const json = (make: (view: PublicView) => unknown): PublicDocument =>
  aboutAll(withVersion, (view) => JSON.stringify(make(view)));

const badge = (extension: BadgeExtension, make: (view: PublicView, locale: Locale) => Badge): PublicDocument =>
  extension === 'svg'
    ? translated(documentForms.svg, (view, locale) => badgeSvg(make(view, locale)))
    : translated(documentForms.badgeJson, (view, locale) => shieldsJson(make(view, locale)));

const badgeExtensions = ['svg', 'json'] as const;
type BadgeExtension = (typeof badgeExtensions)[number];
const badges = badgeKinds.flatMap((kind) => badgeExtensions.map((extension) => ({ kind, extension })));

/** Finds the document at a path; null when the view has none. */
export function createDocumentTable({ html, htmlForm }: AppDocument) {
  const pageForm = pageFormOf(htmlForm);
  const fixed = fixedDocuments(html, pageForm);
  const numbered = [...websiteDocuments(html, pageForm), ...reportDocuments];
  return function documentAt(path: string, view: PublicView): PublicDocument | null {
    const known = fixed.get(path);
    if (known) return known;
    for (const { start, end, make } of numbered) {
      if (!path.startsWith(start) || !path.endsWith(end)) continue;
      const id = path.slice(start.length, path.length - end.length);
      if (/^[1-9]\d*$/.test(id)) return make(Number(id), view);
    }
    return null;
  };
}

function fixedDocuments(html: string, pageForm: AnswerForm): ReadonlyMap<string, PublicDocument> {
  return new Map([
    ['/status', translated(pageForm, (view, locale) => overviewHtml(html, view, locale))],
    [textKey('/status'), translated(documentForms.text, overviewText)],
    [feedPaths.atom, translated(documentForms.atom, atomFeed)],
    [feedPaths.rss, translated(documentForms.rss, rssFeed)],
    [calendarPath, translated(documentForms.calendar, calendar)],
    [apiPrefix + publicPaths.overview, json(overviewItems)],
    [apiPrefix + publicPaths.page, json(openPage)],
    ...Object.entries(statuspageDocuments).map(([path, make]): [string, PublicDocument] => [
      path,
      aboutAll(
        () => documentForms.statuspage,
        (view) => JSON.stringify(make(view)),
      ),
    ]),
    ...badges.map(({ kind, extension }): [string, PublicDocument] => [
      unknownBadgeKey(kind, extension),
      badge(extension, (_view, locale) => unknownBadge(kind, locale)),
    ]),
  ]);
}

/** Documents whose path is an id between two texts. */
interface NumberedDocument {
  start: string;
  end: string;
  /** Null when the view has no such id. */
  make(id: number, view: PublicView): PublicDocument | null;
}

const websiteIn = ({ websites }: PublicView, id: number): PublicWebsite => found(websites, id);

function websiteDocuments(html: string, pageForm: AnswerForm): readonly NumberedDocument[] {
  const at = (start: string, end: string, make: (id: number) => Omit<PublicDocument, 'website_id'>) => ({
    start,
    end,
    make: (id: number, { websites }: PublicView) =>
      websites.some((website) => website.id === id) ? { ...make(id), website_id: id } : null,
  });
  return [
    at(`${apiPrefix}${publicPaths.overview}/`, '', (id) => ({
      ...aboutAll(withVersion, (view, locale) => JSON.stringify(detailOf(view, id, locale)), 'named'),
      needsDetails: true,
    })),
    at('/status/', '', (id) => ({
      ...translated(pageForm, (view, locale) =>
        detailHtml(html, view, websiteIn(view, id), detailOf(view, id, locale), locale),
      ),
      needsDetails: true,
    })),
    at(textKey('/status/'), '', (id) =>
      translated(documentForms.text, (view, locale) => detailText(websiteIn(view, id), view, locale)),
    ),
    ...badges.map(({ kind, extension }) =>
      at('/badge/', `/${kind}.${extension}`, (id) =>
        badge(extension, (view, locale) => badgeOf(kind, websiteIn(view, id), locale)),
      ),
    ),
  ];
}

const reportIn = ({ reports }: PublicView, id: number): IncidentReport => found(reports, id);

const reportAt = (start: string, make: (id: number) => PublicDocument): NumberedDocument => ({
  start,
  end: '',
  make: (id, { reports }) => (reports.some((report) => report.id === id) ? make(id) : null),
});

const reportDocuments: readonly NumberedDocument[] = [
  reportAt('/api/public/incidents/', (id) => json((view) => toPublishedIncident(reportIn(view, id)))),
  reportAt(textKey('/status/incidents/'), (id) =>
    translated(documentForms.text, (view, locale) => incidentText(reportIn(view, id), { ...view, locale })),
  ),
];

function detailOf(view: PublicView, id: number, locale: Locale): StatusDetail {
  const details = view.details.get(id);
  if (!details) throw new Error(`The details of website ${id} are not read`);
  return statusDetail(view, websiteIn(view, id), details, locale);
}

function found<Item extends { id: number }>(items: readonly Item[], id: number): Item {
  const item = items.find((one) => one.id === id);
  if (!item) throw new Error(`The view has no ${id} any more`);
  return item;
}
