import type { SharedWebsite } from '@upvigil/core/contract/shares';
import { appPage } from '../documents/app-page.ts';
import { websiteHeadline } from '../documents/headline.ts';
import { html } from '../documents/html.ts';
import type { Locale } from '../documents/locale/locale.ts';
import type { PublicWebsite } from '../view/public-view.ts';

/** No search engine keeps the page, and nothing that is followed from it learns its address. */
const head = html`<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">`;

/** `/share/{link}`: the app's document with what the link shows, so that the page needs no request for its first paint. */
export function sharedHtml(
  document: string,
  { website, brand }: { website: PublicWebsite; brand: string },
  { link, data }: { link: string; data: SharedWebsite },
  locale: Locale,
): string {
  const { tone, sentence } = websiteHeadline(website, locale);
  const rows = data.services.map(
    ({ name, uptime_24h }) => html`<li>${name}: ${locale.figures.percent(uptime_24h)}</li>`,
  );
  return appPage(document, locale, {
    title: `${data.name}: ${sentence} · ${brand}`,
    tone,
    head,
    embedded: { kind: 'share', link, data },
    fallback: html`<h1>${data.name}</h1><p>${sentence}</p><ul>${rows}</ul>`,
  });
}

/** The same for a link that is forged, expired or revoked. */
export const deadShareHtml = (document: string, locale: Locale): string =>
  appPage(document, locale, {
    head,
    embedded: { kind: 'share', link: null },
    fallback: html`${locale.texts.documents.notFound}`,
  });
