import { readFileSync } from 'node:fs';
import type { Finding } from '@upvigil/core/check-options/assertion-sentences';
import type { Assertion } from '@upvigil/core/check-options/assertions';
import { limits } from '@upvigil/core/limits';
import type { Clock } from '../../clock.ts';
import { startThread } from '../../start-thread.ts';
import type { JudgedAnswer } from './judged-answer.ts';

/** What the judging thread is told. */
export interface ToJudging {
  assertions: readonly Assertion[];
  answer: JudgedAnswer;
}

/** What it tells: that it is ready, with its name in the kernel's list; what it found; or what failed in it. */
export type FromJudging = { task: string | null } | { findings: Finding[] } | { error: string };

/** What was found; or why nothing could be, which is no fault of the target. */
export type Judged = { findings: Finding[] } | { fault: string };

/** A thread that judges answers, one at a time. */
export interface Judging {
  /** Takes over the bytes of the answer, which are empty here afterwards. */
  judge(assertions: readonly Assertion[], answer: JudgedAnswer): Promise<Judged>;
}

/** MiB. Of a document of 1 MiB all is made with less. */
const heap = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
/** Of answers that wait. A target whose answer takes long to judge must not fill the memory with those of others. */
const mostWaitingBytes = 64 * 1024 * 1024;
/** A thread that got no processor is not ended for that, but for so long it may keep others waiting at most. */
const mostWaitMilliseconds = 20 * limits.judgingMilliseconds;

const tooLong = `judging the answer took longer than ${limits.judgingMilliseconds} ms`;

interface Task extends ToJudging {
  resolve(judged: Judged): void;
}

/** Creates what judges. Its thread is started when it is first needed, and again when a check made an end of it. */
export function createJudging(clock: Clock): Judging {
  const waiting: Task[] = [];
  let waitingBytes = 0;
  let thread: JudgingThread | null = null;
  let isBusy = false;

  const next = async (): Promise<void> => {
    const task = waiting.shift();
    isBusy = task !== undefined;
    if (!task) return;
    waitingBytes -= task.answer.bytes.length;
    if (thread === null || thread.hasEnded) thread = openJudgingThread(clock);
    task.resolve(await thread.judge(task));
    void next();
  };
  return {
    judge: (assertions, answer) =>
      new Promise((resolve) => {
        if (waitingBytes + answer.bytes.length > mostWaitingBytes) {
          return resolve({ fault: 'too many answers wait to be judged' });
        }
        waiting.push({ assertions, answer, resolve });
        waitingBytes += answer.bytes.length;
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
  let onMessage: (message: FromJudging) => void = () => undefined;
  let onEnd: (error: string) => void = () => undefined;
  worker.on('message', (message) => onMessage(message));
  worker.on('error', (error) => {
    hasEnded = true;
    onEnd(memoryOrOther(error));
  });
  worker.once('exit', () => {
    hasEnded = true;
    onEnd('the judging thread ended');
  });
  const answerOf = (): Promise<FromJudging> =>
    new Promise((resolve) => {
      onMessage = resolve;
      onEnd = (error) => resolve({ error });
      if (hasEnded) onEnd('the judging thread ended');
    });
  const ready = answerOf();

  return {
    async judge({ assertions, answer: given }) {
      const started = await ready;
      if (!('task' in started)) return { fault: errorOf(started) };
      const answer = answerOf();
      worker.postMessage({ assertions, answer: given } satisfies ToJudging, [given.bytes.buffer]);
      const stopWatch = watchTime(clock, started.task, () => {
        hasEnded = true;
        onMessage({ error: tooLong });
        void worker.terminate();
      });
      const said = await answer;
      stopWatch();
      return 'findings' in said ? { findings: said.findings } : { fault: errorOf(said) };
    },
    get hasEnded() {
      return hasEnded;
    },
  };
}

const errorOf = (message: FromJudging): string => ('error' in message ? message.error : 'the judging thread failed');

const memoryOrOther = (error: Error & { code?: string }): string =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? `judging the answer took more than ${heap.maxOldGenerationSizeMb} MiB`
    : `the judging thread failed: ${error.message}`;

/** Calls `onOver` when the thread has worked for longer than it may, or has got no further for much longer. Returns what ends the watch. */
function watchTime({ monotonic }: Clock, task: string | null, onOver: () => void): () => void {
  const most = limits.judgingMilliseconds;
  const before = workedMilliseconds(task);
  const began = monotonic();
  let timer: NodeJS.Timeout;
  let look: NodeJS.Immediate;
  const check = (): void => {
    const now = workedMilliseconds(task);
    const waited = monotonic() - began;
    const worked = before === null || now === null ? waited : now - before;
    if (worked >= most || waited >= mostWaitMilliseconds) onOver();
    else watch(Math.max(1, most - worked));
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
