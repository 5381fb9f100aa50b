/** Times of sharing. A dead worker's monitors are taken within lease + beat, which is below 30 s. */
export const leaseTimes = {
  beatMilliseconds: 5_000,
  leaseMilliseconds: 20_000,
  /** A worker whose last beat is older than this starts no more checks, because others are about to take over. */
  trustMilliseconds: 15_000,
  /** A monitor is handed over when it is not due for this long, or overdue for as long. */
  handOverMilliseconds: 3_000,
  /** A beat waits so long at most for results to be stored before it hands monitors over. The worker's own row must not become old meanwhile. */
  storeMilliseconds: 8_000,
  forgetWorkerMilliseconds: 120_000,
} as const;
