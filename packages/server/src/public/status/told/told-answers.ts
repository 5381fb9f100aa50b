import type { Language, PublicLanguage } from '@upvigil/core/languages/languages';
import { monthOf } from '../../../alerts/incidents/month-span.ts';
import { type AnswerForm, type CachedResponse, makeCachedResponse } from '../../../api/http/cached-response.ts';
import type { Database } from '../../../storage/database.ts';
import { json, languageHeaders, type PublicMaterial, spokenForm, text } from '../documents/public-documents.ts';
import { speechIn } from '../documents/speech/speech.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { surroundingsOf } from './told-documents.ts';
import { publishedIncident, type Shownness, type ToldIncident } from './told-incident.ts';
import { findTold, readMonth } from './told-store.ts';
import { incidentText, missingText, monthText } from './told-text.ts';

/** What is not kept ready: a month, and an incident that is neither open nor one of the newest. */
export type ToldQuestion = ({ kind: 'month'; month: string } | { kind: 'incident'; id: number | null }) & {
  form: 'json' | 'page' | 'text';
};

export interface ToldAnswer {
  response: CachedResponse;
  /** False where the response says that there is none. */
  isFound: boolean;
}

export interface ToldAnswers {
  ask(question: ToldQuestion, speaking: { language: Language; setting: PublicLanguage }): Promise<ToldAnswer>;
  /** What was answered is outdated. */
  clear(): void;
}

/** Answers that are kept: months at most, while nobody asks for anything else. */
const mostAnswers = 100;

interface ToldSources {
  db: Database;
  material: PublicMaterial;
  shown: () => Shownness;
  now(): number;
}

/** Makes answers when somebody asks, so that a long history costs nothing until then. */
export function createToldAnswers(sources: ToldSources): ToldAnswers {
  const kept = createKeptAnswers<ToldAnswer>(mostAnswers);
  return {
    ask: (question, speaking) =>
      kept.find(JSON.stringify([question, speaking.language, speaking.setting]), async () => {
        const told = await readTold(question, sources);
        const body = bodyOf(question, told, speaking, sources);
        return { response: makeCachedResponse(body, formOf(question, speaking, sources)), isFound: told !== null };
      }),
    clear: kept.clear,
  };
}

/** Null where there is no such incident, and of a month that has not begun. */
async function readTold(question: ToldQuestion, { db, shown, now }: ToldSources): Promise<ToldIncident[] | null> {
  if (question.kind === 'month') {
    return question.month > monthOf(now()) ? null : readMonth(db, question.month, shown());
  }
  const told = question.id === null ? null : await findTold(db, question.id, shown());
  return told && [told];
}

function bodyOf(
  question: ToldQuestion,
  told: readonly ToldIncident[] | null,
  { language, setting }: { language: Language; setting: PublicLanguage },
  { material, now }: ToldSources,
): string {
  const { kind, form } = question;
  if (form === 'json') {
    const all = (told ?? []).map(publishedIncident);
    return JSON.stringify(kind === 'month' ? all : (all[0] ?? null));
  }
  const speech = speechIn(language, setting);
  const surroundings = surroundingsOf(material, speech);
  const views = told?.map((one) => ({ told: one, affected: material.affectedBy(one) }));
  if (!views) return form === 'text' ? missingText(kind, speech) : material.pages.missing(kind, surroundings);
  if (kind === 'month') {
    const month = { month: question.month, views, now: now() };
    return form === 'text' ? monthText(month, surroundings) : material.pages.month(month, surroundings);
  }
  const [view] = views;
  if (!view) throw new Error('An incident that was read is not there');
  return form === 'text' ? incidentText(view, surroundings) : material.pages.incident(view, surroundings);
}

function formOf(
  { form }: ToldQuestion,
  { language, setting }: { language: Language; setting: PublicLanguage },
  { material }: ToldSources,
): AnswerForm {
  if (form === 'json') return json;
  const plain = form === 'text' ? text : { ...text, ...material.pages.form };
  return { ...spokenForm(plain, setting), headers: languageHeaders(plain, language) };
}
