import type { Language, PublicLanguage } from '@upvigil/core/contract/names/languages';
import { monthOf } from '../../alerts/incidents/month-span.ts';
import { type CachedResponse, makeCachedResponse } from '../../api/http/cached-response.ts';
import type { Database } from '../../storage/database.ts';
import { documentForms, inLanguage } from './documents/document-forms.ts';
import { type Locale, localeFor } from './documents/locale.ts';
import { incidentPage, missingPage, monthPage, reportPageForm, runPage } from './documents/report-html.ts';
import { incidentText, missingText, monthText, runText, type Surroundings } from './documents/report-text.ts';
import {
  describeReport,
  findReport,
  type IncidentReport,
  readMonth,
  toPublishedIncident,
} from './view/incident-reports.ts';
import { describeRun, type PublicRun } from './view/maintenance-runs.ts';
import { findPublicRun } from './view/maintenance-store.ts';
import type { Current } from './view/read-current.ts';

/** A month, an older incident or a maintenance. `id`: null when the path has no valid id. */
export type ArchiveQuestion = (
  | { kind: 'month'; month: string }
  | { kind: 'incident' | 'maintenance'; id: number | null }
) & { form: 'json' | 'page' | 'text' };

export interface ArchiveAnswer {
  response: CachedResponse;
  /** False when the response is a 'not found' page. */
  isFound: boolean;
}

/** Limit of cached responses. */
const mostAnswers = 100;

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
  return {
    ask(question: ArchiveQuestion, { language, setting }: ChosenLanguage): Promise<ArchiveAnswer> {
      const key = JSON.stringify([question, language, setting]);
      const known = answers.get(key);
      if (known) return known;
      const [oldest] = answers.keys();
      if (answers.size >= mostAnswers && oldest !== undefined) answers.delete(oldest);
      const answer = answerTo(question, localeFor(language, setting), setting, sources);
      answers.set(key, answer);
      answer.catch(() => answers.get(key) === answer && answers.delete(key));
      return answer;
    },
    clear: () => answers.clear(),
  };
}

async function answerTo(
  question: ArchiveQuestion,
  locale: Locale,
  setting: PublicLanguage,
  sources: ArchiveSources,
): Promise<ArchiveAnswer> {
  const found = await readQuestion(question, sources);
  const { brand, base_url } = sources.current().view;
  const body = render(question, found, { brand, base_url, locale }, sources.now());
  const form =
    question.form === 'json'
      ? documentForms.json
      : inLanguage(question.form === 'text' ? documentForms.text : reportPageForm, locale.language, setting);
  return { response: makeCachedResponse(body, form), isFound: found !== null };
}

type Found = { reports: IncidentReport[] } | { run: PublicRun };

/** Null when there is no such incident or maintenance, and for a future month. */
async function readQuestion(question: ArchiveQuestion, { db, current, now }: ArchiveSources): Promise<Found | null> {
  if (question.kind === 'month') {
    if (question.month > monthOf(now())) return null;
    const stored = await readMonth(db, question.month);
    return { reports: stored.map((one) => describeReport(one, current().rows.targets)) };
  }
  if (question.id === null) return null;
  if (question.kind === 'incident') {
    const stored = await findReport(db, question.id);
    return stored && { reports: [describeReport(stored, current().rows.targets)] };
  }
  const listed = current().view.runs.find(({ id }) => id === question.id);
  if (listed) return { run: listed };
  const run = await findPublicRun(db, question.id);
  return run && { run: describeRun(run, now(), current().rows.targets) };
}

function render(question: ArchiveQuestion, found: Found | null, surroundings: Surroundings, now: number): string {
  const { kind, form } = question;
  const isText = form === 'text';
  if (form === 'json') return jsonOf(kind, found);
  if (found === null) return isText ? missingText(kind, surroundings.locale) : missingPage(kind, surroundings);
  if ('run' in found) return isText ? runText(found.run, surroundings) : runPage(found.run, surroundings);
  if (question.kind === 'month') {
    const month = { month: question.month, reports: found.reports, now };
    return isText ? monthText(month, surroundings) : monthPage(month, surroundings);
  }
  const [report] = found.reports;
  if (!report) throw new Error('An incident that was read is not there');
  return isText ? incidentText(report, surroundings) : incidentPage(report, surroundings);
}

function jsonOf(kind: ArchiveQuestion['kind'], found: Found | null): string {
  const reports = found && 'reports' in found ? found.reports.map(toPublishedIncident) : [];
  return JSON.stringify(kind === 'month' ? reports : (reports[0] ?? null));
}
