import { apiPrefix } from '@upvigil/core/api-prefix';
import type { Language, PublicLanguage } from '@upvigil/core/languages/languages';
import { newsVersionHeader, publicPaths } from '@upvigil/core/public-paths';
import type { AnswerForm } from '../../../api/http/cached-response.ts';
import { statusDetail, statusOverviewItem } from '../figures/describe-website.ts';
import type { FiguresById } from '../figures/figures-store.ts';
import type { PublicState, PublicWebsite } from '../figures/public-state.ts';
import { publishedRun } from '../maintenance/public-runs.ts';
import { runsShownOf } from '../maintenance/shown-runs.ts';
import type { ToldIncident } from '../told/told-incident.ts';
import type { AffectedNames, ToldPages } from '../told/told-pages.ts';
import { type Badge, badgeKinds, badgeOf, badgeSvg, shieldsJson, unknownBadge } from './badges.ts';
import { calendar, calendarPath } from './calendar.ts';
import type { Content, Documents } from './document-cache.ts';
import { atomFeed, feedPaths, rssFeed } from './feeds.ts';
import { localSentence } from './speech/local-sentence.ts';
import { type Speech, speechIn } from './speech/speech.ts';
import { detailHtml, overviewHtml } from './status-html.ts';
import { detailText, overviewText } from './status-text.ts';
import { statuspageDocuments } from './statuspage-v2.ts';

/** What documents are made from, as it is now. */
export interface PublicMaterial {
  /** The same object until something changed. */
  readonly state: PublicState;
  readonly figures: FiguresById;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The language of whoever asks for none. */
  readonly language: PublicLanguage;
  /** The web app's document, and the headers it is sent with. */
  html: string;
  htmlForm: Pick<AnswerForm, 'contentType' | 'headers'>;
  /** Pages without script about incidents. */
  pages: ToldPages;
  affectedBy(told: Pick<ToldIncident, 'website_ids' | 'monitor_ids'>): AffectedNames;
}

/** Browsers ask again each time; shared caches keep it for 5 s, so that they take the load of a crowd. */
const cacheControl = 'public, max-age=0, s-maxage=5';
const openToAll = ['Access-Control-Allow-Origin', '*'];

export const json: AnswerForm = { contentType: 'application/json; charset=utf-8', cacheControl };
/** A page that reads this opens the event stream with the version in the header, to get all news after it. */
export const withNews = ({ news }: PublicState): AnswerForm => ({ ...json, headers: [newsVersionHeader, news] });
/** How what depends on the reader's program is sent. */
export const text: AnswerForm = { contentType: 'text/plain; charset=utf-8', cacheControl, vary: 'Accept, User-Agent' };
const statuspage: AnswerForm = {
  ...json,
  cacheControl: 'public, max-age=30, stale-while-revalidate=60',
  headers: openToAll,
};
const feed = (type: 'atom' | 'rss'): AnswerForm => ({
  contentType: `application/${type}+xml; charset=utf-8`,
  cacheControl: 'public, max-age=300',
  headers: openToAll,
});
const calendarForm: AnswerForm = {
  contentType: 'text/calendar; charset=utf-8',
  cacheControl: 'public, max-age=300',
  headers: openToAll,
};
const badgeCache = 'public, max-age=60, s-maxage=60';
const badgeForms: Record<'svg' | 'json', AnswerForm> = {
  svg: { contentType: 'image/svg+xml; charset=utf-8', cacheControl: badgeCache, headers: openToAll },
  json: { contentType: 'application/json; charset=utf-8', cacheControl: badgeCache, headers: openToAll },
};

/** The key of a page's plain text among the documents. No URL can have it as path. */
export const textOf = (path: string): string => `text:${path}`;
/** The key of the badge for unknown websites among the documents. No URL can have it as path. */
export const unknownBadgePath = (kind: string, extension: string): string => `unknown:${kind}.${extension}`;

const statusPage = '/status';
const pageOf = (id: number): string => `${statusPage}/${id}`;
const detailPath = (id: number): string => apiPrefix + publicPaths.detail.replace(':websiteId', String(id));
const badgePath = (id: number, kind: string, extension: string): string => `/badge/${id}/${kind}.${extension}`;

/** Adds all documents about all websites together. `material` is read each time that one is built. */
export function putWholePage(documents: Documents, material: PublicMaterial): void {
  const items = ofState(material, (state) => state.websites.map(statusOverviewItem));
  documents.put(
    apiPrefix + publicPaths.overview,
    wordless(
      () => withNews(material.state),
      () => JSON.stringify(items()),
    ),
  );
  const put = putterOf(documents, material);
  put(statusPage, pageForm(material), (speech) => overviewHtml(material.html, material.state, items(), speech));
  put(textOf(statusPage), text, (speech) => overviewText(material.state, speech));
  put(feedPaths.atom, feed('atom'), (speech) => atomFeed(material.state, speech));
  put(feedPaths.rss, feed('rss'), (speech) => rssFeed(material.state, speech));
  put(calendarPath, calendarForm, (speech) => calendar(material.state, speech));
  for (const [path, make] of Object.entries(statuspageDocuments)) {
    documents.put(
      path,
      wordless(
        () => statuspage,
        () => JSON.stringify(make(material.state)),
      ),
    );
  }
  for (const kind of badgeKinds) putBadge(put, unknownBadgePath, kind, (speech) => unknownBadge(kind, speech));
}

/** Marks all documents about all websites together as changed. */
export const outdateWholePage = (documents: Documents): void => documents.outdate(wholePagePaths);

type Put = (path: string, form: AnswerForm, build: (speech: Speech) => string) => void;

export const putterOf =
  (documents: Documents, material: PublicMaterial): Put =>
  (path, form, build) =>
    documents.put(
      path,
      spoken(
        () => form,
        () => material.language,
        build,
      ),
    );

/** A document without words, or whose words are identifiers: the same in all languages. */
export const wordless = (form: () => AnswerForm, build: () => string): Content => ({ isSpoken: false, form, build });

/** A document in the language of whoever asks; caches are told when that depends on the browser. */
function spoken(form: () => AnswerForm, setting: () => PublicLanguage, build: (speech: Speech) => string): Content {
  return {
    isSpoken: true,
    form: (language) => ({ ...spokenForm(form(), setting()), headers: languageHeaders(form(), language) }),
    build: (language) => build(speechIn(language, setting())),
  };
}

/** The form of an answer that is chosen by Accept-Language where the setting says so. */
export const spokenForm = (form: AnswerForm, setting: PublicLanguage): AnswerForm =>
  setting === 'auto' ? { ...form, vary: form.vary ? `${form.vary}, Accept-Language` : 'Accept-Language' } : form;

export const languageHeaders = ({ headers = [] }: AnswerForm, language: Language): string[] => [
  ...headers,
  ...['Content-Language', language],
];

const wholePagePaths = [
  ...[apiPrefix + publicPaths.overview, statusPage, textOf(statusPage), feedPaths.atom, feedPaths.rss],
  calendarPath,
  ...Object.keys(statuspageDocuments),
  ...badgePaths(unknownBadgePath),
];

/** Adds all documents of one website. `websiteOf` and `material` are read each time that one is built. */
export function putWebsite(
  documents: Documents,
  id: number,
  websiteOf: () => PublicWebsite,
  material: PublicMaterial,
): void {
  const detail = (speech: Speech) =>
    statusDetail(websiteOf(), material.figures, material.now, {
      sentenceOf: (alert) => (speech.language === 'en' ? alert.sentence : localSentence(alert, speech)),
      maintenances: runsShownOf(material.state, websiteOf()).map(publishedRun),
    });
  const put = putterOf(documents, material);
  // Scripts ask for a language by name or get English, so this never depends on the browser.
  documents.put(
    detailPath(id),
    spoken(
      () => withNews(material.state),
      () => 'en',
      (speech) => JSON.stringify(detail(speech)),
    ),
  );
  put(pageOf(id), pageForm(material), (speech) =>
    detailHtml(material.html, material.state, websiteOf(), detail(speech), speech),
  );
  put(textOf(pageOf(id)), text, (speech) => detailText(websiteOf(), material.state, speech));
  for (const kind of badgeKinds) {
    putBadge(put, badgePathOf(id), kind, (speech) => badgeOf(kind, websiteOf(), speech));
  }
}

/** Marks all documents of one website as changed. */
export const outdateWebsite = (documents: Documents, id: number): void => documents.outdate(pathsOfWebsite(id));

/** Removes all documents of a website that is gone. */
export function removeWebsite(documents: Documents, id: number): void {
  for (const path of pathsOfWebsite(id)) documents.remove(path);
}

const badgePathOf =
  (id: number) =>
  (kind: string, extension: string): string =>
    badgePath(id, kind, extension);

const pathsOfWebsite = (id: number): string[] => [
  ...[detailPath(id), pageOf(id), textOf(pageOf(id))],
  ...badgePaths(badgePathOf(id)),
];

function badgePaths(path: (kind: string, extension: string) => string): string[] {
  return badgeKinds.flatMap((kind) => Object.keys(badgeForms).map((extension) => path(kind, extension)));
}

const pageForm = ({ htmlForm }: PublicMaterial): AnswerForm => ({
  ...htmlForm,
  cacheControl,
  vary: 'Accept, User-Agent',
});

function putBadge(
  put: Put,
  path: (kind: string, extension: string) => string,
  kind: (typeof badgeKinds)[number],
  badge: (speech: Speech) => Badge,
): void {
  put(path(kind, 'svg'), badgeForms.svg, (speech) => badgeSvg(badge(speech)));
  put(path(kind, 'json'), badgeForms.json, (speech) => shieldsJson(badge(speech)));
}

/** Works it out once for each state: several documents are made from the same. */
function ofState<T>(material: PublicMaterial, work: (state: PublicState) => T): () => T {
  let done: { of: PublicState; value: T } | null = null;
  return () => {
    const { state } = material;
    if (done?.of !== state) done = { of: state, value: work(state) };
    return done.value;
  };
}
