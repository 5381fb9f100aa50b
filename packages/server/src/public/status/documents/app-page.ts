import { escapeHtml } from '@upvigil/core/format/meta-tag';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { type Html, html } from './html.ts';
import type { Locale } from './locale.ts';

interface AppPage {
  title: string;
  /** The state that the icon shows. */
  tone: Tone | InfoTone;
  head: Html;
  /** The JSON in `<script id="public-status">`, with which the first paint needs no request. */
  embedded: object;
  /** For readers without scripts. */
  fallback: Html;
}

/** The web app's document in a language, with these parts inserted. */
export function appPage(document: string, { language }: Locale, parts: Partial<AppPage>): string {
  const { title, tone, head, embedded, fallback } = parts;
  // Replacements are functions, because `$&` in a replacement string has a meaning. The app takes its language from
  // `lang`.
  let page = document.replace('<html lang="en"', () => `<html lang="${language}"`);
  if (title) page = page.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`);
  if (tone)
    page = page.replace(
      /<link rel="icon"[^>]*>/,
      () => `${html`<link rel="icon" href="${stateIcon(tone)}" type="image/svg+xml">`}`,
    );
  if (fallback) page = page.replace(/<noscript>[\s\S]*?<\/noscript>/, () => `<noscript>${fallback}</noscript>`);
  const data = embedded ? `<script type="application/json" id="public-status">${scriptJson(embedded)}</script>` : '';
  return page.replace('</head>', () => `${head ?? ''}${data}</head>`);
}

/** Without `<`, no text in it can end the script element or start a comment. */
const scriptJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const iconColors: Record<Tone | InfoTone, string> = {
  up: '#1a7f37',
  warn: '#b98900',
  down: '#c62828',
  info: '#1f5fa8',
  none: '#6b6b6b',
};
/** A shape for each state, for people who do not see the colour. */
const iconShapes: Record<Tone | InfoTone, string> = {
  up: 'M9 17l5 5 9-12',
  warn: 'M16 8v10m0 5v1',
  down: 'M10 10l12 12m0-12L10 22',
  info: 'M8 18q4-6 8-2t8-2',
  none: 'M9 16h14',
};

const stateIcon = (tone: Tone | InfoTone): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="${iconColors[tone]}"/>` +
      `<path d="${iconShapes[tone]}" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>`,
  )}`;
