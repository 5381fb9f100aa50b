import { readFileSync } from 'node:fs';
import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import { limits } from '@upvigil/core/limits';
import type { Finding } from '@upvigil/core/texts/assertions';
import type { Clock } from '../../../base/clock.ts';
import { startThread } from '../../../base/start-thread.ts';
import { createFairQueue } from './fair-queue.ts';
import type { JudgedAnswer } from './judged-answer.ts';

/** Requests to the judging thread. */
export interface ToJudging {
  assertions: readonly Assertion[];
  answer: JudgedAnswer;
}

/** Its messages: ready, with its id in the kernel; a result; or a failure. */
export type FromJudging = { task: string | null } | { findings: Finding[] } | { error: string };

/**
 * The result; the limit that the response exceeded; or the reason why there is no result, which is not an outage of the
 * target.
 */
export type Judged = { findings: Finding[] } | { excess: string } | { fault: string };

/** In MiB. Sufficient for a document of 1 MiB. */
const heap = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
/** Total size of waiting responses. */
const mostWaitingBytes = 64 * 1024 * 1024;
/** A thread without processor time is not over its limit, but may block others only for this long. */
const mostWaitMilliseconds = 20 * limits.judgingMilliseconds;

/** The first evaluation in a new thread is slower for any response. */
const newThreadFactor = 2;

const tooSlow = 'the answer takes too long to evaluate';
const tooLarge = 'the answer takes too much memory to evaluate';
const noProcessor = 'this host had no processor to evaluate the answer';

interface Task extends ToJudging {
  resolve(judged: Judged): void;
}

export type Judging = ReturnType<typeof createJudging>;

/**
 * Evaluates responses in a thread, one at a time; monitors with low costs first. The thread starts on demand, and again
 * after a check exceeded its time and ended it.
 */
export function createJudging(clock: Clock) {
  const queue = createFairQueue<Task>(mostWaitingBytes);
  let thread: JudgingThread | null = null;
  let isBusy = false;

  const next = async (): Promise<void> => {
    const taken = queue.take();
    isBusy = taken !== null;
    if (taken === null) return;
    if (thread === null || thread.hasEnded) thread = openJudgingThread(clock);
    const began = clock.monotonic();
    const judged = await thread.judge(taken.task);
    // Starting a new thread takes about as long as the check that ended the last one.
    taken.charge((clock.monotonic() - began) * (thread.hasEnded ? 2 : 1));
    taken.task.resolve(judged);
    void next();
  };
  return {
    /**
     * Takes ownership of the response's bytes, which become empty here. `owner`: the same object for each check of a
     * monitor.
     */
    judge: (assertions: readonly Assertion[], answer: JudgedAnswer, owner: object): Promise<Judged> =>
      new Promise((resolve) => {
        for (const refused of queue.add(owner, answer.bytes.length, { assertions, answer, resolve })) {
          refused.resolve({ fault: 'too many answers wait to be evaluated' });
        }
        if (!isBusy) void next();
      }),
  };
}

interface JudgingThread {
  judge(request: ToJudging): Promise<Judged>;
  readonly hasEnded: boolean;
}

function openJudgingThread(clock: Clock): JudgingThread {
  const worker = startThread(import.meta.url, 'judging-thread', { name: 'upvigil-judging', resourceLimits: heap });
  // The thread alone does not keep the process alive.
  worker.unref();
  let hasEnded = false;
  let isNew = true;
  let onMessage: (message: FromJudging | Excess) => void = () => undefined;
  worker.on('message', (message) => onMessage(message));
  const end = (message: FromJudging | Excess): void => {
    hasEnded = true;
    onMessage(message);
  };
  worker.on('error', (error) => end(memoryOrOther(error)));
  worker.once('exit', () => end({ error: threadEnded }));
  const answerOf = (): Promise<FromJudging | Excess> =>
    new Promise((resolve) => {
      onMessage = resolve;
      if (hasEnded) resolve({ error: threadEnded });
    });
  const ready = answerOf();

  return {
    async judge({ assertions, answer: given }) {
      const started = await ready;
      if (!('task' in started)) return { fault: errorOf(started) };
      const answer = answerOf();
      worker.postMessage({ assertions, answer: given } satisfies ToJudging, [given.bytes.buffer]);
      const most = limits.judgingMilliseconds * (isNew ? newThreadFactor : 1);
      isNew = false;
      const stopWatch = watchTime(clock, started.task, most, (message) => {
        end(message);
        void worker.terminate();
      });
      const said = await answer;
      stopWatch();
      if ('findings' in said) return { findings: said.findings };
      return 'excess' in said ? said : { fault: errorOf(said) };
    },
    get hasEnded() {
      return hasEnded;
    },
  };
}

type Excess = { excess: string };

const threadEnded = 'the judging thread ended';

const errorOf = (message: FromJudging | Excess): string =>
  'error' in message ? message.error : 'the judging thread failed';

const memoryOrOther = (error: Error & { code?: string }): Excess | { error: string } =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { excess: tooLarge }
    : { error: `the judging thread failed: ${error.message}` };

/**
 * Calls `onOver` when the thread has used more CPU time than allowed. Where the system reports it, elapsed time without
 * CPU time counts only after a much longer limit. Returns the function that ends the watch.
 */
function watchTime(
  { monotonic }: Clock,
  task: string | null,
  most: number,
  onOver: (why: Excess | { error: string }) => void,
): () => void {
  const before = workedMilliseconds(task);
  const began = monotonic();
  let timer: NodeJS.Timeout;
  let look: NodeJS.Immediate;
  const check = (): void => {
    const now = workedMilliseconds(task);
    const worked = before === null || now === null ? null : now - before;
    const waited = monotonic() - began;
    if (worked !== null && worked >= most) onOver({ excess: tooSlow });
    else if (waited >= mostWaitMilliseconds) onOver(worked === null ? { excess: tooSlow } : { error: noProcessor });
    else watch(Math.max(1, most - (worked ?? waited)));
  };
  const watch = (milliseconds: number): void => {
    // Messages that arrived while this thread was busy are handled first.
    timer = setTimeout(() => {
      look = setImmediate(check);
    }, milliseconds);
  };
  watch(most);
  return () => {
    clearTimeout(timer);
    clearImmediate(look);
  };
}

/** CPU time of a thread by the Linux kernel, in milliseconds; null elsewhere. */
function workedMilliseconds(task: string | null): number | null {
  if (task === null) return null;
  try {
    return Number(readFileSync(`/proc/${task}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return null;
  }
}
