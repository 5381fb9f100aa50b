import type { FinishedCheck, ProbeOutcome, WatchedMonitor } from '../../base/domain/check.ts';
import { encodePhases } from '../../base/domain/phases.ts';
import { isDecidedNext } from '../../base/domain/problems.ts';
import { fault } from '../probe/faults.ts';
import { judge } from '../probe/judge.ts';
import type { ProbeTools } from '../probe/probe-tools.ts';
import { probeUnderDeadline } from '../probe/probe-under-deadline.ts';
import { createTrace, type Trace } from '../probe/tracing/trace.ts';

/** A check that was made: nobody knows yet when the next one is due. `trace` has what it saw. */
interface MadeCheck {
  check: FinishedCheck;
  /** Nothing came from the target in time. */
  is_unanswered: boolean;
  trace: Pick<Trace, 'phases' | 'seen' | 'keepsSeen' | 'certificates'>;
}
/** A check that was made, or a fault of ours. */
export type CheckResult = MadeCheck | Extract<ProbeOutcome, { outcome: 'fault' }>;

/** A bad result counts for nothing when the thread stood still for this part of the time it took. */
const doubtfulPart = 0.1;

/**
 * READ FIRST. One check, from start to verdict: the probe connects to the target under a deadline, its outcome is judged,
 * and a bad verdict is kept only when this thread was awake to hear the answer. What follows: probe-loop.ts hands it to
 * the main thread, results/ records it, alerting/ raises what it means, notifications/ sends that.
 *
 * `controller` ends the check early; the reason of its abort is the outcome.
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

  const judgement = judge(outcome, monitor);
  const stalled = tools.stallDetector.stalledSince(started);
  const isGood = judgement.is_up && !judgement.is_slow;
  if (!isGood && stalled > (tools.clock.monotonic() - started) * doubtfulPart) {
    return fault('stalled', `this process stood still for ${Math.round(stalled)} ms during the check`);
  }
  const { id: monitor_id, revision, created_at: monitor_created_at } = monitor;
  const made = { monitor_id, revision, monitor_created_at, checked_at, phases: encodePhases(trace.phases) };
  // An accepted connection is an answer, whatever did not come after it.
  const isConnected = trace.phases.connect !== null;
  const is_unanswered = outcome.outcome === 'down' && outcome.is_unanswered === true && !isConnected;
  return { check: { ...judgement, ...made, evidence: null, next_due_at: null }, is_unanswered, trace };
}
