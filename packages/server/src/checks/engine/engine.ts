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
import { fault } from '../probe/faults.ts';
import { within } from '../probe/within.ts';
import { type BrowserProbe, createBrowserProbeServer } from './browser-probe-server.ts';
import { createStatsKeeper, type EngineStats } from './engine-stats.ts';
import type { ReferenceTarget } from './offline/references.ts';
import type { UplinkNews } from './offline/uplink-news.ts';
import { answerAll, createQuestions, faultOnly } from './pending-replies.ts';
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
  /** Scheduled checks, in batches, oldest first. Triggered checks are answered by `checkNow` and do not come here. */
  onFinished(checks: FinishedCheck[]): void;
  /** A scheduled check that could not be made for a reason on our side; it is tried again by itself. */
  onFault(monitorId: number, fault: FaultReason, message: string): void;
  /** Changes of this host's uplink. */
  onUplink?(news: UplinkNews): void;
  /** Without it, every check of a URL with `check_mode: 'browser'` ends with the fault 'browser'. */
  runBrowserProbe?: BrowserProbe | undefined;
  /** A name that always resolves, asked for when another gets no answer; null: none. */
  dnsReferenceName?: string | null;
  /** Heap limits of the probe thread; tests set others. */
  heap?: ResourceLimits;
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
   * Stops watching at most `count` monitors that another process may check instead: none that runs or is due within
   * `noticeMilliseconds`, unless this process does not keep up. Resolves with their ids when all their results were handed on.
   */
  giveUp(count: number, noticeMilliseconds: number): Promise<number[]>;
  /**
   * Runs one check at once, also of a monitor that is not watched, and after the one that runs at that moment.
   * The answer is not given to `onFinished`: whoever triggers it records it.
   */
  checkNow(monitor: WatchedMonitor): Promise<FinishedCheck | CheckFault>;
  /** Probes a target for the test action. */
  probe(target: ProbeTarget, timeoutSeconds: number): Promise<ProbeOutcome>;
  /**
   * Starts no scheduled check after that moment, milliseconds of the monotonic clock, until a later one is set. The
   * probe thread itself keeps to it, so it also holds when the process was suspended.
   */
  allowUntil(moment: number): void;
  /**
   * Limits the results of scheduled checks that are handed to `onFinished`, until the next call. The probe thread counts them
   * itself, so the limit also holds when this thread is busy. Infinity, as at the start: no limit.
   */
  allowResults(room: number): void;
  /**
   * Hosts that show whether Upvigil is online. While none answers of those that answered before, unanswered checks are faults.
   * Without any, as at the start, every check counts.
   */
  setReferences(targets: readonly ReferenceTarget[]): void;
  /** Starts no more checks, and resolves when none runs (after 5 s those that do are given up). */
  pause(): Promise<void>;
  resume(): void;
  /** Finishes running checks for 5 s at most, hands their results on, ends the thread. */
  stop(): Promise<void>;
  stats(): EngineStats;
}

/** Running checks may go on for 5 s; then the thread has this long to say that none runs, and to end. */
const settledWithinMilliseconds = 5_300;
const endedWithinMilliseconds = 200;

const notStarted = fault('shutting-down', 'the checks are not running');

/**
 * The main thread's side of monitoring: says what to watch and hands on what was found. Schedule and probes run in a
 * thread of their own; see probe-thread.ts. A thread that dies is started again with what it watched.
 */
export function createEngine(options: EngineOptions): Engine {
  const { log, runBrowserProbe } = options;
  const watched = createWatchList();
  const asked = createQuestions();
  const stats = createStatsKeeper(options.clock);
  const credit = createResultCredit((allowed) => thread.send({ type: 'allow', allowed }));
  let isPaused = false;
  let references: readonly ReferenceTarget[] = [];

  const browserProbes = createBrowserProbeServer(runBrowserProbe, (ticket, outcome) =>
    thread.send({ type: 'browser-outcome', ticket, outcome }),
  );
  const thread = createThreadKeeper({
    heap: options.heap,
    data: { has_browser: runBrowserProbe !== undefined, dns_reference_name: options.dnsReferenceName ?? null },
    handlers: createHandlers({ watched, asked, stats, credit, browserProbes }, options),
    onUp(opened) {
      stats.threadStarted();
      bringUp(opened, { isPaused, allowed: credit.restart(), references, watched });
    },
    onDown: () => takeDown({ asked, stats, browserProbes }),
    onError: (error, message) => log.error({ err: error }, message),
  });

  const settle = (): Promise<void> => asked.pauses.ask(() => thread.send({ type: 'pause' }), undefined);
  const start = createStart(() => thread.start());
  return {
    start: start.begin,
    watch: (monitors) => void thread.send({ type: 'watch', monitors: watched.add(monitors) }),
    forget(ids) {
      watched.remove(ids);
      thread.send({ type: 'forget', ids });
    },
    giveUp: (count, notice_ms) =>
      asked.givenUp.ask((ticket) => thread.send({ type: 'give-up', ticket, count, notice_ms }), []),
    async checkNow(monitor) {
      await start.over;
      return asked.checks.ask((ticket) => thread.send({ type: 'check', ticket, monitor }), faultOnly(notStarted));
    },
    async probe(target, timeout_seconds) {
      await start.over;
      return asked.probes.ask((ticket) => thread.send({ type: 'probe', ticket, target, timeout_seconds }), notStarted);
    },
    allowUntil: credit.until,
    allowResults: credit.results,
    setReferences(targets) {
      references = targets;
      thread.send({ type: 'references', targets });
    },
    pause() {
      isPaused = true;
      return settle();
    },
    resume() {
      isPaused = false;
      thread.send({ type: 'resume' });
    },
    stop: () => stopThread(start, settle, thread),
    stats: () => stats.read(watched.size),
  };
}

/** The server listens before the thread is up: a check that is requested in between waits for it. */
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
  asked: ReturnType<typeof createQuestions>;
  stats: ReturnType<typeof createStatsKeeper>;
  credit: ResultCredit;
  browserProbes: ReturnType<typeof createBrowserProbeServer>;
}

/** What becomes of each message of the probe thread. */
const createHandlers = (
  { watched, asked, stats, credit, browserProbes }: EngineParts,
  options: EngineOptions,
): Handlers => ({
  ready: () => undefined,
  results: (results) => handOn(results, watched, credit, options),
  'given-up'({ ticket, ids }) {
    watched.remove(ids);
    asked.givenUp.answer(ticket, ids);
  },
  checked: ({ ticket, result }) => asked.checks.answer(ticket, noted(result, watched)),
  probed: ({ ticket, outcome }) => asked.probes.answer(ticket, outcome),
  'browser-probe': ({ ticket, target, timeout_seconds }) => browserProbes.run(ticket, target, timeout_seconds),
  'browser-abort': ({ ticket }) => browserProbes.abort(ticket),
  idle: () => asked.pauses.answerAll(undefined),
  uplink: ({ news }) => options.onUplink?.(news),
  stats: (message) => stats.report(message.stats),
});

/** The thread is gone: what it asked for ends, and what it was asked is answered. */
function takeDown({ asked, stats, browserProbes }: Pick<EngineParts, 'asked' | 'stats' | 'browserProbes'>): void {
  stats.threadEnded();
  browserProbes.abortAll();
  answerAll(asked);
}

/** A thread that stands still does not answer, and one that waits for a name server does not end. */
async function stopThread(start: Start, settle: () => Promise<void>, thread: ThreadKeeper): Promise<void> {
  start.end();
  await within(settle(), settledWithinMilliseconds);
  await within(thread.stop(), endedWithinMilliseconds);
}

interface InitialMessages {
  isPaused: boolean;
  allowed: Allowed;
  references: readonly ReferenceTarget[];
  watched: WatchList;
}

/** Sends a new thread its state; the monitors come last, because they start checks. */
function bringUp(thread: Thread, { isPaused, allowed, references, watched }: InitialMessages): void {
  if (isPaused) thread.send({ type: 'pause' });
  thread.send({ type: 'allow', allowed });
  thread.send({ type: 'references', targets: references });
  thread.send({ type: 'watch', monitors: watched.all() });
}

function noted(result: FinishedCheck | CheckFault, watched: WatchList): FinishedCheck | CheckFault {
  if ('checked_at' in result) watched.note(result);
  return result;
}

/** Hands on the results of monitors that were neither edited nor forgotten while the result was on its way. */
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
