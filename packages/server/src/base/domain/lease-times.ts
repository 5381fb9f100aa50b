/** Times of shared checking. A dead worker's monitors are taken over within lease + beat, below 30 s. */
export const leaseTimes = {
  beatMilliseconds: 5_000,
  leaseMilliseconds: 20_000,
  /** A worker whose last beat is older starts no more checks, because others are about to take over. */
  trustMilliseconds: 15_000,
  /** A monitor is handed over if it is not due within this time, or is overdue by it. */
  handOverMilliseconds: 3_000,
  /**
   * Maximum wait of a beat for results to be stored before monitors are handed over. Longer, and the worker's own row
   * would expire.
   */
  storeMilliseconds: 8_000,
  forgetWorkerMilliseconds: 120_000,
} as const;
