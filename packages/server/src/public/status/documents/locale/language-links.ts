import { languageNames, languageParameter, languages } from '@upvigil/core/contract/names/languages';
import { escapeHtml } from '@upvigil/core/format/meta-tag';
import type { Locale } from './locale.ts';

/** The same document in each language, for readers without scripts. */
export function languageLinks(path: string, { language: current, texts }: Locale): string {
  const links = languages.map((language) => {
    const now = language === current ? ' aria-current="true"' : '';
    const address = `${path}?${languageParameter}=${language}`;
    return `<a href="${address}" lang="${language}" hreflang="${language}"${now}>${languageNames[language]}</a>`;
  });
  return `<nav class="mt-4" aria-label="${escapeHtml(texts.pages.language)}"><p>${links.join(' · ')}</p></nav>`;
}
