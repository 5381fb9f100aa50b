/**
 * In milliseconds. A stop takes up to 7 s even if parts hang. Process managers wait about 10 s before they kill, which
 * would lose unsaved results.
 */
export const stopTimes = {
  /** All parts in parallel: 5 s for running checks, the rest to store their results. */
  parts: 6_000,
  /**
   * For each connection that closes after the parts. The database closes last and also gets the time that they did not
   * use.
   */
  closing: 200,
  /** For anything still open when all parts have stopped (a name lookup, say). */
  leftOvers: 200,
  /** From the signal on. Then the kernel ends the process, even if its event loop is blocked. */
  last: 6_800,
} as const;
