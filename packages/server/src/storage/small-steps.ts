import { setImmediate } from 'node:timers/promises';

/**
 * Repeats a small step until it is done, and lets other work run in between. So the deletion of many rows does not
 * block writes and requests.
 */
export async function inSmallSteps(step: () => Promise<{ isDone: boolean }>): Promise<void> {
  while (!(await step()).isDone) await setImmediate();
}
