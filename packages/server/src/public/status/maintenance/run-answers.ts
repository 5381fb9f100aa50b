import type { Language, PublicLanguage } from '@upvigil/core/languages/languages';
import { makeCachedResponse } from '../../../api/http/cached-response.ts';
import type { Database } from '../../../storage/database.ts';
import { languageHeaders, type PublicMaterial, spokenForm, text } from '../documents/public-documents.ts';
import { speechIn } from '../documents/speech/speech.ts';
import { createKeptAnswers } from '../told/kept-answers.ts';
import type { ToldAnswer } from '../told/told-answers.ts';
import { surroundingsOf } from '../told/told-documents.ts';
import type { PublicRun, ToldRun } from './public-runs.ts';
import { runText } from './run-words.ts';
import { findPublicRun } from './work-store.ts';

/** The page of a run; `id`: null for what is no id. */
export interface RunQuestion {
  id: number | null;
  form: 'page' | 'text';
}

export interface RunAnswers {
  ask(question: RunQuestion, speaking: { language: Language; setting: PublicLanguage }): Promise<ToldAnswer>;
  /** What was answered is outdated. */
  clear(): void;
}

/** Pages that are kept, while nobody asks for others. */
const mostAnswers = 100;

interface RunSources {
  db: Database;
  material: PublicMaterial;
  /** A run of the database as it is told now. */
  tell(run: PublicRun): ToldRun;
}

/** Makes the pages of runs when somebody asks. One that is private is there as little as one that never was. */
export function createRunAnswers({ db, material, tell }: RunSources): RunAnswers {
  const kept = createKeptAnswers<ToldAnswer>(mostAnswers);
  const find = async (id: number | null): Promise<ToldRun | null> => {
    if (id === null) return null;
    const known = material.state.runs.find((run) => run.id === id);
    if (known) return known;
    const read = await findPublicRun(db, id);
    return read && tell(read);
  };
  return {
    ask: (question, { language, setting }) =>
      kept.find(JSON.stringify([question, language, setting]), async () => {
        const run = await find(question.id);
        const surroundings = surroundingsOf(material, speechIn(language, setting));
        const isText = question.form === 'text';
        const form = isText ? text : { ...text, ...material.pages.form };
        const body = isText ? runText(run, surroundings) : material.pages.maintenance(run, surroundings);
        const answered = { ...spokenForm(form, setting), headers: languageHeaders(form, language) };
        return { response: makeCachedResponse(body, answered), isFound: run !== null };
      }),
    clear: kept.clear,
  };
}
