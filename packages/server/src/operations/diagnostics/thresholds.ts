import { hourMs, minuteMs, secondMs } from '@upvigil/core/time';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** The limits at which diagnostics warn and fail. Each limit is defined here only. */
export const diagnosticThresholds = {
  /** Duration of a name lookup, milliseconds. */
  dnsMilliseconds: { warn: secondMs },
  /** Remaining validity of the public address's certificate, days: fewer than these. */
  certificateDays: { warn: 14, fail: 3 },
  /** Clock offset in milliseconds, as the median of at least `clockTargets` targets. */
  clockOffMilliseconds: { warn: 5 * secondMs, fail: minuteMs },
  clockTargets: { least: 5, most: 9 },
  /** Free bytes on the data folder's disk: fewer than these. */
  freeBytes: { warn: gibibyte, fail: 200 * mebibyte },
  /** Free share of the disk: less than this. */
  freeShare: { warn: 0.1 },
  /** Larger database files are read in full on request only. */
  quickCheckBytes: gibibyte,
  /** SQLite's write-ahead log. */
  walBytes: { warn: 64 * mebibyte },
  /** Open file descriptors as a share of the limit. */
  descriptorShare: { warn: 0.8, fail: 0.95 },
  /** The 99th percentile of how late checks start, milliseconds. */
  latenessMilliseconds: { warn: secondMs, fail: 10 * secondMs },
  /** Waiting time of the oldest notification that could be sent, milliseconds. */
  outboxMilliseconds: { warn: 10 * minuteMs, fail: hourMs },
  /** Age of the newest backup, milliseconds: a nightly one may come two hours late. */
  backupAgeMilliseconds: { fail: 26 * hourMs },
  /** Larger backups are read in full on request only. */
  verifiedBackupBytes: 16 * mebibyte,
  /** Number of different webhooks to probe. */
  slackWebhooks: 20,
} as const;

/** Time limits of diagnostics, milliseconds. */
export const diagnosticTimes = {
  /** For one diagnostic. */
  each: 5 * secondMs,
  /** For reading a large database or backup in full, on request. */
  deep: minuteMs,
  /** Results are reused for this time. */
  kept: 30 * secondMs,
} as const;

/** Intervals of the notices, milliseconds. */
export const noticeTimes = {
  /** Between two checks of the disk and the schedule. */
  look: minuteMs,
  /** Between two checks of the clock, which send requests to targets. */
  clockInterval: 15 * minuteMs,
  /**
   * A condition must be normal for this time before its notice ends, so that a flapping one does not notify
   * repeatedly.
   */
  calm: 5 * minuteMs,
  /** The window over which lateness is measured. */
  latenessWindow: 10 * minuteMs,
} as const;
