import type { Language, PublicLanguage } from '@upvigil/core/contract/names/languages';
import { hourMs } from '@upvigil/core/time';
import { monthOf, monthSpan } from '../../alerts/incidents/month-span.ts';
import { type CachedResponse, makeCachedResponse } from '../../api/http/cached-response.ts';
import { groupBy } from '../../base/domain/group-by.ts';
import { readDisabledPeriods } from '../../checks/record/rollups/disabled-periods-store.ts';
import type { Database } from '../../storage/database.ts';
import { runCalendar } from './documents/calendar.ts';
import { documentForms, inLanguage } from './documents/document-forms.ts';
import { textKey } from './documents/document-table.ts';
import { type Locale, localeFor } from './documents/locale.ts';
import { incidentPagePath, monthPagePath, runPagePath } from './documents/report-paths.ts';
import { incidentText, missingText, monthText, runText, type Surroundings } from './documents/report-text.ts';
import { affectedServices } from './reports/affected-services.ts';
import { type IncidentFacts, incidentPage } from './reports/incident-page.ts';
import type { MonthFacts } from './reports/month-days.ts';
import { monthPage } from './reports/month-page.ts';
import { missingPage, reportPageForm } from './reports/page-shell.ts';
import { type RunFacts, runPage } from './reports/run-page.ts';
import { readMonthDays } from './view/figures-store.ts';
import { describeReport, findReport, readMonth, toPublishedIncident } from './view/incident-reports.ts';
import { describeRun, type PublicRun } from './view/maintenance-runs.ts';
import { findPublicRun, readRunsBetween } from './view/maintenance-store.ts';
import type { Targeted } from './view/public-targets.ts';
import type { Current } from './view/read-current.ts';
import { type Period, readPeriods } from './view/website-store.ts';

/**
 * A month, an incident or a maintenance. `id`: null when the path has no valid id. `missing website`: any other path,
 * which never has an answer.
 */
export type ArchiveQuestion = (
  | { kind: 'month'; month: string }
  | { kind: 'missing website' }
  | { kind: 'incident' | 'maintenance'; id: number | null }
) & { form: 'json' | 'page' | 'text' | 'calendar' };

export interface ArchiveAnswer {
  response: CachedResponse;
  /** False when the response is a 'not found' page. */
  isFound: boolean;
}

/** Limit of cached responses. */
const mostAnswers = 100;
/** Limit of the outages and slow periods that a page counts. */
const mostPeriods = 2000;

/** The language of a response, and the configured one. */
interface ChosenLanguage {
  language: Language;
  setting: PublicLanguage;
}

interface ArchiveSources {
  db: Database;
  current(): Pick<Current, 'view' | 'rows'>;
  now(): number;
}

/** Responses rendered on request and cached until something changes, so that a long history costs nothing until then. */
export function createArchive(sources: ArchiveSources) {
  const answers = new Map<string, Promise<ArchiveAnswer>>();
  /** Rendered pages and texts, by language and key: a crowd gets them without a route. */
  const ready = new Map<string, CachedResponse>();
  const make = async (question: ArchiveQuestion, key: string, chosen: ChosenLanguage): Promise<ArchiveAnswer> => {
    const answer = await answerTo(question, localeFor(chosen.language, chosen.setting), chosen.setting, sources);
    const path = pathTo(question);
    if (answer.isFound && path !== null && answers.has(key)) ready.set(`${chosen.language} ${path}`, answer.response);
    return answer;
  };
  const clear = (): void => {
    answers.clear();
    ready.clear();
  };
  return {
    ask(question: ArchiveQuestion, chosen: ChosenLanguage): Promise<ArchiveAnswer> {
      const key = JSON.stringify([question, chosen.language, chosen.setting]);
      const known = answers.get(key);
      if (known) return known;
      if (answers.size >= mostAnswers) clear();
      const answer = make(question, key, chosen);
      answers.set(key, answer);
      answer.catch(() => answers.get(key) === answer && answers.delete(key));
      return answer;
    },
    /** A page or text that was requested since the last change. `key`: its path, or the key of its text. */
    find: (key: string, language: Language): CachedResponse | null => ready.get(`${language} ${key}`) ?? null,
    clear,
  };
}

/** The path of the page or text; null for other forms. */
function pathTo(question: ArchiveQuestion): string | null {
  if (question.form !== 'page' && question.form !== 'text') return null;
  if (question.kind === 'missing website') return null;
  const path = question.kind === 'month' ? monthPagePath(question.month) : pathOfId(question.kind, question.id);
  return question.form === 'text' ? textKey(path) : path;
}

const pathOfId = (kind: 'incident' | 'maintenance', id: number | null): string =>
  kind === 'incident' ? incidentPagePath(id ?? 0) : runPagePath(id ?? 0);

async function answerTo(
  question: ArchiveQuestion,
  locale: Locale,
  setting: PublicLanguage,
  sources: ArchiveSources,
): Promise<ArchiveAnswer> {
  const found = await readQuestion(question, locale, sources);
  const { view, rows } = sources.current();
  const { brand, base_url } = view;
  const body = render(question, found, { brand, logo: rows.settings.logo, base_url, locale });
  return { response: makeCachedResponse(body, formOf(question, locale, setting)), isFound: found !== null };
}

function formOf({ form }: ArchiveQuestion, { language }: Locale, setting: PublicLanguage) {
  if (form === 'json') return documentForms.json;
  const forms = { page: reportPageForm, text: documentForms.text, calendar: documentForms.calendar };
  return inLanguage(forms[form], language, setting);
}

type Found =
  | ({ kind: 'month' } & MonthFacts)
  | ({ kind: 'incident' } & IncidentFacts)
  | ({ kind: 'maintenance' } & RunFacts);

/** Null when there is no such incident or maintenance, and for a future month. */
async function readQuestion(question: ArchiveQuestion, locale: Locale, sources: ArchiveSources): Promise<Found | null> {
  if (question.kind === 'missing website') return null;
  if (question.kind === 'month') return readMonthFacts(question.month, sources);
  const { db, current, now } = sources;
  if (question.id === null) return null;
  const at = now();
  const isPage = question.form === 'page';
  if (question.kind === 'incident') {
    const stored = await findReport(db, question.id);
    if (stored === null) return null;
    const report = describeReport(stored, current().rows.targets);
    const span = { from: report.started_at, to: report.resolved_at ?? at };
    const services = isPage ? await readServices(report, span, locale, sources) : [];
    return { kind: 'incident', report, services, now: at };
  }
  const run = await readRun(question.id, at, sources);
  if (run === null) return null;
  const services = isPage ? await readServices(run, { from: run.starts_at, to: run.ends_at }, locale, sources) : [];
  return { kind: 'maintenance', run, services, now: at };
}

async function readRun(id: number, now: number, { db, current }: ArchiveSources): Promise<PublicRun | null> {
  const run = await findPublicRun(db, id);
  return run && describeRun(run, now, current().rows.targets);
}

/** The services of an incident or a maintenance, with their check history around its span. */
async function readServices(
  targeted: Targeted,
  { from, to }: { from: number; to: number },
  locale: Locale,
  { db, current, now }: ArchiveSources,
) {
  if (targeted.website_ids.length + targeted.monitor_ids.length === 0) return [];
  const around = Math.max(hourMs, to - from);
  const range = { from: from - around, to: to + around };
  const { periods, isCut } = await readNewestPeriods(db, { ...range, now: now() });
  const known = isCut ? (periods.at(-1)?.started_at ?? 0) : 0;
  return affectedServices(targeted, { view: current().view, periods, locale, since: known });
}

/** `isCut`: older ones were left out. */
async function readNewestPeriods(
  db: Database,
  range: { from: number; to: number; now: number },
): Promise<{ periods: Period[]; isCut: boolean }> {
  const periods = await readPeriods(db, { ...range, limit: mostPeriods + 1 });
  return { periods: periods.slice(0, mostPeriods), isCut: periods.length > mostPeriods };
}

async function readMonthFacts(month: string, { db, current, now }: ArchiveSources): Promise<Found | null> {
  const at = now();
  if (month > monthOf(at)) return null;
  const { rows, view } = current();
  const { start, end } = monthSpan(month);
  const days = await readMonthDays(db, start, Math.min(end, at + 1));
  const monitors = groupBy(rows.monitors, ({ website_id }) => website_id);
  const runs = await readRunsBetween(db, start, end);
  const stored = await readMonth(db, month);
  return {
    kind: 'month',
    month,
    now: at,
    counts_maintenance: rows.settings.counts_maintenance,
    reports: stored.map((one) => describeReport(one, rows.targets)),
    ...(await readNewestPeriods(db, { from: start, to: end, now: at })),
    runs: runs.map((run) => describeRun(run, at, rows.targets)),
    websites: view.websites.map(({ id, name, created_at }) => ({
      id,
      name,
      created_at,
      days: days.get(id) ?? new Map(),
      monitors: monitors.get(id) ?? [],
    })),
    disabled: await readDisabledPeriods(db, start),
  };
}

function render({ kind, form }: ArchiveQuestion, found: Found | null, surroundings: Surroundings): string {
  if (form === 'json') return jsonOf(kind, found);
  if (found === null) return form === 'page' ? missingPage(kind, surroundings) : missingText(kind, surroundings.locale);
  if (found.kind === 'maintenance') {
    if (form === 'calendar') return runCalendar(found.run, surroundings);
    return form === 'text' ? runText(found.run, surroundings) : runPage(found, surroundings);
  }
  if (found.kind === 'month') return form === 'text' ? monthText(found, surroundings) : monthPage(found, surroundings);
  return form === 'text' ? incidentText(found.report, surroundings) : incidentPage(found, surroundings);
}

function jsonOf(kind: ArchiveQuestion['kind'], found: Found | null): string {
  if (kind === 'month') {
    return JSON.stringify(found?.kind === 'month' ? found.reports.map(toPublishedIncident) : []);
  }
  return JSON.stringify(found?.kind === 'incident' ? toPublishedIncident(found.report) : null);
}
