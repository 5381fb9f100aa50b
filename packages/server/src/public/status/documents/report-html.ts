import { bodyHtml } from '../../../alerts/incidents/body-html.ts';
import { monthOf, monthsLater } from '../../../alerts/incidents/month-span.ts';
import type { IncidentReport, ReportUpdate } from '../view/incident-reports.ts';
import type { PublicRun } from '../view/maintenance-runs.ts';
import type { AffectedNames } from '../view/public-targets.ts';
import { calendarPath } from './calendar.ts';
import { pageFormOf } from './document-forms.ts';
import { languageLinks } from './fallback-html.ts';
import { feedPaths } from './feeds.ts';
import { Html, html, joined } from './html.ts';
import type { Locale } from './locale.ts';
import { plainPage, plainPagePolicy } from './plain-page.ts';
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

/** Headers of these pages, which need no script. */
export const reportPageForm = pageFormOf({
  contentType: 'text/html; charset=utf-8',
  headers: [
    'Content-Security-Policy',
    plainPagePolicy({ form: "'none'", frame: "'self'" }),
    'Referrer-Policy',
    'same-origin',
    'X-Content-Type-Options',
    'nosniff',
  ],
});

export function incidentPage(report: IncidentReport, surroundings: Surroundings): string {
  const { locale } = surroundings;
  const month = monthOf(report.started_at);
  const content = html`${factsHtml(report, locale)}${affectedHtml(report.affected, locale)}${report.updates.map(
    (update) => updateHtml(update, locale),
  )}${link(monthPagePath(month), monthTitle(month, locale), locale)}`;
  return page({ heading: report.title, path: incidentPagePath(report.id), content }, surroundings);
}

export function monthPage({ month, reports, now }: MonthOfReports, surroundings: Surroundings): string {
  const { locale } = surroundings;
  const cards = reports.map((report) => {
    const [newest] = report.updates;
    return html`<h2><a href="${incidentPagePath(report.id)}${locale.query}">${report.title}</a></h2>${factsHtml(
      report,
      locale,
    )}${affectedHtml(report.affected, locale)}${newest ? new Html(bodyHtml(newest.body)) : null}`;
  });
  const empty = html`<p>${locale.texts.documents.monthEmpty({ month: monthName(month, locale) })}</p>`;
  const later = monthsLater(month, 1);
  const others = [monthsLater(month, -1), ...(later > monthOf(now) ? [] : [later])].map((other) =>
    link(monthPagePath(other), monthName(other, locale), locale),
  );
  const content = html`${reports.length === 0 ? empty : cards}<nav>${others}</nav>`;
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
  const content = html`<p><strong>${runStateText(run.state, locale)}</strong></p><p>${span}</p>${affectedHtml(
    run.affected,
    locale,
  )}${new Html(bodyHtml(run.body))}${link(calendarPath, documents.calendarLink, locale)}`;
  return page({ heading: run.title, path: runPagePath(run.id), content }, surroundings);
}

export const missingPage = (kind: ReportKind, surroundings: Surroundings): string =>
  page({ heading: missingSentence(kind, surroundings.locale), path: null, content: html`` }, surroundings);

interface Page {
  heading: string;
  /** Below the public address; null for a missing page. */
  path: string | null;
  content: Html;
}

function page({ heading, path, content }: Page, { brand, base_url, locale }: Surroundings): string {
  const { documents } = locale.texts;
  const { language, query } = locale;
  const indexing =
    path === null
      ? html`<meta name="robots" content="noindex">`
      : html`<link rel="canonical" href="${base_url}${path}${query}">`;
  return plainPage({
    language,
    heading,
    brand,
    content,
    head: html`${indexing}<link rel="alternate" type="application/atom+xml" title="${documents.feedAtom}" href="${feedPaths.atom}${query}">`,
    footer: html`${link('/status', documents.currentStatus, locale)}${path === null ? null : languageLinks(path, locale)}`,
  });
}

const link = (path: string, text: string, { query }: Locale): Html =>
  html`<p><a href="${path}${query}">${text}</a></p>`;

const monthTitle = (month: string, locale: Locale): string =>
  locale.texts.documents.monthTitle({ month: monthName(month, locale) });

function factsHtml({ status, impact, started_at, resolved_at }: IncidentReport, locale: Locale): Html {
  const { documents } = locale.texts;
  const state =
    resolved_at === null
      ? documents.ongoing
      : documents.resolvedAfter({ duration: locale.figures.duration(Math.max(0, resolved_at - started_at) / 1000) });
  const began = sentenceHtml((time = '') => documents.began({ time }), timeHtml(started_at, locale));
  return html`<p><strong>${statusText(status, locale)} · ${impactText(impact, locale)}</strong></p><p class="muted">${began} · ${state}</p>`;
}

function updateHtml({ status, body, display_at, edited_at }: ReportUpdate, locale: Locale): Html {
  const { edited } = locale.texts.documents;
  const editedAt =
    edited_at === null
      ? null
      : html` · <span class="muted">${sentenceHtml((time = '') => edited({ time }), timeHtml(edited_at, locale))}</span>`;
  return html`<section><h2>${statusText(status, locale)}</h2><p>${timeHtml(display_at, locale)}${editedAt}</p>${new Html(bodyHtml(body))}</section>`;
}

/** Affected websites, with links to their pages, and services. */
function affectedHtml({ websites, services }: AffectedNames, { query, texts }: Locale): Html | null {
  const names = [...websites.map(({ id, name }) => html`<a href="/status/${id}${query}">${name}</a>`), ...services];
  if (names.length === 0) return null;
  return html`<p>${sentenceHtml((mark = '') => texts.documents.affects({ names: mark }), html`${joined(names, ', ')}`)}</p>`;
}

/** A time for people, with its zone; programs read ISO 8601. */
const timeHtml = (at: number, { figures }: Locale): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${figures.moment(at)}</time>`;

/**
 * A sentence with pieces of HTML. `sentence` gets a placeholder for each piece and puts it where the language wants
 * it.
 */
function sentenceHtml(sentence: (...marks: string[]) => string, ...pieces: readonly Html[]): Html {
  const marks = pieces.map((_, at) => String.fromCharCode(at + 1));
  const source = `${html`${sentence(...marks)}`}`;
  return new Html(marks.reduce((before, mark, at) => before.replace(mark, () => `${pieces[at]}`), source));
}
