import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until the condition holds: it concerns another process, which sends no event.
 *
 * @param asked.everyMs pause between two polls in milliseconds
 * @param asked.atMostMs when to give up: milliseconds, counted in pauses, so that a time in which this process and the
 *   other stood still does not count
 * @returns whether it held
 */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  { everyMs, atMostMs }: { everyMs: number; atMostMs: number },
): Promise<boolean> {
  for (let waitedMs = 0; waitedMs <= atMostMs; waitedMs += everyMs) {
    if (await holds()) return true;
    await pause(everyMs);
  }
  return false;
}
