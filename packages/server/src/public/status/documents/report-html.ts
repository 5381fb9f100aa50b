import { escapeHtml } from '@upvigil/core/format/meta-tag';
import { bodyHtml } from '../../../alerts/incidents/body-html.ts';
import { monthOf, monthsLater } from '../../../alerts/incidents/month-span.ts';
import type { IncidentReport, ReportUpdate } from '../view/incident-reports.ts';
import type { PublicRun } from '../view/maintenance-runs.ts';
import type { AffectedNames } from '../view/public-targets.ts';
import { calendarPath } from './calendar.ts';
import { pageFormOf } from './document-forms.ts';
import { feedPaths } from './feeds.ts';
import { languageLinks } from './locale/language-links.ts';
import type { Locale } from './locale/locale.ts';
import { pageStyle, pageStyleHash } from './page-style.ts';
import { incidentPagePath, monthPagePath, runPagePath } from './report-paths.ts';
import {
  impactText,
  type MonthOfReports,
  missingSentence,
  monthName,
  type ReportKind,
  runStateText,
  type Surroundings,
  statusText,
} from './report-text.ts';

/** How these pages are sent: they need no script. */
export const reportPageForm = pageFormOf({
  contentType: 'text/html; charset=utf-8',
  headers: [
    'Content-Security-Policy',
    `default-src 'none'; style-src ${pageStyleHash}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    'Referrer-Policy',
    'same-origin',
    'X-Content-Type-Options',
    'nosniff',
  ],
});

export function incidentPage(report: IncidentReport, surroundings: Surroundings): string {
  const { locale } = surroundings;
  const month = monthOf(report.started_at);
  const content = [
    factsHtml(report, locale),
    affectedHtml(report.affected, locale),
    ...report.updates.map((update) => updateHtml(update, locale)),
    link(monthPagePath(month), monthTitle(month, locale), locale.query),
  ].join('');
  return page({ heading: report.title, path: incidentPagePath(report.id), content }, surroundings);
}

export function monthPage({ month, reports, now }: MonthOfReports, surroundings: Surroundings): string {
  const { locale } = surroundings;
  const cards = reports.map((report) => {
    const path = `${incidentPagePath(report.id)}${locale.query}`;
    const [newest] = report.updates;
    return [
      `<h2><a href="${path}">${escapeHtml(report.title)}</a></h2>`,
      factsHtml(report, locale),
      affectedHtml(report.affected, locale),
      newest ? bodyHtml(newest.body) : '',
    ].join('');
  });
  const empty = `<p>${escapeHtml(locale.texts.documents.monthEmpty({ month: monthName(month, locale) }))}</p>`;
  const later = monthsLater(month, 1);
  const others = [monthsLater(month, -1), ...(later > monthOf(now) ? [] : [later])].map((other) =>
    link(monthPagePath(other), monthName(other, locale), locale.query),
  );
  const content = `${reports.length === 0 ? empty : cards.join('')}<nav>${others.join('')}</nav>`;
  return page({ heading: monthTitle(month, locale), path: monthPagePath(month), content }, surroundings);
}

export function runPage(run: PublicRun, surroundings: Surroundings): string {
  const { locale } = surroundings;
  const { documents } = locale.texts;
  const span = sentenceHtml(
    (start = '', end = '') => documents.runSpan({ start, end }),
    timeHtml(run.starts_at, locale),
    timeHtml(run.ends_at, locale),
  );
  const content = [
    `<p><strong>${escapeHtml(runStateText(run.state, locale))}</strong></p><p>${span}</p>`,
    affectedHtml(run.affected, locale),
    bodyHtml(run.body),
    link(calendarPath, documents.calendarLink, locale.query),
  ].join('');
  return page({ heading: run.title, path: runPagePath(run.id), content }, surroundings);
}

export const missingPage = (kind: ReportKind, surroundings: Surroundings): string =>
  page({ heading: missingSentence(kind, surroundings.locale), path: null, content: '' }, surroundings);

interface Page {
  heading: string;
  /** Below the public address; null for one that is missing. */
  path: string | null;
  /** HTML. */
  content: string;
}

function page({ heading, path, content }: Page, { brand, base_url, locale }: Surroundings): string {
  const { documents } = locale.texts;
  const { language, query } = locale;
  const head =
    path === null
      ? '<meta name="robots" content="noindex">'
      : `<link rel="canonical" href="${escapeHtml(base_url + path + query)}">`;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(`${heading} · ${brand}`)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `${head}<link rel="alternate" type="application/atom+xml" title="${escapeHtml(documents.feedAtom)}" href="${feedPaths.atom}${query}">`,
    `<style>${pageStyle}</style></head><body><header>${escapeHtml(brand)}</header>`,
    `<main><h1>${escapeHtml(heading)}</h1>${content}</main>`,
    `<footer>${link('/status', documents.currentStatus, query)}${path === null ? '' : languageLinks(path, locale)}</footer>`,
    '</body></html>\n',
  ].join('');
}

const link = (path: string, text: string, query: string): string =>
  `<p><a href="${path}${query}">${escapeHtml(text)}</a></p>`;

const monthTitle = (month: string, locale: Locale): string =>
  locale.texts.documents.monthTitle({ month: monthName(month, locale) });

/** Its status and impact, when it began, and how long it took. */
function factsHtml({ status, impact, started_at, resolved_at }: IncidentReport, locale: Locale): string {
  const { documents } = locale.texts;
  const state =
    resolved_at === null
      ? documents.ongoing
      : documents.resolvedAfter({ duration: locale.figures.duration(Math.max(0, resolved_at - started_at) / 1000) });
  const facts = [statusText(status, locale), impactText(impact, locale)].map(escapeHtml).join(' · ');
  const began = sentenceHtml((time = '') => documents.began({ time }), timeHtml(started_at, locale));
  return `<p><strong>${facts}</strong></p><p class="muted">${began} · ${escapeHtml(state)}</p>`;
}

function updateHtml({ status, body, display_at, edited_at }: ReportUpdate, locale: Locale): string {
  const edited =
    edited_at === null
      ? ''
      : ` · <span class="muted">${sentenceHtml((time = '') => locale.texts.documents.edited({ time }), timeHtml(edited_at, locale))}</span>`;
  return `<section><h2>${escapeHtml(statusText(status, locale))}</h2><p>${timeHtml(display_at, locale)}${edited}</p>${bodyHtml(body)}</section>`;
}

/** What is affected, with links to the pages of websites. */
function affectedHtml({ websites, services }: AffectedNames, { query, texts }: Locale): string {
  const names = [
    ...websites.map(({ id, name }) => `<a href="/status/${id}${query}">${escapeHtml(name)}</a>`),
    ...services.map(escapeHtml),
  ];
  if (names.length === 0) return '';
  return `<p>${sentenceHtml((mark = '') => texts.documents.affects({ names: mark }), names.join(', '))}</p>`;
}

/** A moment for people, with its zone; programs read ISO 8601. */
const timeHtml = (at: number, { figures }: Locale): string =>
  `<time datetime="${new Date(at).toISOString()}">${escapeHtml(figures.moment(at))}</time>`;

/** A sentence with pieces of HTML in it. `sentence` gets a mark for each piece, which stands where the language wants it. */
function sentenceHtml(sentence: (...marks: string[]) => string, ...pieces: readonly string[]): string {
  const marks = pieces.map((_, at) => String.fromCharCode(at + 1));
  return marks.reduce((html, mark, at) => html.replace(mark, () => pieces[at] ?? ''), escapeHtml(sentence(...marks)));
}
