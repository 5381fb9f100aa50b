import { readFileSync } from 'node:fs';
import { encodePhases } from '@upvigil/server/base/domain/phases';
import { type RecorderMemory, remember } from '@upvigil/server/checks/record/recorder-memory';
import { recordBatch } from '@upvigil/server/checks/record/recording/record-batch';
import type { RaiseAlerts } from '@upvigil/server/checks/record/recording/recorded-check';
import type { Database } from '@upvigil/server/storage/database';
import type { MonitorRow } from '@upvigil/server/storage/tables';
import { finishedCheck } from '@upvigil/server/testing/rows';
import { percentile } from './figures.ts';

/** Cost of storing checks. */
export interface Recording {
  /** Microseconds for each check. */
  cpu: number;
  /** Bytes written to files for each check. */
  written: number;
  /** Of one transaction, in milliseconds. */
  commitP50: number;
  commitP99: number;
  /** All stored checks, including those before the measurement. */
  checks: number;
}

const minute = 60_000;
/** The number of checks in 250 ms at 1,000 a second. */
const batch = 250;
/**
 * Stored before the measurement, at least one for each monitor: statements are prepared then, and monitors are cached.
 */
const warmUpAtLeast = 5000;

const noAlerts: RaiseAlerts = async (_trx, recorded) => ({
  states: new Map(recorded.map(({ monitor }) => [monitor.id, monitor])),
  has_deliveries: false,
});

const writtenBytes = (): number =>
  Number(/wchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN);

/** Each phase has a part of the time, so that a check takes as many bytes as an https check. */
const phasesOf = (microseconds: number): number | null =>
  encodePhases({
    dns: microseconds * 0.05,
    connect: microseconds * 0.2,
    tls: microseconds * 0.25,
    first_byte: microseconds * 0.4,
    transfer: microseconds * 0.1,
  });

/** Stores `count` checks, one a minute for each monitor from `from` on (ms since the epoch). */
export async function measureRecording(
  db: Database,
  monitors: readonly MonitorRow[],
  { count, from }: { count: number; from: number },
): Promise<Recording> {
  const memory: RecorderMemory = new Map();
  const commits: number[] = [];
  const warmUp = batch * Math.ceil(Math.max(warmUpAtLeast, monitors.length) / batch);
  let checks = 0;
  const recordBatchOf = async (some: number): Promise<void> => {
    const finished = Array.from({ length: some }, () => {
      const monitor = monitors[(checks * 7) % monitors.length] as MonitorRow;
      const checked_at = from + Math.floor((checks++ * minute) / monitors.length);
      const response_time_us = 100_000 + ((checks * 7919) % 40_000);
      return finishedCheck(monitor, { checked_at, response_time_us, phases: phasesOf(response_time_us) });
    });
    // The current time in the program: a check that is hours late would recompute the sums of its website.
    const now = finished.at(-1)?.checked_at ?? from;
    const started = performance.now();
    const { written } = await db
      .transaction()
      .execute((trx) => recordBatch(trx, finished, noAlerts, memory, { now, isRepeated: false }));
    commits.push(performance.now() - started);
    remember(memory, written);
  };
  while (checks < warmUp) await recordBatchOf(batch);
  commits.length = 0;
  const cpu = process.cpuUsage();
  const before = writtenBytes();
  while (checks < warmUp + count) await recordBatchOf(batch);
  const { user, system } = process.cpuUsage(cpu);
  return {
    cpu: (user + system) / count,
    written: (writtenBytes() - before) / count,
    checks,
    commitP50: percentile(commits, 0.5),
    commitP99: percentile(commits, 0.99),
  };
}
