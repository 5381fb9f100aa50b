import { readlinkSync } from 'node:fs';
import os from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { createContentJudge } from './content/judge-content.ts';
import type { FromJudging, ToJudging } from './judging.ts';

/**
 * The judging thread: patterns and documents of others, which may take longer than anything should, away from the
 * probes. This file is started by judging.ts, which ends it when it does.
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

/** The kernel's name of this thread, by which its time is read; null where there is none to be had. */
function ownTask(): string | null {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return null;
  }
}

/** Behind the probes where both want the processor, as the main thread is. On Linux a priority belongs to a thread. */
const niceness = 5;

if (parentPort) {
  if (process.platform === 'linux')
    os.setPriority(Math.min(os.constants.priority.PRIORITY_LOW, os.getPriority() + niceness));
  runThread(parentPort);
}
