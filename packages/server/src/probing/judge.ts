import { isSlowCheck } from '@upvigil/core/status/url-state';
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
  const is_up = outcome.outcome === 'up';
  const response_time = response_time_us === null ? null : response_time_us / 1e6;
  return {
    ...measurement,
    is_up,
    is_slow: isSlowCheck({ is_up, response_time }, limits.response_time_threshold_seconds),
    error_message: outcome.outcome === 'down' ? outcome.reason : null,
  };
}
