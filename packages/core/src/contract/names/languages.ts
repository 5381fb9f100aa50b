/** The languages of public pages, plain text, feeds and badges, each by its own name. Administrators read English. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  ro: 'Română',
} as const;

/** As in `lang` and `hreflang` (BCP 47). */
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as readonly Language[];

/** Values of the setting `public_language`: a language, or that of the visitor's browser. */
export const publicLanguages = [...languages, 'auto'] as const;
export type PublicLanguage = Language | 'auto';

/** The name of the language in the query of public addresses. */
export const languageParameter = 'lang';

/** Our language for a tag of any form, by its whole or by its first part: 'de-AT' is German. Undefined for all others. */
export function languageOf(tag: string): Language | undefined {
  const wanted = tag.trim().toLowerCase();
  const [primary] = wanted.split('-');
  return (
    languages.find((language) => language.toLowerCase() === wanted) ??
    languages.find((language) => language.toLowerCase().split('-')[0] === primary)
  );
}
