import { stripControls, stripLine } from '@upvigil/core/format/foreign-text';
import type { Note } from '../channel.ts';
import type { AlertContent } from './alert-content.ts';

/**
 * Names and causes come from outside. What they are made of is taken from them before any message is: line ends, with which one
 * could look like a line of ours, and control characters and halves of characters, for which providers refuse all of it.
 */

const whole = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
const oneLine = (text: string): string => whole(stripControls(text));
const oneLineOrNull = (text: string | null): string | null => (text === null ? null : oneLine(text) || null);

export const cleanContent = (content: AlertContent): AlertContent => ({
  ...content,
  message: oneLine(content.message),
  cause: oneLineOrNull(content.cause),
  website_name: oneLine(content.website_name),
  target: oneLine(content.target),
  acknowledged_by: oneLineOrNull(content.acknowledged_by),
  problem_cause: oneLineOrNull(content.problem_cause),
  mark: oneLineOrNull(content.mark),
});

/** Keeps the lines of its text. */
export const cleanNote = (note: Note): Note => ({
  ...note,
  title: oneLine(note.title),
  text: note.text
    .split('\n')
    .map((line) => whole(stripLine(line)))
    .join('\n'),
});
