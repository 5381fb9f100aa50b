/** The rhythm of sharing. A dead worker's monitors are taken within lease + beat, which is below 30 s. */
export const leaseTimes = {
  beatMilliseconds: 5_000,
  leaseMilliseconds: 20_000,
  /** A worker that could not say for this long that it is alive starts no more checks: others are about to take over. */
  trustMilliseconds: 15_000,
  /** A monitor is handed over when it is not due for this long, or overdue for as long. */
  handOverMilliseconds: 3_000,
  /** A beat waits this long for results to be stored before it hands monitors over; its own row must not become old meanwhile. */
  storeMilliseconds: 8_000,
  forgetWorkerMilliseconds: 120_000,
} as const;
