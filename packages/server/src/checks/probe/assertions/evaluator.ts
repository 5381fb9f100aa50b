import { readFileSync } from 'node:fs';
import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import { limits } from '@upvigil/core/limits';
import type { Finding } from '@upvigil/core/texts/assertions';
import type { Clock } from '../../../base/clock.ts';
import { startThread } from '../../../base/start-thread.ts';
import type { EvaluatedAnswer } from './evaluated-answer.ts';
import { createFairQueue } from './fair-queue.ts';

/** Requests to the evaluation thread. */
export interface EvaluationRequest {
  assertions: readonly Assertion[];
  answer: EvaluatedAnswer;
}

/** Its messages: ready, with its id in the kernel; a result; or a failure. */
export type EvaluationMessage = { task: string | null } | { findings: Finding[] } | { error: string };

/**
 * The result; the limit that the response exceeded; or the reason why there is no result, which is not an outage of the
 * target.
 */
export type Evaluation = { findings: Finding[] } | { excess: string } | { fault: string };

/** In MiB. Sufficient for a document of 1 MiB. */
const heap = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
/** Total size of waiting responses. */
const mostWaitingBytes = 64 * 1024 * 1024;
/** A thread without processor time is not over its limit, but may block others only for this long. */
const mostWaitMilliseconds = 20 * limits.evaluationMilliseconds;

/** The first evaluation in a new thread is slower for any response. */
const newThreadFactor = 2;

const tooSlow = 'the answer takes too long to evaluate';
const tooLarge = 'the answer takes too much memory to evaluate';
const noProcessor = 'this host had no processor to evaluate the answer';

interface Task extends EvaluationRequest {
  resolve(evaluated: Evaluation): void;
}

export type Evaluator = ReturnType<typeof createEvaluator>;

/**
 * Evaluates responses in a thread, one at a time; monitors with low costs first. The thread starts on demand, and again
 * after a check exceeded its time and ended it.
 */
export function createEvaluator(clock: Clock) {
  const queue = createFairQueue<Task>(mostWaitingBytes);
  let thread: EvaluationThread | null = null;
  let isBusy = false;

  const next = async (): Promise<void> => {
    const taken = queue.take();
    isBusy = taken !== null;
    if (taken === null) return;
    if (thread === null || thread.hasEnded) thread = openEvaluationThread(clock);
    const began = clock.monotonic();
    const evaluated = await thread.evaluate(taken.task);
    // Starting a new thread takes about as long as the check that ended the last one.
    taken.charge((clock.monotonic() - began) * (thread.hasEnded ? 2 : 1));
    taken.task.resolve(evaluated);
    void next();
  };
  return {
    /**
     * Takes ownership of the response's bytes, which become empty here. `owner`: the same object for each check of a
     * monitor.
     */
    evaluate: (assertions: readonly Assertion[], answer: EvaluatedAnswer, owner: object): Promise<Evaluation> =>
      new Promise((resolve) => {
        for (const refused of queue.add(owner, answer.bytes.length, { assertions, answer, resolve })) {
          refused.resolve({ fault: 'too many answers wait to be evaluated' });
        }
        if (!isBusy) void next();
      }),
  };
}

type EvaluationThread = ReturnType<typeof openEvaluationThread>;

function openEvaluationThread(clock: Clock) {
  const worker = startThread(import.meta.url, 'evaluation-thread', { name: 'upvigil-assert', resourceLimits: heap });
  // The thread alone does not keep the process alive.
  worker.unref();
  let hasEnded = false;
  let isNew = true;
  let onMessage: (message: EvaluationMessage | Excess) => void = () => undefined;
  worker.on('message', (message) => onMessage(message));
  const end = (message: EvaluationMessage | Excess): void => {
    hasEnded = true;
    onMessage(message);
  };
  worker.on('error', (error) => end(memoryOrOther(error)));
  worker.once('exit', () => end({ error: threadEnded }));
  const answerOf = (): Promise<EvaluationMessage | Excess> =>
    new Promise((resolve) => {
      onMessage = resolve;
      if (hasEnded) resolve({ error: threadEnded });
    });
  const ready = answerOf();

  return {
    async evaluate({ assertions, answer: given }: EvaluationRequest): Promise<Evaluation> {
      const started = await ready;
      if (!('task' in started)) return { fault: errorOf(started) };
      const answer = answerOf();
      worker.postMessage({ assertions, answer: given } satisfies EvaluationRequest, [given.bytes.buffer]);
      const most = limits.evaluationMilliseconds * (isNew ? newThreadFactor : 1);
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
    get hasEnded(): boolean {
      return hasEnded;
    },
  };
}

type Excess = { excess: string };

const threadEnded = 'the evaluation thread ended';

const errorOf = (message: EvaluationMessage | Excess): string =>
  'error' in message ? message.error : 'the evaluation thread failed';

const memoryOrOther = (error: Error & { code?: string }): Excess | { error: string } =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { excess: tooLarge }
    : { error: `the evaluation thread failed: ${error.message}` };

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
