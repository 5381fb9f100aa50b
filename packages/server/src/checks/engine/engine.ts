import type { ResourceLimits } from 'node:worker_threads';
import type { Clock } from '../../base/clock.ts';
import type {
  CheckFault,
  FaultReason,
  FinishedCheck,
  ProbeOutcome,
  ProbeTarget,
  WatchedMonitor,
} from '../../base/domain/check.ts';
import type { RunnableCommand } from '../commands/configured-commands.ts';
import { fault } from '../probe/faults.ts';
import { within } from '../probe/within.ts';
import { type BrowserProbe, createBrowserProbeServer } from './browser-probe-server.ts';
import { createStatsKeeper, type EngineStats } from './engine-stats.ts';
import type { ReferenceTarget } from './offline/references.ts';
import type { UplinkNews } from './offline/uplink-news.ts';
import { answerAll, createPendingRequests, faultOnly } from './pending-replies.ts';
import { createResultCredit, type ResultCredit } from './result-credit.ts';
import type { Handlers, Thread } from './thread/thread.ts';
import { createThreadKeeper, type ThreadKeeper } from './thread/thread-keeper.ts';
import type { Allowed, FaultedCheck } from './thread/thread-messages.ts';
import { createWatchList, type WatchList } from './watch-list.ts';

export interface EngineLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface EngineOptions {
  clock: Clock;
  log: EngineLog;
  /** Scheduled checks, in batches, oldest first. Results of triggered checks go to the caller of `checkNow` only. */
  onFinished(checks: FinishedCheck[]): void;
  /** A fault of this machine prevented a scheduled check, which is retried automatically. */
  onFault(monitorId: number, fault: FaultReason, message: string): void;
  onUplink?(news: UplinkNews): void;
  /** Without it, every check of a URL with `check_mode: 'browser'` ends with the fault 'browser'. */
  runBrowserProbe?: BrowserProbe | undefined;
  /** A name that always resolves, to test the resolver when another name gets no answer; null: none. */
  dnsReferenceName?: string | null;
  /** The name by which probes introduce this server; none by default. */
  ownName?: string | null;
  /** Heap limits of the probe thread, for tests. */
  heap?: ResourceLimits;
}

/** Running checks may take 5 s; the rest is for the thread to report that none runs, and to end. */
const settledWithinMilliseconds = 5_300;
const endedWithinMilliseconds = 200;

const notStarted = fault('shutting-down', 'the checks are not running');

export type Engine = ReturnType<typeof createEngine>;

/**
 * The main thread's side of monitoring: watches monitors and passes results on. Schedule and probes run in their own
 * thread (probe-thread.ts). A thread that dies is restarted with the same monitors.
 */
export function createEngine(options: EngineOptions) {
  const { log, runBrowserProbe } = options;
  const watched = createWatchList();
  const pending = createPendingRequests();
  const stats = createStatsKeeper(options.clock);
  const credit = createResultCredit((allowed) => thread.send({ type: 'allow', allowed }));
  let isPaused = false;
  let references: readonly ReferenceTarget[] = [];
  let commands: readonly RunnableCommand[] = [];

  const browserProbes = createBrowserProbeServer(runBrowserProbe, (ticket, outcome) =>
    thread.send({ type: 'browser-outcome', ticket, outcome }),
  );
  const thread = createThreadKeeper({
    heap: options.heap,
    data: {
      has_browser: runBrowserProbe !== undefined,
      dns_reference_name: options.dnsReferenceName ?? null,
      own_name: options.ownName ?? null,
    },
    handlers: createHandlers({ watched, pending, stats, credit, browserProbes }, options),
    onUp(opened) {
      stats.threadStarted();
      bringUp(opened, { isPaused, allowed: credit.restart(), references, commands, watched });
    },
    onDown: () => takeDown({ pending, stats, browserProbes }),
    onError: (error, message) => log.error({ err: error }, message),
  });

  const settle = (): Promise<void> => pending.pauses.ask(() => thread.send({ type: 'pause' }), undefined);
  const start = createStart(() => thread.start());
  return {
    /** Resolves when the probe thread is ready. May be called before or after `watch`. */
    start: start.begin,
    /**
     * Adds monitors, or replaces those with a new revision and drops their running checks. Ignores known revisions. Pass
     * all monitors of a start in one call, so that new ones are spread over their interval.
     */
    watch: (monitors: readonly WatchedMonitor[]): void =>
      void thread.send({ type: 'watch', monitors: watched.add(monitors) }),
    /** Stops watching; cancels and drops running checks. */
    forget(ids: readonly number[]): void {
      watched.remove(ids);
      thread.send({ type: 'forget', ids });
    },
    /**
     * Stops watching up to `count` monitors that another process may take over: none that is being checked or due within
     * `notice_ms`, unless this process is overloaded. Resolves with their ids after all their results were
     * passed on.
     */
    giveUp: (count: number, notice_ms: number): Promise<number[]> =>
      pending.givenUp.ask((ticket) => thread.send({ type: 'give-up', ticket, count, notice_ms }), []),
    /**
     * Runs one check as soon as no other check of the monitor runs; the monitor need not be watched. The result is not
     * passed to `onFinished`: the caller records it.
     */
    async checkNow(monitor: WatchedMonitor): Promise<FinishedCheck | CheckFault> {
      await start.over;
      return pending.checks.ask((ticket) => thread.send({ type: 'check', ticket, monitor }), faultOnly(notStarted));
    },
    /** Probes a target for a test; nothing is recorded. */
    async probe(target: ProbeTarget, timeout_seconds: number): Promise<ProbeOutcome> {
      await start.over;
      return pending.probes.ask(
        (ticket) => thread.send({ type: 'probe', ticket, target, timeout_seconds }),
        notStarted,
      );
    },
    /**
     * Starts no scheduled check after `moment` (milliseconds of the monotonic clock) until a later one is set. The probe
     * thread enforces it, so it also holds after the process was suspended.
     */
    allowUntil: credit.until,
    /**
     * Limits the number of further results of scheduled checks, until the next call. The probe thread counts them, so the
     * limit also holds while this thread is busy. Infinity (initially): no limit.
     */
    allowResults: credit.results,
    /**
     * Hosts that show whether Upvigil is online. While none of those that have answered before does, unanswered checks
     * are faults. Without any (initially), every check counts.
     */
    setReferences(targets: readonly ReferenceTarget[]): void {
      references = targets;
      thread.send({ type: 'references', targets });
    },
    /** Replaces the commands of checks; none initially. */
    setCommands(given: readonly RunnableCommand[]): void {
      commands = given;
      thread.send({ type: 'commands', commands });
    },
    /** Starts no more checks, and resolves when none runs. Cancels those that run after 5 s. */
    pause(): Promise<void> {
      isPaused = true;
      return settle();
    },
    resume(): void {
      isPaused = false;
      thread.send({ type: 'resume' });
    },
    /** Finishes running checks (up to 5 s), passes their results on, and ends the thread. */
    stop: (): Promise<void> => stopThread(start, settle, thread),
    stats: (): EngineStats => stats.read(watched.size),
  };
}

/** The server listens before the thread is ready, so early requests for a check wait for it. */
function createStart(work: () => Promise<void>) {
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { over, end, begin: () => work().finally(end) };
}

type Start = ReturnType<typeof createStart>;

interface EngineParts {
  watched: WatchList;
  pending: ReturnType<typeof createPendingRequests>;
  stats: ReturnType<typeof createStatsKeeper>;
  credit: ResultCredit;
  browserProbes: ReturnType<typeof createBrowserProbeServer>;
}

/** Handlers of the probe thread's messages. */
const createHandlers = (
  { watched, pending, stats, credit, browserProbes }: EngineParts,
  options: EngineOptions,
): Handlers => ({
  ready: () => undefined,
  results: (results) => handOn(results, watched, credit, options),
  'given-up'({ ticket, ids }) {
    watched.remove(ids);
    pending.givenUp.answer(ticket, ids);
  },
  checked: ({ ticket, result }) => pending.checks.answer(ticket, noted(result, watched)),
  probed: ({ ticket, outcome }) => pending.probes.answer(ticket, outcome),
  'browser-probe': ({ ticket, target, timeout_seconds }) => browserProbes.run(ticket, target, timeout_seconds),
  'browser-abort': ({ ticket }) => browserProbes.abort(ticket),
  idle: () => pending.pauses.answerAll(undefined),
  uplink: ({ news }) => options.onUplink?.(news),
  stats: (message) => stats.report(message.stats),
});

/** After the end of the thread: cancels its requests, and answers those sent to it. */
function takeDown({ pending, stats, browserProbes }: Pick<EngineParts, 'pending' | 'stats' | 'browserProbes'>): void {
  stats.threadEnded();
  browserProbes.abortAll();
  answerAll(pending);
}

/** With a timeout, because a stalled thread does not answer, and one in a name lookup does not end. */
async function stopThread(start: Start, settle: () => Promise<void>, thread: ThreadKeeper): Promise<void> {
  start.end();
  await within(settle(), settledWithinMilliseconds);
  await within(thread.stop(), endedWithinMilliseconds);
}

interface InitialMessages {
  isPaused: boolean;
  allowed: Allowed;
  references: readonly ReferenceTarget[];
  commands: readonly RunnableCommand[];
  watched: WatchList;
}

/** Sends its state to a new thread; the monitors last, because they start checks. */
function bringUp(thread: Thread, { isPaused, allowed, references, commands, watched }: InitialMessages): void {
  if (isPaused) thread.send({ type: 'pause' });
  thread.send({ type: 'allow', allowed });
  thread.send({ type: 'references', targets: references });
  thread.send({ type: 'commands', commands });
  thread.send({ type: 'watch', monitors: watched.all() });
}

function noted(result: FinishedCheck | CheckFault, watched: WatchList): FinishedCheck | CheckFault {
  if ('checked_at' in result) watched.note(result);
  return result;
}

/** Drops results of monitors that were edited or removed in the meantime. */
function handOn(
  { finished, faulted }: { finished: FinishedCheck[]; faulted: FaultedCheck[] },
  watched: WatchList,
  credit: ResultCredit,
  { onFinished, onFault }: EngineOptions,
): void {
  credit.take(finished.length);
  const wanted = finished.filter(watched.isCurrent);
  for (const check of wanted) watched.note(check);
  for (const each of faulted) {
    if (watched.has(each.monitor_id)) onFault(each.monitor_id, each.fault, each.message);
  }
  if (wanted.length > 0) onFinished(wanted);
}
