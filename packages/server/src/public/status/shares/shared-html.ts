import type { SharedWebsite } from '@upvigil/core/contract/shares';
import { escapeHtml } from '@upvigil/core/format/meta-tag';
import { websiteHeadline } from '../documents/headline.ts';
import type { Locale } from '../documents/locale/locale.ts';
import { inLanguage, scriptJson, stateIcon } from '../documents/status-html.ts';
import type { PublicWebsite } from '../view/public-view.ts';

/** No search engine keeps the page, and nothing that is followed from it learns its address. */
const head = '<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">';

/** `/share/{link}`: the app's document with what the link shows, so that the page asks nothing for its first paint. */
export function sharedHtml(
  html: string,
  { website, brand }: { website: PublicWebsite; brand: string },
  { link, data }: { link: string; data: SharedWebsite },
  locale: Locale,
): string {
  const { tone, sentence } = websiteHeadline(website, locale);
  const title = escapeHtml(`${data.name}: ${sentence} · ${brand}`);
  const embedded = scriptJson({ kind: 'share', link, data });
  const rows = data.services.map(({ name, uptime_24h }) => {
    const percent = locale.figures.percent(uptime_24h);
    return `<li>${escapeHtml(name)}: ${escapeHtml(percent)}</li>`;
  });
  const fallback = `<h1>${escapeHtml(data.name)}</h1><p>${escapeHtml(sentence)}</p><ul>${rows.join('')}</ul>`;
  // Replacements are functions: in a string, `$&` in a text that a person wrote would be replaced.
  return inLanguage(html, locale)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${stateIcon(tone)}" type="image/svg+xml">`)
    .replace(/<noscript>[\s\S]*?<\/noscript>/, () => `<noscript>${fallback}</noscript>`)
    .replace('</head>', () => `${head}<script type="application/json" id="public-status">${embedded}</script></head>`);
}

/** The same for a link that is forged, expired or revoked. */
export const deadShareHtml = (html: string, locale: Locale): string => {
  const embedded = scriptJson({ kind: 'share', link: null });
  return inLanguage(html, locale)
    .replace(/<noscript>[^<]*/, () => `<noscript>${escapeHtml(locale.texts.documents.notFound)}`)
    .replace('</head>', () => `${head}<script type="application/json" id="public-status">${embedded}</script></head>`);
};
