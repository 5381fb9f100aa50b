import { stripControls, stripLine } from '@upvigil/core/format/foreign-text';
import { mapCalls } from './map-calls.ts';

/**
 * Wraps a client so that its responses hold no control characters: text from targets or people must not move the
 * cursor.
 */
export const cleanClient = <Client extends object>(client: Client): Client =>
  mapCalls(client, (call) => async (request) => cleanText(await call(request)));

/** Fields with text of several lines (responses of targets). The code that shows them splits and cleans them. */
const ofManyLines = new Set(['body']);

/** Removes control characters from every text of a JSON value. Streams and files pass as they are. */
export function cleanText(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return ofManyLines.has(name) ? cleanLines(value) : stripControls(value);
  if (Array.isArray(value)) return value.map((each) => cleanText(each));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cleanText(each, key)]));
}

const cleanLines = (text: string): string => text.split(/\r?\n/).map(stripLine).join('\n');
