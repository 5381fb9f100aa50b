import type { DiagnosticStatus } from '@upvigil/core/contract/diagnostics';
import type { NoticeKind } from '@upvigil/core/contract/notices';
import { noticeTimes } from '../thresholds.ts';

/** Conditions that are checked periodically, with one notice at the start and one at the end. */
export const watchedKinds = [
  'disk_low',
  'clock_skew',
  'checks_late',
  'folder_apart',
] as const satisfies readonly NoticeKind[];
export type WatchedKind = (typeof watchedKinds)[number];

export interface OpenNotice {
  /** Milliseconds since the epoch. */
  beganAt: number;
  /** Since when the condition is normal again, milliseconds of `clock.monotonic()`; null while it is not. */
  calmSince: number | null;
}

interface NoticeStep {
  /** The open notice afterwards; null: none. */
  open: OpenNotice | null;
  /** The notice to send. */
  change: 'began' | 'ended' | null;
}

/**
 * The next state of a notice. It ends only after the condition was normal for a while, so that a flapping condition
 * does not notify repeatedly. A skipped check changes nothing.
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
