import { UsageError } from '../failures.ts';
import { type Option, textOption } from './inputs.ts';

/** With a zone, because the server may be in another one. */
const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i;

/** A moment such as 2026-11-21T03:00:00Z, in ISO; null for what is none. */
export const parseMoment = (text: string): string | null =>
  isoMoment.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : null;

/** A moment, in ISO; null when it is not given. */
export const momentOption = (syntax: string, about: string): Option<string | null> => ({
  ...textOption(syntax, about),
  parse: (given) => (typeof given === 'string' ? momentOrRefuse(syntax, given) : null),
});

function momentOrRefuse(name: string, text: string): string {
  const moment = parseMoment(text);
  if (moment !== null) return moment;
  throw new UsageError(`${name} must be a moment, as 2026-11-21T03:00:00Z, but it is "${text}"`);
}
