import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedTime } from '../../support/targets/known-target.ts';

/** Duration of the warm-up and of the measurement. */
export interface MeasuredTime {
  warmUpMilliseconds: number;
  measuredMilliseconds: number;
}

/** Results of one measured process. Times in milliseconds. */
export interface Measured {
  checks: number;
  failed: number;
  cpu: number;
  wall: number;
  rss_mib: number;
  lateness: number[];
  recorded: RecordedTime[];
}

/** Counters that a process increases during the measurement. */
export type Found = Pick<Measured, 'lateness' | 'recorded' | 'failed'>;

/** Waits for warm-up and measurement, and returns the figures of the measurement. */
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
