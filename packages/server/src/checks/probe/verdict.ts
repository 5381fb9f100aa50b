import { isSlowCheck } from '@upvigil/core/status/url-state';
import type { Measurement, ProbeOutcome, VerdictLimits } from '../../base/domain/check.ts';

/** The verdict of a check. */
interface Verdict extends Measurement {
  is_up: boolean;
  /** Up, but slower than the threshold. */
  is_slow: boolean;
  /** The reason of a failure; for a page that is up, its search problem. */
  error_message: string | null;
  public_cause?: string;
  slow_cause?: string;
}

/** Any outcome except a fault of this machine. */
type TargetOutcome = Exclude<ProbeOutcome, { outcome: 'fault' }>;

export function toVerdict(outcome: TargetOutcome, limits: VerdictLimits): Verdict {
  const { response_time_us, status_code, metadata_found, packet_loss } = outcome;
  const measurement = { response_time_us, status_code, metadata_found, packet_loss };
  const is_up = outcome.outcome === 'up';
  const response_time = response_time_us === null ? null : response_time_us / 1e6;
  return {
    ...measurement,
    is_up,
    is_slow: hasWarning(outcome) || isSlowCheck({ is_up, response_time }, limits.response_time_threshold_seconds),
    ...messagesOf(outcome),
  };
}

const hasWarning = (outcome: TargetOutcome): boolean => outcome.outcome === 'up' && outcome.warning !== undefined;

function messagesOf(outcome: TargetOutcome): Pick<Verdict, 'error_message' | 'public_cause' | 'slow_cause'> {
  if (outcome.outcome === 'up') {
    const { remark: error_message = null, warning } = outcome;
    return warning === undefined ? { error_message } : { error_message, slow_cause: warning };
  }
  const { reason: error_message, public_reason } = outcome;
  return public_reason === undefined ? { error_message } : { error_message, public_cause: public_reason };
}
