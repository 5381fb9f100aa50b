/** What came of the alerts of some targets. */
export interface Sent {
  /** Targets named in messages, and how many of them more than once, after a kill. */
  sent: number;
  sentAgain: number;
  /** A sentence for each that was sent twice without a kill in between. */
  wrong: string[];
}

/**
 * Counts how often each target was named in messages, and in which life.
 *
 * @param texts all messages, in the order in which they came
 * @param lifeEnds for each life that is over, how many messages had come by then
 */
export function judgeSent(targets: readonly string[], texts: readonly string[], lifeEnds: readonly number[]): Sent {
  const judged: Sent = { sent: 0, sentAgain: 0, wrong: [] };
  for (const target of targets) {
    const lives = texts.flatMap((text, at) => (text.includes(target) ? [lifeOf(at, lifeEnds)] : []));
    if (lives.length > 0) judged.sent += 1;
    if (lives.length > 1) judged.sentAgain += 1;
    if (new Set(lives).size < lives.length) judged.wrong.push(`${target} was sent twice without a kill in between`);
  }
  return judged;
}

const lifeOf = (at: number, lifeEnds: readonly number[]): number => lifeEnds.filter((end) => end <= at).length;
