import { apiPrefix } from '@upvigil/core/api-prefix';
import type { Language, PublicLanguage } from '@upvigil/core/languages/languages';
import { newsVersionHeader, publicPaths } from '@upvigil/core/public-paths';
import type { AnswerForm } from '../../http/cached-response.ts';
import { statusDetail, statusOverviewItem } from '../figures/describe-website.ts';
import type { FiguresById } from '../figures/figures-store.ts';
import type { PublicState, PublicWebsite } from '../figures/public-state.ts';
import { type Badge, badgeKinds, badgeOf, badgeSvg, shieldsJson, unknownBadge } from './badges.ts';
import type { Content, Documents } from './document-cache.ts';
import { atomFeed, feedPaths, rssFeed } from './feeds.ts';
import { localSentence } from './speech/local-sentence.ts';
import { type Speech, speechIn } from './speech/speech.ts';
import { detailHtml, overviewHtml } from './status-html.ts';
import { detailText, overviewText } from './status-text.ts';
import { statuspageDocuments } from './statuspage-v2.ts';

/** What documents are made from, at one moment. */
export interface PublicMaterial {
  state: PublicState;
  figures: FiguresById;
  /** Milliseconds since the epoch. */
  now: number;
  /** The language of whoever asks for none. */
  language: PublicLanguage;
  /** The web app's document, and the headers it is sent with. */
  html: string;
  htmlForm: Pick<AnswerForm, 'contentType' | 'headers'>;
}

/** Browsers ask again each time; shared caches keep it for 5 s, so that they take the load of a crowd. */
const cacheControl = 'public, max-age=0, s-maxage=5';
const openToAll = ['Access-Control-Allow-Origin', '*'];

const json: AnswerForm = { contentType: 'application/json; charset=utf-8', cacheControl };
/** A page that reads this opens the event stream with the version in the header, to get all news after it. */
const withNews = ({ news }: PublicState): AnswerForm => ({ ...json, headers: [newsVersionHeader, news] });
const text: AnswerForm = { contentType: 'text/plain; charset=utf-8', cacheControl, vary: 'Accept, User-Agent' };
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

/** Marks all documents about all websites together as changed. */
export function putWholePage(documents: Documents, material: PublicMaterial): void {
  const { state, html } = material;
  const items = once(() => state.websites.map(statusOverviewItem));
  documents.put(
    apiPrefix + publicPaths.overview,
    wordless(withNews(state), () => JSON.stringify(items())),
  );
  const put = (path: string, form: AnswerForm, build: (speech: Speech) => string): void =>
    documents.put(path, spoken(form, material.language, build));
  put(statusPage, pageForm(material), (speech) => overviewHtml(html, state, items(), speech));
  put(textOf(statusPage), text, (speech) => overviewText(state, speech));
  put(feedPaths.atom, feed('atom'), (speech) => atomFeed(state, speech));
  put(feedPaths.rss, feed('rss'), (speech) => rssFeed(state, speech));
  const shapes = once(() => statuspageDocuments(state));
  for (const path of statuspagePaths) {
    documents.put(
      path,
      wordless(statuspage, () => JSON.stringify(shapes()[path])),
    );
  }
  for (const kind of badgeKinds) putBadge(put, unknownBadgePath, kind, (speech) => unknownBadge(kind, speech));
}

/** A document without words, or whose words are identifiers: the same in all languages. */
const wordless = (form: AnswerForm, build: () => string): Content => ({ isSpoken: false, form: () => form, build });

/** A document in the language of whoever asks; caches are told when that depends on the browser. */
function spoken(form: AnswerForm, setting: PublicLanguage, build: (speech: Speech) => string): Content {
  return {
    isSpoken: true,
    form: (language) => ({ ...spokenForm(form, setting), headers: languageHeaders(form, language) }),
    build: (language) => build(speechIn(language, setting)),
  };
}

/** The form of an answer that is chosen by Accept-Language where the setting says so. */
export const spokenForm = (form: AnswerForm, setting: PublicLanguage): AnswerForm =>
  setting === 'auto' ? { ...form, vary: form.vary ? `${form.vary}, Accept-Language` : 'Accept-Language' } : form;

export const languageHeaders = ({ headers = [] }: AnswerForm, language: Language): string[] => [
  ...headers,
  ...['Content-Language', language],
];

const statuspagePaths = Object.keys(
  statuspageDocuments({ brand: '', base_url: '', news: '', websites: [], incidents: [] }),
);

/** Marks all documents of one website as changed. */
export function putWebsite(documents: Documents, website: PublicWebsite, material: PublicMaterial): void {
  const { state, figures, now, html } = material;
  const detail = (speech: Speech) =>
    statusDetail(website, figures, now, (alert) =>
      speech.language === 'en' ? alert.sentence : localSentence(alert, speech),
    );
  const put = (path: string, form: AnswerForm, build: (speech: Speech) => string): void =>
    documents.put(path, spoken(form, material.language, build));
  // Scripts ask for a language by name or get English, so this never depends on the browser.
  documents.put(
    detailPath(website.id),
    spoken(withNews(state), 'en', (speech) => JSON.stringify(detail(speech))),
  );
  put(pageOf(website.id), pageForm(material), (speech) => detailHtml(html, state, website, detail(speech), speech));
  put(textOf(pageOf(website.id)), text, (speech) => detailText(website, state, speech));
  for (const kind of badgeKinds) {
    const path = (name: string, extension: string) => badgePath(website.id, name, extension);
    putBadge(put, path, kind, (speech) => badgeOf(kind, website, speech));
  }
}

/** Removes all documents of a website that is gone. */
export function removeWebsite(documents: Documents, id: number): void {
  for (const path of [detailPath(id), pageOf(id), textOf(pageOf(id))]) documents.remove(path);
  for (const kind of badgeKinds) {
    for (const extension of Object.keys(badgeForms)) documents.remove(badgePath(id, kind, extension));
  }
}

const pageForm = ({ htmlForm }: PublicMaterial): AnswerForm => ({
  ...htmlForm,
  cacheControl,
  vary: 'Accept, User-Agent',
});

function putBadge(
  put: (path: string, form: AnswerForm, build: (speech: Speech) => string) => void,
  path: (kind: string, extension: string) => string,
  kind: (typeof badgeKinds)[number],
  badge: (speech: Speech) => Badge,
): void {
  put(path(kind, 'svg'), badgeForms.svg, (speech) => badgeSvg(badge(speech)));
  put(path(kind, 'json'), badgeForms.json, (speech) => shieldsJson(badge(speech)));
}

/** Works it out at the first call only: several documents are made from the same. */
function once<T>(work: () => T): () => T {
  let done: { value: T } | null = null;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}
