import { readlinkSync } from 'node:fs';
import os from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { createContentJudge } from './content/judge-content.ts';
import type { FromJudging, ToJudging } from './judging.ts';

/**
 * The judging thread evaluates patterns and untrusted documents, which may take too long, separately from the probes.
 * judging.ts starts it, and ends it if it exceeds its time.
 */
function runThread(port: MessagePort): void {
  const judge = createContentJudge();
  const post = (message: FromJudging): void => port.postMessage(message);
  port.on('message', ({ assertions, answer }: ToJudging) => {
    try {
      post({ findings: judge(assertions, answer) });
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
