import type { Clock } from '../clock.ts';
import type { FaultReason, FinishedCheck, ProbeOutcome, ProbeTarget, WatchedMonitor } from './check.ts';

/** A check or probe that could not be made for a reason on our side. */
export interface CheckFault {
  fault: FaultReason;
  message: string;
}

/** Runs one page in a browser, on the main side. It bounds itself by `timeoutSeconds` and stops when aborted. */
export type BrowserProbe = (
  target: Extract<ProbeTarget, { kind: 'URL' }>,
  timeoutSeconds: number,
  signal: AbortSignal,
) => Promise<ProbeOutcome>;

/** What the engine needs of a logger; pino's fits. */
export interface EngineLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface EngineOptions {
  clock: Clock;
  log: EngineLog;
  /** Scheduled checks, in batches, oldest first. Triggered checks are answered by `checkNow` and do not come here. */
  onFinished(checks: FinishedCheck[]): void;
  /** A scheduled check that could not be made for a reason on our side; it is tried again by itself. */
  onFault(monitorId: number, fault: FaultReason, message: string): void;
  /** Without it, a URL with `check_mode: 'browser'` is answered with the fault 'browser'. */
  runBrowserProbe?: BrowserProbe;
}

/** How the probe thread fares. Counters only grow, also when the thread was started anew. */
export interface EngineStats {
  /** The thread is up and was told to run. */
  is_running: boolean;
  /** When the thread last said something, milliseconds of `clock.monotonic()`; it does so every second. */
  last_heard_at: number | null;
  watched: number;
  running: number;
  /** Scheduled checks that were started. */
  started: number;
  /** How late they were started: cumulative counts for each upper bound, as Prometheus has it. */
  lateness: { bounds_ms: readonly number[]; counts: number[]; sum_ms: number; max_ms: number };
  /** How often the probe thread stood still for half a second or longer. */
  stalls: number;
  thread_restarts: number;
}

export interface Engine {
  /** Resolves when the probe thread is ready. May be called before or after `watch`. */
  start(): Promise<void>;
  /**
   * Adds monitors, or replaces those whose revision changed; their results in flight are dropped. The same revision
   * again changes nothing. Give all monitors of a start in one call, so that new ones are spread over their interval.
   */
  watch(monitors: readonly WatchedMonitor[]): void;
  /** Stops watching; checks in flight are cancelled and dropped. */
  forget(ids: readonly number[]): void;
  /**
   * Runs one check at once, also of a monitor that is not watched, and after the one that runs at that moment.
   * The answer is not given to `onFinished`: whoever triggers it records it.
   */
  checkNow(monitor: WatchedMonitor): Promise<FinishedCheck | CheckFault>;
  /** Probes a target for the test action. */
  probe(target: ProbeTarget, timeoutSeconds: number): Promise<ProbeOutcome>;
  /** Starts no more checks, and resolves when none runs (after 5 s those that do are given up). */
  pause(): Promise<void>;
  resume(): void;
  /** Finishes running checks for 5 s at most, hands their results on, ends the thread. */
  stop(): Promise<void>;
  stats(): EngineStats;
}

export type CreateEngine = (options: EngineOptions) => Engine;
