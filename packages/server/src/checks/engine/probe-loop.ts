import type { CheckFault, FinishedCheck, TakenEvidence, WatchedMonitor } from '../../base/domain/check.ts';
import {
  advanceProblems,
  advanceStreaks,
  confirmedProblems,
  type EarlyChecks,
  giveEarlyCheck,
  noEarlyChecks,
} from '../../base/domain/problems.ts';
import { fault } from '../probe/faults.ts';
import type { ProbeTools } from '../probe/probe-tools.ts';
import { type CertificateNews, createCertificateNews } from '../probe/tracing/certificate-news.ts';
import { takeEvidence } from '../probe/tracing/take-evidence.ts';
import { createLateness } from '../schedule/lateness.ts';
import { createSchedule, type Schedule, type Timing } from '../schedule/schedule.ts';
import { createWakeTimer } from '../schedule/wake-timer.ts';
import type { OfflineDetector } from './offline/offline-detector.ts';
import type { UplinkNews } from './offline/uplink-news.ts';
import { watchUplink } from './offline/watched-hosts.ts';
import type { ResultBatch } from './result-batch.ts';
import type { CheckResult } from './run-check.ts';
import { createRunningChecks, type RunningChecks } from './running-checks.ts';
import { type Allowed, type ThreadStats, unlimited } from './thread/thread-messages.ts';

/** Checks that are due within this time are started together, because waking up costs more than a check. */
const slackMilliseconds = 1;
/**
 * Checks started at a time. Responses are read in between, so that a burst of starts does not make targets look slow.
 */
const startsPerSlice = 16;
/** Time for running checks to finish when the loop is paused. */
const pauseGraceMilliseconds = 5000;

const stopped = fault('shutting-down', 'checks were stopped while this one ran');
const notRunning: CheckFault = { fault: 'shutting-down', message: 'checks are stopped at the moment' };
const changed: CheckFault = { fault: 'shutting-down', message: 'the monitor was edited or removed meanwhile' };

/** A monitor with its streaks after each check, and the number of early checks for confirmation. */
interface LoopMonitor extends WatchedMonitor {
  early_checks: EarlyChecks;
  /** Consecutive checks with a fault whose retries back off. */
  unevaluated: number;
}

interface LoopParts {
  watched: Map<number, LoopMonitor>;
  schedule: Schedule;
  running: RunningChecks;
  certificates: CertificateNews;
  detector: OfflineDetector;
}
type ReportUplink = (news: UplinkNews) => void;

function createLoopParts(
  tools: ProbeTools,
  report: ReportUplink,
  checkSoon: (monitor: LoopMonitor) => void,
): LoopParts {
  const watched: LoopParts['watched'] = new Map();
  const detector = watchUplink({ tools, watched, checkSoon, report });
  const running = createRunningChecks(tools, detector);
  return { schedule: createSchedule(), watched, running, certificates: createCertificateNews(), detector };
}

export type ProbeLoop = ReturnType<typeof createProbeLoop>;

/**
 * The work of the probe thread: starts due checks, one at a time for each monitor, and passes on results. Starts
 * running at the first `watch`, on the timers of its thread.
 */
export function createProbeLoop(tools: ProbeTools, batch: ResultBatch, reportUplink: ReportUplink) {
  const { clock } = tools;
  const parts = createLoopParts(tools, reportUplink, (monitor) => startIfIdle(monitor));
  const { schedule, watched, running, detector } = parts;
  const lateness = createLateness();
  const allowed: Allowed = { ...unlimited };
  let isPaused = false;

  // Checked at each start rather than when the timer is set, because the process may have been suspended in between.
  /** Monitors with a command have a distribution of their own; see operations/sharing/command-share.ts. */
  const isShared = (id: number): boolean => watched.get(id)?.target.kind !== 'COMMAND';
  const mayStart = (): boolean => clock.monotonic() <= allowed.until && batch.total < allowed.results;
  const wake = (): void => {
    if (!mayStart()) return;
    for (const { id, late } of schedule.takeDue(clock.monotonic() + slackMilliseconds, startsPerSlice)) {
      lateness.add(Math.max(0, late - slackMilliseconds));
      const monitor = watched.get(id);
      if (monitor) running.run(monitor, handOver(monitor));
    }
    sleep();
  };
  const startIfIdle = (monitor: WatchedMonitor): void => {
    if (!isPaused && mayStart() && !schedule.isRunning(monitor.id)) startNow(parts, monitor, handOver(monitor));
  };
  const timer = createWakeTimer(clock, wake);
  const sleep = (): void => {
    if (!isPaused) timer.wakeAt(schedule.nextDue());
  };

  const handOver = (monitor: WatchedMonitor) => (result: CheckResult | null) =>
    result && batch.add(monitor.id, finish(monitor, result));
  const finish = (checked: WatchedMonitor, result: CheckResult): FinishedCheck | CheckFault => {
    const monitor = watched.get(checked.id);
    const evidence = evidenceOf(watched.get(checked.id) ?? checked, result);
    const check = completed(noteCertificates(parts, result), evidence, reschedule(monitor, schedule, result, tools));
    sleep();
    return check;
  };

  return {
    watch(monitors: readonly WatchedMonitor[]): void {
      addMonitors(parts, monitors, tools);
      sleep();
    },
    forget: (ids: readonly number[]): void => void removeMonitors(parts, ids),
    /**
     * Stops watching up to `count` monitors that another process may take over; see `Schedule.releasable`. Returns their
     * ids.
     */
    giveUp: (count: number, noticeMilliseconds: number): number[] =>
      removeMonitors(parts, schedule.releasable(clock.monotonic(), count, noticeMilliseconds, isShared)),
    checkNow: (monitor: WatchedMonitor): Promise<FinishedCheck | CheckFault> =>
      checkWhenFree(parts, monitor, { isPaused: () => isPaused, finish }),
    setReferences: detector.setReferences,
    /** Changes the limits for starting scheduled checks. */
    allow(given: Partial<Allowed>): void {
      Object.assign(allowed, given);
      sleep();
    },
    /** Starts no more checks. Resolves when none runs and every result was passed on. */
    async pause(): Promise<void> {
      isPaused = true;
      timer.cancel();
      await running.settle(pauseGraceMilliseconds, stopped);
      batch.flush();
    },
    resume(): void {
      isPaused = false;
      sleep();
    },
    stats: (): ThreadStats => ({ ...statsOf(parts, tools), ...lateness.summary() }),
  };
}

interface LoopState {
  isPaused(): boolean;
  finish(checked: WatchedMonitor, result: CheckResult): FinishedCheck | CheckFault;
}

const checkWhenFree = (parts: LoopParts, monitor: WatchedMonitor, { isPaused, finish }: LoopState) =>
  new Promise<FinishedCheck | CheckFault>((resolve) => {
    const end = (result: CheckResult | null): void => resolve(result === null ? changed : finish(monitor, result));
    void parts.running.whenFree(monitor.id, () => (isPaused() ? resolve(notRunning) : startNow(parts, monitor, end)));
  });

/** Starts a check regardless of the schedule, which stays unchanged. */
function startNow(
  { schedule, running, watched }: LoopParts,
  monitor: WatchedMonitor,
  end: (result: CheckResult | null) => void,
): void {
  schedule.takeNow(monitor.id);
  running.run(watched.get(monitor.id) ?? monitor, end);
}

function statsOf({ watched, running, schedule }: LoopParts, { clock, stallDetector }: ProbeTools) {
  const now = clock.monotonic();
  const overdue_ms = Math.max(0, now - (schedule.nextDue() ?? now));
  return { watched: watched.size, running: running.size, stalls: stallDetector.stalls, overdue_ms };
}

/** Adds monitors that are new or have a new revision. */
function addMonitors(
  { watched, schedule, running, certificates }: LoopParts,
  monitors: readonly WatchedMonitor[],
  tools: ProbeTools,
): void {
  const news = monitors.filter(({ id, revision }) => watched.get(id)?.revision !== revision);
  for (const monitor of news) {
    running.drop(monitor.id);
    certificates.forget(monitor.id);
    watched.set(monitor.id, { ...monitor, early_checks: noEarlyChecks, unevaluated: 0 });
  }
  schedule.add(news.map(toTiming(tools)), tools.clock.monotonic());
}

/** Returns the same ids. */
function removeMonitors<Ids extends readonly number[]>(
  { watched, schedule, running, certificates }: LoopParts,
  ids: Ids,
): Ids {
  for (const id of ids) {
    watched.delete(id);
    certificates.forget(id);
    schedule.remove(id);
    running.drop(id);
  }
  return ids;
}

const isFault = (result: CheckResult): result is Extract<CheckResult, { outcome: 'fault' }> => 'outcome' in result;

/** The recorded response of a check that confirms or ends a problem. `before`: the monitor before the check. */
function evidenceOf(before: WatchedMonitor, result: CheckResult): TakenEvidence | null {
  // Most checks neither confirm nor end a problem, as was known before they began, so nothing was recorded.
  if (isFault(result) || !result.trace.keepsSeen) return null;
  const { check, trace } = result;
  const { opened, ended } = advanceProblems(before, confirmedProblems(before), check);
  return opened.length + ended.length > 0 ? takeEvidence(check, trace) : null;
}

/** Skips monitors that are not watched, because nothing would remove their entries. */
function noteCertificates({ certificates, watched }: LoopParts, result: CheckResult): CheckResult {
  if (isFault(result) || result.trace.certificates.length === 0) return result;
  const { check, trace } = result;
  if (!watched.has(check.monitor_id)) return result;
  const news = certificates.of(check.monitor_id, trace.certificates, check.checked_at);
  if (news.length > 0) check.certificates = news;
  return result;
}

function completed(
  result: CheckResult,
  evidence: TakenEvidence | null,
  next_due_at: number | null,
): FinishedCheck | CheckFault {
  if (isFault(result)) return { fault: result.fault, message: result.message };
  // Mutates the check, because a copy would take a hundredth of the check's cost.
  return Object.assign(result.check, { evidence, next_due_at });
}

/** Faults whose retries cost much, or are unlikely to succeed soon. */
const backingOff: ReadonlySet<CheckFault['fault']> = new Set(['assertion', 'command', 'unsupported']);

/**
 * Updates the monitor's streaks. Returns whether the next check comes early: after a fault, or to confirm a problem. Retries
 * after some faults back off.
 */
function applyResult(monitor: LoopMonitor, result: CheckResult): { attempt: number } | null {
  if (isFault(result)) {
    monitor.unevaluated = backingOff.has(result.fault) ? monitor.unevaluated + 1 : 0;
    return { attempt: Math.max(0, monitor.unevaluated - 1) };
  }
  monitor.unevaluated = 0;
  Object.assign(monitor, advanceStreaks(monitor, result.check));
  const given = giveEarlyCheck(monitor, monitor.early_checks);
  monitor.early_checks = given ?? noEarlyChecks;
  return given && { attempt: 0 };
}

const toTiming =
  ({ clock }: ProbeTools) =>
  ({ id, check_interval_seconds, next_due_at }: WatchedMonitor): Timing => ({
    id,
    interval: check_interval_seconds * 1000,
    next_due: next_due_at === null ? null : next_due_at - clock.now() + clock.monotonic(),
  });

/**
 * Reschedules a monitor. Returns the time of its next check, milliseconds since the epoch; null if it is not watched.
 */
function reschedule(
  monitor: LoopMonitor | undefined,
  schedule: Schedule,
  result: CheckResult,
  { clock }: ProbeTools,
): number | null {
  if (!monitor) return null;
  schedule.finish(monitor.id, clock.monotonic(), applyResult(monitor, result));
  const due = schedule.dueOf(monitor.id);
  return due === null ? null : Math.round(due - clock.monotonic() + clock.now());
}
