import { publicCause, unknownCause } from '@upvigil/core/public-causes';

/** What stood between target and cause in the sentence of a problem. */
const verbs: ReadonlyMap<unknown, string> = new Map([
  ['outage', ' is down: '],
  ['slow', ' is slow: '],
  ['metadata', ' lacks its meta tag: '],
]);

/** A name with more of them than this is nobody's, but a sentence may come from an archive that somebody made up. */
const mostVerbs = 10;

/**
 * The cause in the sentence of an alert, as it was written before it had a column; null on RECOVERED, and where the
 * sentence has none. What follows the first verb, unless a name before or a quotation in it has one too: then the first
 * that reads like a cause of ours.
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
