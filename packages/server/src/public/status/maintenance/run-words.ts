import { stripControls, stripLine } from '@upvigil/core/format/foreign-text';
import type { RunState } from '@upvigil/core/maintenance/runs';
import type { Speech } from '../documents/speech/speech.ts';
import type { ToldSurroundings } from '../told/told-pages.ts';
import type { ToldRun } from './public-runs.ts';
import { runPagePath } from './run-pages.ts';

/** The state of a run in words. */
export function runStateWords(state: RunState, { words: { documents } }: Speech): string {
  const said: Record<RunState, string> = {
    scheduled: documents.runScheduled,
    in_progress: documents.runInProgress,
    verifying: documents.runVerifying,
    completed: documents.runCompleted,
  };
  return said[state];
}

/** 'Nov 24, 13:30 UTC to Nov 24, 14:05 UTC' */
export const runSpan = (
  { starts_at, ends_at }: Pick<ToldRun, 'starts_at' | 'ends_at'>,
  { words, figures }: Speech,
): string => words.documents.runSpan({ start: figures.moment(starts_at), end: figures.moment(ends_at) });

/** Its state and its times. */
export const runLine = (run: ToldRun, speech: Speech): string =>
  `${runStateWords(run.state, speech)} · ${runSpan(run, speech)}`;

/** A line of a terminal: state, times, title, and where its page is. */
export const runTextLine = (
  run: ToldRun,
  { speech, base_url }: Pick<ToldSurroundings, 'speech' | 'base_url'>,
): string =>
  [
    ...[runSpan(run, speech), runStateWords(run.state, speech), stripControls(run.title)],
    `${base_url}${runPagePath(run.id)}${speech.query}`,
  ].join('  ');

/** A run for a terminal, as somebody wrote it. Null: there is none. */
export function runText(run: ToldRun | null, { brand, speech }: ToldSurroundings): string {
  const { documents } = speech.words;
  if (run === null) return `${documents.noMaintenance}\n`;
  const { websites, services } = run.affected();
  const names = [...websites.map(({ name }) => name), ...services];
  const parts = [
    `${stripControls(brand)} - ${stripControls(run.title)}`,
    `${runStateWords(run.state, speech)}\n${runSpan(run, speech)}`,
    names.length === 0 ? '' : documents.affects({ names: stripControls(names.join(', ')) }),
    run.body.split(/\r?\n/).map(stripLine).join('\n'),
  ];
  return `${parts.filter((part) => part.trim() !== '').join('\n\n')}\n`;
}
