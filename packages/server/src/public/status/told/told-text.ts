import { stripControls } from '@upvigil/core/format/foreign-text';
import type { Speech } from '../documents/speech/speech.ts';
import { incidentPagePath, type ToldMonth, type ToldSurroundings, type ToldView } from './told-pages.ts';
import { monthName, statusWords } from './told-words.ts';

/** An incident for a terminal: its updates as they were written, newest first. */
export function incidentText({ told, affected }: ToldView, { brand, speech }: ToldSurroundings): string {
  const { documents } = speech.words;
  const names = [...affected.websites.map(({ name }) => name), ...affected.services];
  const updates = told.updates.map(
    ({ status, body, display_at }) =>
      `${speech.figures.moment(display_at)}  ${statusWords(status, speech)}${body === '' ? '' : `\n${cleanLines(body)}`}`,
  );
  return joined([
    `${clean(brand)} - ${clean(told.title)}`,
    statusWords(told.status, speech),
    ...(names.length === 0 ? [] : [documents.affects({ names: clean(names.join(', ')) })]),
    ...updates,
  ]);
}

/** The incidents of a month for a terminal. */
export function monthText({ month, views }: ToldMonth, surroundings: ToldSurroundings): string {
  const { speech, brand } = surroundings;
  const { documents } = speech.words;
  const name = { month: monthName(month, speech) };
  if (views.length === 0) return joined([clean(brand), documents.monthEmpty(name)]);
  return joined([
    `${clean(brand)} - ${documents.monthTitle(name)}`,
    views.map((view) => toldLine(view, surroundings)).join('\n'),
  ]);
}

/** When it started, its status, its title, and where its page is. */
export const toldLine = (
  { told }: Pick<ToldView, 'told'>,
  { speech, base_url }: Pick<ToldSurroundings, 'speech' | 'base_url'>,
): string =>
  [
    speech.figures.moment(told.started_at),
    statusWords(told.status, speech),
    clean(told.title),
    `${base_url}${incidentPagePath(told.id)}${speech.query}`,
  ].join('  ');

export const missingText = (kind: 'incident' | 'month', { words: { documents } }: Speech): string =>
  `${kind === 'incident' ? documents.noIncident : documents.noMonth}\n`;

const joined = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

/** What people wrote may hold control characters, which a terminal would obey. */
const clean = (text: string): string => stripControls(text);
const cleanLines = (text: string): string => text.split(/\r?\n/).map(clean).join('\n');
