import { stripControls } from '@upvigil/core/format/foreign-text';
import { mapCalls } from './map-calls.ts';

/** The same client, whose answers have no control characters: text of targets or people must not move the cursor. */
export const cleanClient = <Client extends object>(client: Client): Client =>
  mapCalls(client, (call) => async (request) => cleanText(await call(request)));

/** Removes control characters from every text of a JSON value. Streams and files pass as they are. */
export function cleanText(value: unknown): unknown {
  if (typeof value === 'string') return stripControls(value);
  if (Array.isArray(value)) return value.map(cleanText);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cleanText(each)]));
}
