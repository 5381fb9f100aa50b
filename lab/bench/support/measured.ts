import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedTime } from '../../support/targets/known-target.ts';

/** How long a process runs before it is looked at, and how long it is looked at then. */
export interface MeasuredTime {
  warmUpMilliseconds: number;
  measuredMilliseconds: number;
}

/** What one measured process found. Times in milliseconds. */
export interface Measured {
  checks: number;
  failed: number;
  cpu: number;
  wall: number;
  rss_mib: number;
  lateness: number[];
  recorded: RecordedTime[];
}

/** Counters that a process increases while it is measured. */
export type Found = Pick<Measured, 'lateness' | 'recorded' | 'failed'>;

/** Waits until both the warm-up and the measured time are over, and accounts for the latter. */
export async function accountFor(found: Found, time: MeasuredTime): Promise<Measured> {
  await sleep(time.warmUpMilliseconds);
  found.lateness.length = 0;
  found.recorded.length = 0;
  found.failed = 0;
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  await sleep(time.measuredMilliseconds);
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    checks: found.recorded.length,
    failed: found.failed,
    cpu: (user + system) / 1000,
    wall: performance.now() - started,
    rss_mib: process.memoryUsage.rss() / 1024 / 1024,
    lateness: [...found.lateness],
    recorded: [...found.recorded],
  };
}
