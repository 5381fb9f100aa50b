import { hourMs, minuteMs, secondMs } from '@upvigil/core/time';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** From which figure on a diagnostic warns, and from which it fails. Each limit of a diagnostic stands here and nowhere else. */
export const diagnosticThresholds = {
  /** Milliseconds that looking up a name may take. */
  dnsMilliseconds: { warn: secondMs },
  /** Days that the certificate of the public address is still valid: fewer than these. */
  certificateDays: { warn: 14, fail: 3 },
  /** How far this machine's clock is off, milliseconds, by the median of so many targets at least. */
  clockOffMilliseconds: { warn: 5 * secondMs, fail: minuteMs },
  clockTargets: { least: 5, most: 9 },
  /** Free bytes of the data folder's disk: fewer than these. */
  freeBytes: { warn: gibibyte, fail: 200 * mebibyte },
  /** The same as a share of the disk. */
  freeShare: { warn: 0.1 },
  /** A database file above this size is read whole only when that is asked for. */
  quickCheckBytes: gibibyte,
  /** The write-ahead log of SQLite. */
  walBytes: { warn: 64 * mebibyte },
  /** Open file descriptors as a share of those allowed. */
  descriptorShare: { warn: 0.8, fail: 0.95 },
  /** How late the latest hundredth of the checks is started, milliseconds. */
  latenessMilliseconds: { warn: secondMs, fail: 10 * secondMs },
  /** How long the oldest notification that could go waits, milliseconds. */
  outboxMilliseconds: { warn: 10 * minuteMs, fail: hourMs },
  /** Age of the newest backup, milliseconds: a nightly one may come two hours late. */
  backupAgeMilliseconds: { fail: 26 * hourMs },
  /** A larger backup is read whole only when that is asked for. */
  verifiedBackupBytes: 16 * mebibyte,
  /** Webhooks that are asked, of different addresses. */
  slackWebhooks: 20,
} as const;

/** Times of the diagnostics as a whole, milliseconds. */
export const diagnosticTimes = {
  /** What one diagnostic may take. */
  each: 5 * secondMs,
  /** What reading a large database or backup whole may take, when it was asked for. */
  deep: minuteMs,
  /** For so long a result is shown again instead of asking anew. */
  kept: 30 * secondMs,
} as const;

/** Times of the notices, milliseconds. */
export const noticeTimes = {
  /** Between two looks at the disk and at how late checks are. */
  look: minuteMs,
  /** Between two looks at the clock, for which targets are asked. */
  clockLook: 15 * minuteMs,
  /** The condition must be normal for this time before a notice ends, so that a wavering one does not notify again and again. */
  calm: 5 * minuteMs,
  /** The stretch over which lateness is judged. */
  latenessWindow: 10 * minuteMs,
} as const;
