import { type Language, languageOf, languageParameter } from '@upvigil/core/contract/names/languages';
import * as englishPages from '@upvigil/core/languages/compiled/pages/en';
import type { Words } from '@upvigil/core/languages/words';
import { setCatalogue } from './catalogue.ts';

type PageWords = Pick<Words, 'pages'> & Partial<Words>;
type DetailWords = Pick<Words, 'detail'> & Partial<Words>;
type ShareWords = Pick<Words, 'share'>;

const pageWords: Readonly<Record<Language, () => Promise<PageWords>>> = {
  // Most visitors read English, so it is part of the main bundle.
  en: async () => englishPages,
  de: () => import('@upvigil/core/languages/compiled/pages/de'),
  es: () => import('@upvigil/core/languages/compiled/pages/es'),
  fr: () => import('@upvigil/core/languages/compiled/pages/fr'),
  'pt-BR': () => import('@upvigil/core/languages/compiled/pages/pt-br'),
  ro: () => import('@upvigil/core/languages/compiled/pages/ro'),
};
const detailWords: Readonly<Record<Language, () => Promise<DetailWords>>> = {
  en: () => import('@upvigil/core/languages/compiled/details/en'),
  de: () => import('@upvigil/core/languages/compiled/details/de'),
  es: () => import('@upvigil/core/languages/compiled/details/es'),
  fr: () => import('@upvigil/core/languages/compiled/details/fr'),
  'pt-BR': () => import('@upvigil/core/languages/compiled/details/pt-br'),
  ro: () => import('@upvigil/core/languages/compiled/details/ro'),
};

const shareWords: Readonly<Record<Language, () => Promise<ShareWords>>> = {
  en: () => import('@upvigil/core/languages/compiled/shares/en'),
  de: () => import('@upvigil/core/languages/compiled/shares/de'),
  es: () => import('@upvigil/core/languages/compiled/shares/es'),
  fr: () => import('@upvigil/core/languages/compiled/shares/fr'),
  'pt-BR': () => import('@upvigil/core/languages/compiled/shares/pt-br'),
  ro: () => import('@upvigil/core/languages/compiled/shares/ro'),
};

/** Language of the document, set by the server. The development server does not set it. */
export function pageLanguage(): Language {
  const asked = new URLSearchParams(window.location.search).get(languageParameter);
  return (asked === null ? undefined : languageOf(asked)) ?? languageOf(document.documentElement.lang) ?? 'en';
}

type PageKind = 'overview' | 'detail' | 'share';

/** Loads only the catalogue of the document's language. */
async function loadPageLanguage(kind: PageKind): Promise<void> {
  const language = pageLanguage();
  const [pages, details, shares, local] = await Promise.all([
    pageWords[language](),
    kind === 'overview' ? {} : detailWords[language](),
    kind === 'share' ? shareWords[language]() : {},
    language === 'en' ? null : import('@upvigil/core/languages/local-figures'),
  ]);
  document.documentElement.lang = language;
  setCatalogue({
    ...pages,
    ...details,
    ...shares,
    language,
    ...(local ? { figures: local.localFigures(language) } : {}),
  });
}

/** Loads the English catalogue of the public pages, for signed-in pages that show public content. */
export async function loadEnglishPages(): Promise<void> {
  setCatalogue(await pageWords.en());
}

/** A page with its catalogue loaded, which covers website pages and share links. */
export async function inPageLanguage<Page>(page: Page, kind: PageKind): Promise<{ default: Page }> {
  await loadPageLanguage(kind);
  return { default: page };
}

/** Adds the chosen language to a public address. Unchanged if the server chose the language. */
export function inChosenLanguage(address: string): string {
  const chosen = new URLSearchParams(window.location.search).get(languageParameter);
  return chosen === null || languageOf(chosen) === undefined ? address : withLanguage(address, pageLanguage());
}

export const withLanguage = (address: string, language: Language): string =>
  `${address}?${languageParameter}=${language}`;
