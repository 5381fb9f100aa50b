import { setImmediate } from 'node:timers/promises';

/**
 * Repeats a small piece of work until it is done, and lets everything else run in between. So deleting many rows does
 * not hold up writes and requests until the end.
 */
export async function inSmallSteps(step: () => Promise<{ isDone: boolean }>): Promise<void> {
  while (!(await step()).isDone) await setImmediate();
}
