import { createHash } from 'node:crypto';
import { languageNames, languageParameter, languages } from '@upvigil/core/contract/names/languages';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { pageFormOf } from '../documents/document-forms.ts';
import { feedPaths } from '../documents/feeds.ts';
import { Html, html } from '../documents/html.ts';
import type { Locale } from '../documents/locale.ts';
import { type MissingKind, missingSentence, type Surroundings } from '../documents/report-text.ts';
import { type IconName, icon } from './page-icons.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { localTime } from './page-time.ts';

const addressOf = (source: string, extension: string): string =>
  `/status/assets/${createHash('sha256').update(source).digest('hex').slice(0, 12)}.${extension}`;
/** The addresses of the files of these pages. */
export const assetPaths = { style: addressOf(pageStyle, 'css'), script: addressOf(pageScript, 'js') };

/** Time axes need style attributes for positions; people's texts contain none. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Headers of these pages. */
export const reportPageForm = pageFormOf({
  contentType: 'text/html; charset=utf-8',
  headers: [
    ...['Content-Security-Policy', policy],
    ...['Referrer-Policy', 'same-origin'],
    ...['X-Content-Type-Options', 'nosniff'],
  ],
});

interface ReportPage {
  /** The window title, before the brand. */
  title: string;
  /** Below the public address; null for a missing page. */
  path: string | null;
  content: Html;
  /** Whether times are written in the visitor's zone. */
  isLocal: boolean;
  /** Milliseconds since the epoch; null for content that no longer changes. */
  updatedAt?: number | null;
  links?: readonly PageLink[];
}

interface PageLink {
  icon: IconName;
  path: string;
  text: string;
}

/** A complete page, which works without its script. */
export function reportPage(page: ReportPage, { brand, logo, base_url, locale }: Surroundings): string {
  const { title, path, content } = page;
  const { language, query, texts } = locale;
  const { common, documents, pages } = texts;
  const indexing =
    path === null
      ? html`<meta name="robots" content="noindex">`
      : html`<link rel="canonical" href="${base_url}${path}${query}">`;
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title} · ${brand}</title>${indexing}<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="alternate" type="application/atom+xml" title="${documents.feedAtom}" href="${feedPaths.atom}${query}"><link rel="stylesheet" href="${assetPaths.style}"><script src="${assetPaths.script}"></script>`;
  const back = html`<a class="back np" href="/status${query}">${icon('left', 's')}${pages.title}</a>`;
  return `${html`<!doctype html><html lang="${language}"><head>${head}</head><body><a class="skip" href="#content">${common.skip}</a>${topHtml({ brand, logo }, locale)}<main id="content">${back}${content}${footHtml(page, locale)}</main></body></html>
`}`;
}

export const missingPage = (kind: MissingKind, surroundings: Surroundings): string => {
  const sentence = missingSentence(kind, surroundings.locale);
  return reportPage({ title: sentence, path: null, content: html`<h1>${sentence}</h1>`, isLocal: false }, surroundings);
};

const brandMark = new Html(
  '<svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true"><rect width="22" height="22" rx="6" fill="var(--ink)"/><path d="M5 10v2M9 7.5v7M13 4.8v4.4M13 12.8v4.4M17 9v4" stroke="var(--on-ink)" stroke-width="2" stroke-linecap="round"/></svg>',
);
/** A screen, a sun and a moon, as in the web app; the style shows the chosen one. */
const themeIcons = new Html(
  `<svg class="ic" width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">${[
    'M3 4h18v12H3zM8 20h8M12 16v4',
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4',
    'M20.5 14.5A8.5 8.5 0 0 1 9.5 3.5 8.5 8.5 0 1 0 20.5 14.5Z',
  ]
    .map((d, index) => `<path class="c${index}" d="${d}"/>`)
    .join('')}</svg>`,
);

function topHtml({ brand, logo }: Pick<Surroundings, 'brand' | 'logo'>, { query, texts: { common } }: Locale): Html {
  const shown = logo ? html`<img src="${logo}" alt="${brand}">` : html`${brandMark}<span>${brand}</span>`;
  const names = [common.themeSystem, common.themeLight, common.themeDark].map((choice) => common.theme({ choice }));
  return html`<header class="top"><div><a class="brand" href="/status${query}">${shown}</a><button class="theme" type="button" hidden data-choice="system" data-names="${names.join('|')}">${themeIcons}</button></div></header>`;
}

function footHtml({ path, isLocal, updatedAt, links = [] }: ReportPage, locale: Locale): Html {
  const { common, documents, pages } = locale.texts;
  const all: PageLink[] = [
    ...links,
    { icon: 'feed', path: feedPaths.atom, text: documents.atomFeed },
    { icon: 'arrow', path: '/status', text: pages.title },
  ];
  const more = all.map((link) => html`<a href="${link.path}${locale.query}">${icon(link.icon, 's')}${link.text}</a>`);
  const updated =
    updatedAt == null
      ? null
      : html`${pages.updated} ${localTime(updatedAt, 't', locale)}. <span class="np">${documents.noReload} <a href="">${common.reload}</a></span><br>`;
  const zone = isLocal
    ? html`<span data-zone="${documents.zoneLocal({ zone: '{zone}' })}">${documents.zoneUtc}</span>`
    : html`${documents.zoneMonth}`;
  const times = path === null ? null : html`<p class="foot">${updated}${zone}</p>`;
  return html`<nav class="links np" aria-label="${documents.more}">${more}</nav>${times}${path === null ? null : languageNav(path, locale)}`;
}

function languageNav(path: string, { language: current, texts }: Locale): Html {
  const links = languages.map((language) => {
    const now = language === current ? html` aria-current="true"` : null;
    return html`<a href="${path}?${languageParameter}=${language}" lang="${language}" hreflang="${language}"${now}>${languageNames[language]}</a>`;
  });
  return html`<nav class="lang np" aria-label="${texts.pages.language}">${links}</nav>`;
}

interface Band {
  tone: Tone | InfoTone;
  icon: IconName;
  heading: string;
  detail: Html | null;
  /** At the end of the line; on phones below the detail. */
  end: Html | null;
}

/** The current state, above everything else. */
export const bandHtml = ({ tone, icon: name, heading, detail, end }: Band): Html =>
  html`<section class="band ${tone}"><span class="o">${icon(name, 'l')}</span><div><b>${heading}</b>${detail}</div>${
    end ? html`<div class="vf">${end}</div>` : null
  }</section>`;

const badgeIcons: Record<Tone | InfoTone, IconName> = {
  up: 'check',
  warn: 'triangle',
  down: 'cross',
  info: 'wrench',
  none: 'dash',
};

export const badgeHtml = (
  { label, tone }: { label: string; tone: Tone | InfoTone },
  name: IconName = badgeIcons[tone],
): Html => html`<span class="bd ${tone}">${icon(name, 'b')}${label}</span>`;

/** An entry of a rail: time, icon, title and text. */
interface RailEntry {
  time: Html;
  about: Html | string | null;
  icon: IconName;
  tone: Tone | InfoTone | null;
  title: Html | string;
  body: Html | null;
}

/** Updates, newest first. */
export const railHtml = (heading: string, entries: readonly RailEntry[]): Html | null =>
  entries.length === 0
    ? null
    : html`<section class="card upds"><h2>${heading}</h2><ol class="upd">${entries.map(
        (entry) => html`<li>${railParts(entry)}<div class="c"><h3>${entry.title}</h3>${entry.body}</div></li>`,
      )}</ol></section>`;

/** The first two columns of a rail. */
export const railParts = ({
  time,
  about,
  icon: name,
  tone,
}: Pick<RailEntry, 'time' | 'about' | 'icon' | 'tone'>): Html =>
  html`<div class="w">${time}${about === null ? null : html`<small>${about}</small>`}</div><span class="n ${tone ?? ''}">${icon(name, 's')}</span>`;
