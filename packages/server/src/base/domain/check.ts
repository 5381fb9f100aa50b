import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import type { EvidenceDocument } from '@upvigil/core/contract/evidence';
import type { MonitorKind, ProbeTargets } from '@upvigil/core/contract/monitor-kinds/registry';
import type { PhaseTimes } from './phases.ts';

/** The target of a probe, one shape for each kind. */
export type ProbeTarget = ProbeTargets[MonitorKind];

export type TargetOf<Kind extends MonitorKind> = ProbeTargets[Kind];

/** Measurements of a check. Times in microseconds, loss in percent. */
export interface Measurement {
  /** Null when nothing was measured, as after a refused connection. */
  response_time_us: number | null;
  status_code: number | null;
  metadata_found: boolean | null;
  packet_loss: number | null;
  /** Of a test that nobody stores; a check has them encoded. */
  phases_us?: Readonly<PhaseTimes>;
}

/** Why a check could not be made for a reason on our side. The label of upvigil_probe_faults_total. */
const faultReasons = [
  'file-descriptors',
  'ports',
  'memory',
  'no-route',
  'resolver',
  'stalled',
  'shutting-down',
  'ping-unavailable',
  'browser',
  'proxy',
  'secret',
  'assertion',
  'offline',
  'internal',
] as const;
export type FaultReason = (typeof faultReasons)[number];

/** One assertion of a page, and what its answer was there: '"degraded"', 'missing'. */
export interface JudgedAssertion extends Assertion {
  ok: boolean;
  actual: string;
}

/** Result of a probe: a value, never an exception for an expected failure. `judged`: the evaluated assertions of a page. */
export type ProbeOutcome =
  /** `remark`: why a page that is up is not as search engines should find it. */
  | ({ outcome: 'up'; remark?: string | null; judged?: JudgedAssertion[] } & Measurement)
  /**
   * `public_reason`: what anybody may read in place of a reason that quotes content or configuration. `is_unanswered`: nothing
   * came from the target in time, so Upvigil may be offline.
   */
  | ({
      outcome: 'down';
      reason: string;
      public_reason?: string;
      judged?: JudgedAssertion[];
      is_unanswered?: true;
    } & Measurement)
  /** Our fault, not the target's: it is not stored as a check. */
  | { outcome: 'fault'; fault: FaultReason; message: string };

/** A check or probe that could not be made for a reason on our side. */
export interface CheckFault {
  fault: FaultReason;
  message: string;
}

/** Limits by which an outcome is judged. Times in seconds. */
export interface JudgingLimits {
  response_time_threshold_seconds: number;
  failure_threshold: number;
}

/** Consecutive checks that showed each problem. */
export interface ProblemStreaks {
  outage_streak: number;
  slow_streak: number;
  metadata_streak: number;
}

/** A monitor as the engine watches it. */
export interface WatchedMonitor extends JudgingLimits, ProblemStreaks {
  id: number;
  /** Grows with every edit; results of an older revision are dropped. */
  revision: number;
  /** Milliseconds since the epoch. After a restore another monitor may have the same id and revision. */
  created_at: number;
  target: ProbeTarget;
  timeout_seconds: number;
  check_interval_seconds: number;
  /** Milliseconds since the epoch, or null when it was never due. */
  next_due_at: number | null;
}

/** A certificate of a server. Its texts are untrusted. Times in milliseconds since the epoch. */
export interface SeenCertificate {
  /** SHA-256, hex. */
  fingerprint: string;
  names: string[];
  issuer: string;
  valid_from: number;
  valid_to: number;
  seen_at: number;
}

/** The recorded response of a check, before earlier ones are added. */
export type TakenEvidence = Omit<EvidenceDocument, 'checks_before'>;

/** A check that was made, as the engine hands it on to be recorded. */
export interface FinishedCheck extends Measurement {
  monitor_id: number;
  revision: number;
  monitor_created_at: number;
  /** When it was started, milliseconds since the epoch. */
  checked_at: number;
  /** When the next one is due; null for a trigger on a monitor that is not watched. */
  next_due_at: number | null;
  is_up: boolean;
  /** Up, but slower than the threshold. */
  is_slow: boolean;
  /** Names the cause in words when not up, and what search engines should not find when up; null otherwise. */
  error_message: string | null;
  /** Where the time went, as `encodePhases` has it; null where that was not measured. */
  phases: number | null;
  /** What it saw, where it confirmed a problem or ended one by the streaks that the probe thread counts. */
  evidence: TakenEvidence | null;
  /** What anybody may read in place of a cause that quotes content or configuration. */
  public_cause?: string;
  /** The certificates whose sight is news; see probing/tracing/certificate-news.ts. Absent where none is. */
  certificates?: SeenCertificate[];
}
