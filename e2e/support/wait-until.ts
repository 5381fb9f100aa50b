import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks until it holds: what is waited for stands in another process, which tells nobody.
 *
 * @param asked.everyMs the pause between two questions, in milliseconds
 * @param asked.atMostMs when to give up, in milliseconds from now
 * @returns whether it held
 */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  { everyMs, atMostMs }: { everyMs: number; atMostMs: number },
): Promise<boolean> {
  const end = performance.now() + atMostMs;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await pause(everyMs);
  }
  return true;
}
