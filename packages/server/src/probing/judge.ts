import { isSlow } from '@upvigil/core/status/url-state';
import type { JudgingLimits, Measurement, ProbeOutcome } from '../domain/check.ts';

/** What a check says of its target. */
export interface Judgement extends Measurement {
  is_up: boolean;
  /** Up, but slower than the threshold. */
  is_slow: boolean;
  error_message: string | null;
}

/** What the target answered: all but a fault of ours, which says nothing of it. */
export type TargetOutcome = Exclude<ProbeOutcome, { outcome: 'fault' }>;

/** Judges what a probe answered. */
export function judge(outcome: TargetOutcome, limits: JudgingLimits): Judgement {
  const { response_time_us, status_code, metadata_found, packet_loss } = outcome;
  const measurement = { response_time_us, status_code, metadata_found, packet_loss };
  if (outcome.outcome === 'down') {
    return { ...measurement, is_up: false, is_slow: false, error_message: outcome.reason };
  }
  const seconds = response_time_us === null ? null : response_time_us / 1e6;
  return {
    ...measurement,
    is_up: true,
    is_slow: isSlow(seconds, limits.response_time_threshold_seconds),
    error_message: null,
  };
}
