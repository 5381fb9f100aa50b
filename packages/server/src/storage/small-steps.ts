import { setImmediate } from 'node:timers/promises';

/**
 * Repeats a small piece of work until it says that nothing is left, and lets everything else run in between: however
 * much there is to delete, no statement holds the writer for long and no request waits for the whole.
 */
export async function inSmallSteps(step: () => Promise<{ isDone: boolean }>): Promise<void> {
  while (!(await step()).isDone) await setImmediate();
}
