import { publicCause, unknownCause } from '@upvigil/core/languages/public-causes';

/** The words between target and cause in the sentence of an alert, by problem. */
const verbs: ReadonlyMap<unknown, string> = new Map([
  ['outage', ' is down: '],
  ['slow', ' is slow: '],
  ['metadata', ' lacks its meta tag: '],
]);

/** No real name has more of them, but a sentence may come from an archive that somebody made up. */
const mostVerbs = 10;

/**
 * The cause in the sentence of an alert, from before it had a column of its own. Null for RECOVERED, and where the
 * sentence has none. It is what follows the verb. Names and quotations may contain a verb too, so the first text after a
 * verb that reads like one of our causes is taken, or else what follows the first verb.
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
