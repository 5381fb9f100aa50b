import { type Language, languageOf, languageParameter, type PublicLanguage } from '../contract/names/languages.ts';

/** Nobody's list of languages is longer; what is longer is not read to its end. */
const mostTags = 32;

/**
 * The language of an answer: the one in the query, else the setting, else (with 'auto') the one that Accept-Language
 * prefers. What names no language of ours counts as not said. `query` is what follows the question mark of a URL.
 */
export function chooseLanguage(query: string, setting: PublicLanguage, acceptLanguage: string | undefined): Language {
  const asked = query.includes(languageParameter) ? new URLSearchParams(query).get(languageParameter) : null;
  const named = asked === null ? undefined : languageOf(asked);
  if (named !== undefined) return named;
  return setting === 'auto' ? preferredLanguage(acceptLanguage ?? '') : setting;
}

/** The first of ours by weight, then by order (RFC 9110, section 12.5.4); English where there is none. */
function preferredLanguage(acceptLanguage: string): Language {
  const wanted = acceptLanguage
    .split(',', mostTags)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';');
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { language: languageOf(tag), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wanted[0]?.language ?? 'en';
}
