import { isSlowCheck } from '@upvigil/core/status/url-state';
import type { JudgingLimits, Measurement, ProbeOutcome } from '../../base/domain/check.ts';

/** The verdict of a check. */
export interface Judgement extends Measurement {
  is_up: boolean;
  /** Up, but slower than the threshold. */
  is_slow: boolean;
  /** If the target is up: why search engines would not find the page. */
  error_message: string | null;
  public_cause?: string;
}

/** Any outcome except a fault of this machine. */
type TargetOutcome = Exclude<ProbeOutcome, { outcome: 'fault' }>;

export function judge(outcome: TargetOutcome, limits: JudgingLimits): Judgement {
  const { response_time_us, status_code, metadata_found, packet_loss } = outcome;
  const measurement = { response_time_us, status_code, metadata_found, packet_loss };
  const is_up = outcome.outcome === 'up';
  const response_time = response_time_us === null ? null : response_time_us / 1e6;
  return {
    ...measurement,
    is_up,
    is_slow: isSlowCheck({ is_up, response_time }, limits.response_time_threshold_seconds),
    ...saidOf(outcome),
  };
}

function saidOf(outcome: TargetOutcome): Pick<Judgement, 'error_message' | 'public_cause'> {
  if (outcome.outcome === 'up') return { error_message: outcome.remark ?? null };
  const { reason: error_message, public_reason } = outcome;
  return public_reason === undefined ? { error_message } : { error_message, public_cause: public_reason };
}
