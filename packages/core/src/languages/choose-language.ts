import { type Language, languageOf, languageParameter, type PublicLanguage } from '../contract/names/languages.ts';

/** Limits the work for an Accept-Language header; longer ones are not read to the end. */
const mostTags = 32;

/**
 * Language of an answer: the query's, else the setting's, else (with 'auto') the one that Accept-Language prefers.
 * Unsupported languages are ignored. `query`: the part of a URL after the question mark.
 */
export function chooseLanguage(query: string, setting: PublicLanguage, acceptLanguage: string | undefined): Language {
  const asked = query.includes(languageParameter) ? new URLSearchParams(query).get(languageParameter) : null;
  const named = asked === null ? undefined : languageOf(asked);
  if (named !== undefined) return named;
  return setting === 'auto' ? preferredLanguage(acceptLanguage ?? '') : setting;
}

/**
 * The supported language with the highest weight, then by order (RFC 9110, section 12.5.4); English if none matches.
 */
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
