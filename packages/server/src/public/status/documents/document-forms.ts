import type { Language, PublicLanguage } from '@upvigil/core/contract/names/languages';
import { newsVersionHeader } from '@upvigil/core/contract/names/paths';
import type { AnswerForm } from '../../../api/http/cached-response.ts';

/** Browsers revalidate each time; shared caches keep it for 5 s, so that they take the load of a crowd. */
const cacheControl = 'public, max-age=0, s-maxage=5';
const openToAll = ['Access-Control-Allow-Origin', '*'];
const feedCache = 'public, max-age=300';
const badgeCache = 'public, max-age=60, s-maxage=60';
/** At the same address, terminal programs get plain text. */
const pageVary = 'Accept, User-Agent';

/** The headers of each kind of public document. */
export const documentForms = {
  json: { contentType: 'application/json; charset=utf-8', cacheControl },
  text: { contentType: 'text/plain; charset=utf-8', cacheControl, vary: pageVary },
  statuspage: {
    contentType: 'application/json; charset=utf-8',
    cacheControl: 'public, max-age=30, stale-while-revalidate=60',
    headers: openToAll,
  },
  atom: { contentType: 'application/atom+xml; charset=utf-8', cacheControl: feedCache, headers: openToAll },
  rss: { contentType: 'application/rss+xml; charset=utf-8', cacheControl: feedCache, headers: openToAll },
  calendar: { contentType: 'text/calendar; charset=utf-8', cacheControl: feedCache, headers: openToAll },
  svg: { contentType: 'image/svg+xml; charset=utf-8', cacheControl: badgeCache, headers: openToAll },
  badgeJson: { contentType: 'application/json; charset=utf-8', cacheControl: badgeCache, headers: openToAll },
} as const satisfies Record<string, AnswerForm>;

/** The headers of a page in the form of another document. */
export const pageFormOf = (form: Pick<AnswerForm, 'contentType' | 'headers'>): AnswerForm => ({
  ...form,
  cacheControl,
  vary: pageVary,
});

/** With the news version of its content: the page opens the event stream with it, to get all later news. */
export const withNews = (form: AnswerForm, news: string): AnswerForm => ({
  ...form,
  headers: [...(form.headers ?? []), newsVersionHeader, news],
});

/** With the content language, and Vary when the language depends on the browser. */
export const inLanguage = (form: AnswerForm, language: Language, setting: PublicLanguage): AnswerForm => ({
  ...form,
  ...(setting === 'auto' ? { vary: form.vary ? `${form.vary}, Accept-Language` : 'Accept-Language' } : {}),
  headers: [...(form.headers ?? []), 'Content-Language', language],
});
