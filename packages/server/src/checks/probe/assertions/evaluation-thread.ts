import { readlinkSync } from 'node:fs';
import os from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { createContentEvaluator } from './content/evaluate-content.ts';
import type { EvaluationMessage, EvaluationRequest } from './evaluator.ts';

/**
 * The evaluation thread evaluates patterns and untrusted documents, which may take too long, separately from the probes.
 * evaluator.ts starts it, and ends it if it exceeds its time.
 */
function runThread(port: MessagePort): void {
  const evaluate = createContentEvaluator();
  const post = (message: EvaluationMessage): void => port.postMessage(message);
  port.on('message', ({ assertions, answer }: EvaluationRequest) => {
    try {
      post({ findings: evaluate(assertions, answer) });
    } catch (error) {
      post({ error: error instanceof Error ? error.message : String(error) });
    }
  });
  post({ task: ownTask() });
}

/** The kernel's id of this thread, by which its CPU time is read; null if unavailable. */
function ownTask(): string | null {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return null;
  }
}

/** Lower priority than the probes, like the main thread. On Linux each thread has its own priority. */
const niceness = 5;

if (parentPort) {
  if (process.platform === 'linux')
    os.setPriority(Math.min(os.constants.priority.PRIORITY_LOW, os.getPriority() + niceness));
  runThread(parentPort);
}
