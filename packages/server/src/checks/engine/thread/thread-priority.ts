import os from 'node:os';

/** Gives the main thread a third of a contended processor: nice 0 weighs 1024, nice 5 weighs 335. */
const mainThreadNiceness = 5;

/**
 * Lowers the priority of the calling (main) thread below that of the probe thread: a page may take a moment longer, but
 * a delayed probe measures a wrong response time. Call it after the probe thread has started.
 *
 * On Linux each thread has its own priority (setpriority(2), "C library/kernel differences"), and threads inherit it at
 * creation. Elsewhere priority belongs to the process, so nothing is changed.
 */
export function goBehindProbes(): void {
  if (process.platform === 'linux')
    os.setPriority(Math.min(os.constants.priority.PRIORITY_LOW, os.getPriority() + mainThreadNiceness));
}
