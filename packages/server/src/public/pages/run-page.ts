import { escapeHtml } from '@upvigil/core/format/meta-tag';
import { bodyHtml } from '../../alerts/incidents/body-html.ts';
import { calendarPath } from '../status/documents/calendar.ts';
import type { ToldRun } from '../status/maintenance/public-runs.ts';
import { runPagePath } from '../status/maintenance/run-pages.ts';
import { runStateWords } from '../status/maintenance/run-words.ts';
import type { ToldSurroundings } from '../status/told/told-pages.ts';
import { affectedHtml, link, page, sentenceHtml, timeHtml } from './told-page-parts.ts';

/** The page of a run of maintenance, or one that says that there is none. */
export function runPage(run: ToldRun | null, surroundings: ToldSurroundings): string {
  const { speech } = surroundings;
  const { documents } = speech.words;
  if (run === null) return page({ heading: documents.noMaintenance, path: null, content: '' }, surroundings);
  const span = sentenceHtml(
    (start = '', end = '') => documents.runSpan({ start, end }),
    timeHtml(run.starts_at, speech),
    timeHtml(run.ends_at, speech),
  );
  const content = [
    `<p><strong>${escapeHtml(runStateWords(run.state, speech))}</strong></p><p>${span}</p>`,
    affectedHtml(run.affected(), surroundings),
    bodyHtml(run.body),
    link(calendarPath, documents.calendarLink, speech.query),
  ].join('');
  return page({ heading: run.title, path: runPagePath(run.id), content }, surroundings);
}
