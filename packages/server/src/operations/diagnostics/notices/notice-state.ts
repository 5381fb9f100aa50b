import type { DiagnosticStatus } from '@upvigil/core/contract/diagnostics';
import type { NoticeKind } from '@upvigil/core/contract/notices';
import { noticeTimes } from '../thresholds.ts';

/** What is looked at from time to time, and told once when it begins and once when it is over. */
export const watchedKinds = [
  'disk_low',
  'clock_skew',
  'checks_late',
  'folder_apart',
] as const satisfies readonly NoticeKind[];
export type WatchedKind = (typeof watchedKinds)[number];

/** A notice that has begun and is not over. */
export interface OpenNotice {
  /** Milliseconds since the epoch. */
  beganAt: number;
  /** Since when all is well again, milliseconds of `clock.monotonic()`; null while it is not. */
  calmSince: number | null;
}

export interface NoticeStep {
  /** What is open afterwards; null: nothing. */
  open: OpenNotice | null;
  /** What is to be told. */
  change: 'began' | 'ended' | null;
}

/**
 * What another look at a condition comes to. One that lasts says nothing again, and is over only after it was well for a
 * while, so that what wavers is not told again and again. What could not be looked at changes nothing.
 */
export function stepNotice(
  open: OpenNotice | null,
  status: DiagnosticStatus,
  { now, monotonic }: { now: number; monotonic: number },
): NoticeStep {
  if (status === 'skipped') return { open, change: null };
  if (status !== 'ok')
    return open === null
      ? { open: { beganAt: now, calmSince: null }, change: 'began' }
      : { open: { ...open, calmSince: null }, change: null };
  if (open === null) return { open: null, change: null };
  const calmSince = open.calmSince ?? monotonic;
  if (monotonic - calmSince < noticeTimes.calm) return { open: { ...open, calmSince }, change: null };
  return { open: null, change: 'ended' };
}
