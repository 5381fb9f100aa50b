/** What came of the alerts of some targets. */
export interface Told {
  /** Targets that were told of, and how many of them more than once, after a kill. */
  told: number;
  toldAgain: number;
  /** A sentence for each that was told twice without a kill in between. */
  wrong: string[];
}

/**
 * Counts how often each target was told of, and in which life.
 *
 * @param texts all messages, in the order in which they came
 * @param lifeEnds for each life that is over, how many messages had come by then
 */
export function judgeTold(targets: readonly string[], texts: readonly string[], lifeEnds: readonly number[]): Told {
  const judged: Told = { told: 0, toldAgain: 0, wrong: [] };
  for (const target of targets) {
    const lives = texts.flatMap((text, at) => (text.includes(target) ? [lifeOf(at, lifeEnds)] : []));
    if (lives.length > 0) judged.told += 1;
    if (lives.length > 1) judged.toldAgain += 1;
    if (new Set(lives).size < lives.length) judged.wrong.push(`${target} was told twice without a kill in between`);
  }
  return judged;
}

const lifeOf = (at: number, lifeEnds: readonly number[]): number => lifeEnds.filter((end) => end <= at).length;
