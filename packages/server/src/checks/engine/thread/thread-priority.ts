import os from 'node:os';

/** A third of the processor when both want all of it: nice 0 weighs 1024, nice 5 weighs 335. */
const mainThreadNiceness = 5;

/**
 * Puts the calling thread, the main one, behind the probe thread where both want the processor: a visitor can wait for
 * a moment, a response time that waits is a wrong one. To be called once the probe thread runs.
 *
 * On Linux a priority belongs to a thread (setpriority(2), "C library/kernel differences"), and threads inherit it when
 * they are made; elsewhere it belongs to the process, and nothing is changed.
 */
export function goBehindProbes(): void {
  if (process.platform === 'linux')
    os.setPriority(Math.min(os.constants.priority.PRIORITY_LOW, os.getPriority() + mainThreadNiceness));
}
