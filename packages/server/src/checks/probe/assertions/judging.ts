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

/** Its messages: ready, with its name in the kernel's list; a result; or a failure. */
export type FromJudging = { task: string | null } | { findings: Finding[] } | { error: string };

/** The result; the limit that the answer exceeded; or the reason why there is no result, which is no outage of the target. */
export type Judged = { findings: Finding[] } | { excess: string } | { fault: string };

/** MiB. Of a document of 1 MiB all is made with less. */
const heap = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
/** Of answers that wait. */
const mostWaitingBytes = 64 * 1024 * 1024;
/** A thread that got no processor is not ended for that, but for so long it may keep others waiting at most. */
const mostWaitMilliseconds = 20 * limits.judgingMilliseconds;

/** The first run of the code takes longer, whatever the answer. */
const newThreadFactor = 2;

const tooSlow = 'the answer takes too long to evaluate';
const tooLarge = 'the answer takes too much memory to evaluate';
const noProcessor = 'this host had no processor to evaluate the answer';

interface Task extends ToJudging {
  resolve(judged: Judged): void;
}

export type Judging = ReturnType<typeof createJudging>;

/**
 * A thread that judges answers, one at a time, those of monitors that cost little first. Creates what judges. Its
 * thread is started when it is first needed, and again when a check made an end of it.
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
    // A new thread takes about as long as what made an end of the last one.
    taken.charge((clock.monotonic() - began) * (thread.hasEnded ? 2 : 1));
    taken.task.resolve(judged);
    void next();
  };
  return {
    /** Takes over the bytes of the answer, which are empty here afterwards. `owner`: the same object for each check of a monitor. */
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
  // It keeps nothing alive that waits for nothing else.
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
 * Calls `onOver` when the thread has worked for longer than it may. One that gets no further for much longer had no
 * processor, where the system reports the time of each thread. Returns a function that ends the watch.
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
    // What it said while this thread was at something else is heard first.
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

/** How long a thread has had a processor, as the kernel of Linux counts it; null where it does not. */
function workedMilliseconds(task: string | null): number | null {
  if (task === null) return null;
  try {
    return Number(readFileSync(`/proc/${task}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return null;
  }
}
