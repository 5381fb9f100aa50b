import { escapeHtml } from '@upvigil/core/format/meta-tag';
import { feedPaths } from '../status/documents/feeds.ts';
import { languageLinks } from '../status/documents/speech/language-links.ts';
import type { Speech } from '../status/documents/speech/speech.ts';
import type { AffectedNames, ToldSurroundings } from '../status/told/told-pages.ts';
import { pageStyle } from './page-shell.ts';

interface Page {
  heading: string;
  /** Below the public address; null for one that is not there. */
  path: string | null;
  /** HTML. */
  content: string;
}

/** A whole page without script. */
export function page({ heading, path, content }: Page, { brand, base_url, speech }: ToldSurroundings): string {
  const { documents } = speech.words;
  const { language, query } = speech;
  const head =
    path === null
      ? '<meta name="robots" content="noindex">'
      : `<link rel="canonical" href="${escapeHtml(base_url + path + query)}">`;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(`${heading} · ${brand}`)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `${head}<link rel="alternate" type="application/atom+xml" title="${escapeHtml(documents.feedAtom)}" href="${feedPaths.atom}${query}">`,
    `<style>${pageStyle}</style></head><body><header>${escapeHtml(brand)}</header>`,
    `<main><h1>${escapeHtml(heading)}</h1>${content}</main>`,
    `<footer>${link('/status', documents.currentStatus, query)}${path === null ? '' : languageLinks(path, speech)}</footer>`,
    '</body></html>\n',
  ].join('');
}

export const link = (path: string, text: string, query: string): string =>
  `<p><a href="${path}${query}">${escapeHtml(text)}</a></p>`;

/** Whom something affects, with links to their pages; nothing where that is nobody. */
export function affectedHtml({ websites, services }: AffectedNames, { speech }: ToldSurroundings): string {
  const { query, words } = speech;
  const names = [
    ...websites.map(({ id, name }) => `<a href="/status/${id}${query}">${escapeHtml(name)}</a>`),
    ...services.map(escapeHtml),
  ];
  if (names.length === 0) return '';
  return `<p>${sentenceHtml((mark = '') => words.documents.affects({ names: mark }), names.join(', '))}</p>`;
}

/** A moment for people, with its zone; programs read ISO 8601. */
export const timeHtml = (at: number, { figures }: Speech): string =>
  `<time datetime="${new Date(at).toISOString()}">${escapeHtml(figures.moment(at))}</time>`;

/** A sentence of the language with pieces of HTML in it: it says where they stand. `say` gets a mark for each piece. */
export function sentenceHtml(say: (...marks: string[]) => string, ...pieces: readonly string[]): string {
  const marks = pieces.map((_, at) => String.fromCharCode(at + 1));
  return marks.reduce((html, mark, at) => html.replace(mark, () => pieces[at] ?? ''), escapeHtml(say(...marks)));
}
