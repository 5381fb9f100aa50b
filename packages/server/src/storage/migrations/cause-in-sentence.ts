import { publicCause, unknownCause } from '@upvigil/core/languages/public-causes';

/** The words between target and cause in an alert's sentence, by problem. */
const verbs: ReadonlyMap<unknown, string> = new Map([
  ['outage', ' is down: '],
  ['slow', ' is slow: '],
  ['metadata', ' lacks its meta tag: '],
]);

/** Bounds the work for sentences in forged archives; real names contain fewer. */
const mostVerbs = 10;

/**
 * Extracts the cause from the sentence of an alert that has no cause column yet; null for RECOVERED, and for a sentence
 * without one. The cause follows the verb. Names and quotations may also contain the verb, so the first text after a
 * verb that looks like a known cause is used, else the text after the first verb.
 */
export function causeInSentence({ alert_type, problem, message }: Readonly<Record<string, unknown>>): string | null {
  const verb = verbs.get(problem);
  if (alert_type === 'RECOVERED' || verb === undefined || typeof message !== 'string') return null;
  const found: string[] = [];
  for (let at = message.indexOf(verb); at !== -1 && found.length < mostVerbs; at = message.indexOf(verb, at + 1)) {
    found.push(message.slice(at + verb.length));
  }
  return found.find(isOurs) ?? found[0] ?? null;
}

const isOurs = (words: string): boolean => words === unknownCause || publicCause(words) !== unknownCause;
