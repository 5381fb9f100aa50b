import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import type { EvidenceDocument } from '@upvigil/core/contract/evidence';
import type { ProbedKind, ProbeTargets } from '@upvigil/core/contract/monitor-kinds/registry';
import type { TestedPage } from '@upvigil/core/contract/urls';
import type { PhaseTimes } from './phases.ts';

export type ProbeTarget = ProbeTargets[ProbedKind];

export type TargetOf<Kind extends ProbedKind> = ProbeTargets[Kind];

/** Times in microseconds, loss in percent. */
export interface Measurement {
  /** Null if nothing was measured (a refused connection, say). */
  response_time_us: number | null;
  status_code: number | null;
  metadata_found: boolean | null;
  packet_loss: number | null;
  /** Only of a test, which is not stored. Checks have them encoded. */
  phases_us?: Readonly<PhaseTimes>;
  /** Only of a test by HTTP. */
  page?: TestedPage;
}

/** Faults of this machine that prevent a check. Label values of upvigil_probe_faults_total. */
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
  'command',
  'unsupported',
] as const;
export type FaultReason = (typeof faultReasons)[number];

/** An evaluated assertion with the actual value: '"degraded"', 'missing'. */
export interface EvaluatedAssertion extends Assertion {
  ok: boolean;
  actual: string;
}

/**
 * Result of a probe: a value, never an exception for an expected failure. `evaluated`: the evaluated assertions of a page.
 */
export type ProbeOutcome =
  /**
   * `remark`: why search engines would not find a page that is up. `warning`: the cause of SLOW, if it is not the response
   * time.
   */
  | ({ outcome: 'up'; remark?: string | null; warning?: string; evaluated?: EvaluatedAssertion[] } & Measurement)
  /**
   * `public_reason`: replaces, for visitors, a reason that quotes content or configuration. `is_unanswered`: the target
   * sent nothing in time, so Upvigil may be offline. `tls_failed`: it speaks TLS, but its certificate or the handshake
   * failed.
   */
  | ({
      outcome: 'down';
      reason: string;
      public_reason?: string;
      evaluated?: EvaluatedAssertion[];
      is_unanswered?: true;
      tls_failed?: true;
    } & Measurement)
  /** A fault of this machine; not stored as a check. */
  | { outcome: 'fault'; fault: FaultReason; message: string };

/** A check that a fault of this machine prevented. */
export interface CheckFault {
  fault: FaultReason;
  message: string;
}

/** Limits for the evaluation of an outcome. Times in seconds. */
export interface VerdictLimits {
  response_time_threshold_seconds: number;
  failure_threshold: number;
}

/**
 * Number of consecutive checks with each problem. Negative while a confirmed problem recovers: the number of consecutive
 * checks without it, of those that must follow each other to end it.
 */
export interface ProblemStreaks {
  outage_streak: number;
  slow_streak: number;
  metadata_streak: number;
}

/** A monitor in the engine. */
export interface WatchedMonitor extends VerdictLimits, ProblemStreaks {
  id: number;
  /** Grows with every edit. Results of older revisions are dropped. */
  revision: number;
  /** Milliseconds since the epoch. Distinguishes monitors with the same id and revision after a restore. */
  created_at: number;
  target: ProbeTarget;
  timeout_seconds: number;
  check_interval_seconds: number;
  recovery_threshold: number;
  /** Milliseconds since the epoch; null if it was never scheduled. */
  next_due_at: number | null;
}

/** A server's certificate. Its texts are untrusted. Times in milliseconds since the epoch. */
export interface SeenCertificate {
  /** SHA-256, hex. */
  fingerprint: string;
  names: string[];
  issuer: string;
  valid_from: number;
  valid_to: number;
  seen_at: number;
}

/** The recorded response before earlier checks are added. */
export type TakenEvidence = Omit<EvidenceDocument, 'checks_before'>;

/** A completed check, as the engine passes it on for recording. */
export interface FinishedCheck extends Measurement {
  monitor_id: number;
  revision: number;
  monitor_created_at: number;
  /** Start of the check, milliseconds since the epoch. */
  checked_at: number;
  /** Time of the next check; null for a triggered check of a monitor that is not watched. */
  next_due_at: number | null;
  is_up: boolean;
  /** Up, but slower than the threshold. */
  is_slow: boolean;
  /** The cause of a failure, or the search problem of a page that is up; null otherwise. */
  error_message: string | null;
  /** Encoded by `encodePhases`; null if not measured. */
  phases: number | null;
  /** The recorded response, if the check confirmed or ended a problem by the streaks of the probe thread. */
  evidence: TakenEvidence | null;
  /** Replaces, for visitors, a cause that quotes content or configuration. */
  public_cause?: string;
  /** The cause of SLOW, if it is not the response time. */
  slow_cause?: string;
  /** Certificates that are new or due for an update; see certificate-news.ts. Absent without any. */
  certificates?: SeenCertificate[];
}
