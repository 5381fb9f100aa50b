import { type Html, html, sentenceHtml } from '../documents/html.ts';
import type { Locale } from '../documents/locale.ts';
import type { AffectedNames } from '../view/public-targets.ts';
import { intlTag } from './page-time.ts';

/** Further names are counted. */
const mostNames = 5;

/** A line with the affected websites (as links) and services; null when there are none. */
export function affectedLine(
  { websites, services }: AffectedNames,
  sentence: (names: string) => string,
  locale: Locale,
): Html | null {
  const names = [
    ...websites.map(({ id, name }) => html`<a href="/status/${id}${locale.query}">${name}</a>`),
    ...services.map((name) => html`${name}`),
  ];
  if (names.length === 0) return null;
  return html`<p class="sub">${sentenceHtml((mark = '') => sentence(mark), listHtml(names, locale))}</p>`;
}

/** 'A, B and C', as the language writes lists. */
function listHtml(names: readonly Html[], { language, texts: { pages } }: Locale): Html {
  const [first, second] = names;
  if (names.length > mostNames && first && second) {
    const count = names.length - 2;
    return sentenceHtml((one = '', other = '') => pages.andMore({ first: one, second: other, count }), first, second);
  }
  const marks = names.map((_, index) => `${index}`);
  const parts = new Intl.ListFormat(intlTag(language), { type: 'conjunction' }).formatToParts(marks);
  return html`${parts.map(({ type, value }) => (type === 'element' ? (names[Number(value)] ?? null) : value))}`;
}

/** The same as plain text, without links. */
export const nameList = (names: readonly string[], { language }: Pick<Locale, 'language'>): string =>
  new Intl.ListFormat(intlTag(language), { type: 'conjunction' }).format(names);
