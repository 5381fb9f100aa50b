import { secondMs } from '@upvigil/core/time';
import { sql } from 'kysely';
import type { Cancel, Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';

/** Setting with the process that sweeps and the end of its lease. Not in backups. */
export const sweepLockKey = 'heartbeats_swept';
const leaseMs = 15_000;
const renewMs = 5_000;

interface SweepOptions {
  db: Database;
  clock: Clock;
  processId: string;
  /** Whether other processes may sweep the same database. */
  isShared: boolean;
  /** Whether this process records missed runs. */
  sweeps: boolean;
  tick(): Promise<void>;
  recordMissed(): Promise<void>;
  onError(error: unknown): void;
}

/** Once a second, in one process: records the runs whose deadline has passed. */
export function createSweep({ clock, processId, db, ...options }: SweepOptions) {
  let cancel: Cancel = () => undefined;
  let running: Promise<void> | null = null;
  let isStopped = true;
  /** Milliseconds of `clock.monotonic()`. */
  let askedAt = Number.NEGATIVE_INFINITY;
  let leads = !options.isShared;

  const takeLead = async (): Promise<void> => {
    if (!options.isShared || clock.monotonic() - askedAt < renewMs) return;
    leads = false;
    askedAt = clock.monotonic();
    leads = await takeSweepLock(db, processId, clock.now());
  };
  const work = async (): Promise<void> => {
    await options.tick();
    if (!options.sweeps) return;
    await takeLead();
    if (leads) await options.recordMissed();
  };
  const run = (): void => {
    running = work()
      .catch(options.onError)
      .finally(() => {
        running = null;
        if (!isStopped) cancel = clock.after(secondMs, run);
      });
  };
  return {
    start(): void {
      isStopped = false;
      if (running === null) run();
    },
    /** Waits for a run in progress. */
    async stop(): Promise<void> {
      isStopped = true;
      cancel();
      await running;
    },
    settled: async () => void (await running),
  };
}

/** Takes or renews the lease. False while another process holds it. Row locks exclude two writers in any case. */
async function takeSweepLock(db: Database, processId: string, now: number): Promise<boolean> {
  const value = JSON.stringify({ process: processId, until: now + leaseMs });
  const row = await db
    .insertInto('settings')
    .values({ key: sweepLockKey, value })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value })
        .where((eb) =>
          eb.or([
            eb(sql`settings.value::json ->> 'process'`, '=', processId),
            eb(sql`cast(settings.value::json ->> 'until' as bigint)`, '<=', now),
            // Written before a backward clock change.
            eb(sql`cast(settings.value::json ->> 'until' as bigint)`, '>', now + leaseMs),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}
