import { stripControls, stripLine } from '@upvigil/core/format/foreign-text';
import type { Note } from '../channel.ts';
import type { AlertContent } from './alert-content.ts';

/**
 * Names and causes are foreign text. Removes line breaks, which could imitate lines of the message, and control
 * characters and lone surrogates, for which providers refuse a message.
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
  address: oneLine(content.address),
  acknowledged_by: oneLineOrNull(content.acknowledged_by),
  problem_cause: oneLineOrNull(content.problem_cause),
  mark: oneLineOrNull(content.mark),
});

/** Keeps the line breaks of its text. */
export const cleanNote = (note: Note): Note => ({
  ...note,
  title: oneLine(note.title),
  text: note.text
    .split('\n')
    .map((line) => whole(stripLine(line)))
    .join('\n'),
});
