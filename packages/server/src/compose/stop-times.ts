/**
 * Milliseconds. A stop takes 7 s at most, whatever hangs. Whoever started the program waits about 10 s, then kills it:
 * that would lose what is not stored.
 */
export const stopTimes = {
  /** All parts beside each other: 5 s for running checks, the rest to store what they found. */
  parts: 6_000,
  /** Each connection that closes after them. The database, which is last, has what the others left of all this time too. */
  closing: 200,
  /** Whatever is still open when all parts have stopped, as a look-up of a name that does not end. */
  leftOvers: 200,
  /** From the signal on. The kernel ends what cannot even hear its timers. */
  last: 6_800,
} as const;
