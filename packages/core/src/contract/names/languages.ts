/** Languages of public pages, plain text, feeds and badges, each with its own name. The admin pages are in English. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  ro: 'Română',
} as const;

/** Values of `lang` and `hreflang` (BCP 47). */
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as readonly Language[];

/** `auto`: the language of the visitor's browser. */
export const publicLanguages = [...languages, 'auto'] as const;
export type PublicLanguage = Language | 'auto';

/** Query parameter of public addresses. */
export const languageParameter = 'lang';

/** The supported language for a tag, by the whole tag or its first part: 'de-AT' is German. Otherwise undefined. */
export function languageOf(tag: string): Language | undefined {
  const wanted = tag.trim().toLowerCase();
  const [primary] = wanted.split('-');
  return (
    languages.find((language) => language.toLowerCase() === wanted) ??
    languages.find((language) => language.toLowerCase().split('-')[0] === primary)
  );
}
