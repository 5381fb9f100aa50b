import { isSlow } from '@upvigil/core/status/url-state';
import type { JudgingLimits, Measurement, ProbeOutcome } from './check.ts';

/** What a check says of its target. */
export interface Judgement extends Measurement {
  is_up: boolean;
  /** Up, but slower than the threshold. */
  is_slow: boolean;
  error_message: string | null;
}

/** Judges what a probe answered. Null when the check could not be made for a reason on our side. */
export function judge(outcome: ProbeOutcome, limits: JudgingLimits): Judgement | null {
  if (outcome.outcome === 'fault') return null;
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
