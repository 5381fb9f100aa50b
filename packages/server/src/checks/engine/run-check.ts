import type { FinishedCheck, ProbeOutcome, WatchedMonitor } from '../../base/domain/check.ts';
import { encodePhases } from '../../base/domain/phases.ts';
import { isDecidedNext } from '../../base/domain/problems.ts';
import { fault } from '../probe/faults.ts';
import type { ProbeTools } from '../probe/probe-tools.ts';
import { probeUnderDeadline } from '../probe/probe-under-deadline.ts';
import { createTrace, type Trace } from '../probe/tracing/trace.ts';
import { toVerdict } from '../probe/verdict.ts';

/** A completed check before its next one is scheduled. `trace` has what it recorded. */
interface MadeCheck {
  check: FinishedCheck;
  /** The target sent nothing in time. */
  is_unanswered: boolean;
  trace: Pick<Trace, 'phases' | 'seen' | 'keepsSeen' | 'certificates'>;
}
/** A completed check, or a fault of this machine. */
export type CheckResult = MadeCheck | Extract<ProbeOutcome, { outcome: 'fault' }>;

/** A failure is discarded if the thread stalled for this fraction of the check's duration. */
const discardedStallPart = 0.1;

/**
 * READ FIRST. One check from start to verdict: probes the target under a deadline and evaluates the outcome. A failure
 * counts only if this thread was awake to receive a response. Afterwards probe-loop.ts passes the result to the main
 * thread, checks/record stores it, alerts/decide raises alerts, and alerts/notify sends them.
 *
 * `controller` ends the check early; the reason of its abort becomes the outcome.
 */
export async function runCheck(
  monitor: WatchedMonitor,
  tools: ProbeTools,
  controller: AbortController,
): Promise<CheckResult> {
  const checked_at = tools.clock.now();
  const started = tools.clock.monotonic();
  const trace = createTrace(tools.clock, isDecidedNext(monitor));
  const outcome = await probeUnderDeadline(monitor.target, monitor.timeout_seconds, tools, controller, trace);
  if (outcome.outcome === 'fault') return outcome;

  const verdict = toVerdict(outcome, monitor);
  const stalled = tools.stallDetector.stalledSince(started);
  const isGood = verdict.is_up && !verdict.is_slow;
  if (!isGood && stalled > (tools.clock.monotonic() - started) * discardedStallPart) {
    return fault('stalled', `this process stood still for ${Math.round(stalled)} ms during the check`);
  }
  const { id: monitor_id, revision, created_at: monitor_created_at } = monitor;
  const made = { monitor_id, revision, monitor_created_at, checked_at, phases: encodePhases(trace.phases) };
  // An accepted connection is an answer, even if nothing followed.
  const isConnected = trace.phases.connect !== null;
  const is_unanswered = outcome.outcome === 'down' && outcome.is_unanswered === true && !isConnected;
  return { check: { ...verdict, ...made, evidence: null, next_due_at: null }, is_unanswered, trace };
}
