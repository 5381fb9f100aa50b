import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import { leaseTimes } from '../../base/domain/lease-times.ts';
import type { Database } from '../../storage/database.ts';
import { shareChange } from './fair-share.ts';
import { claimFree, countShares, listMine, release, releaseAll, sayAlive } from './lease-store.ts';

/**
 * Monitors taken or given back in one beat, so that no statement locks many rows for long. Not fewer: each step waits
 * until all results are stored, which takes seconds on an overloaded machine, and nobody checks the monitors
 * meanwhile.
 */
const claimAtOnce = 10_000;

/** Receives the monitors that the worker gets and loses. */
export interface LeaseHolder {
  /** Starts checking these monitors. */
  watch(ids: readonly number[]): Promise<void>;
  /** Stops checking these monitors: no check of them may start. */
  forget(ids: readonly number[]): void;
  /** Stops checking up to `count` monitors without a running check. Returns their ids. */
  giveUp(count: number): Promise<number[]>;
  /** Resolves when all results are stored, so that the next worker of a monitor continues its schedule. */
  storeResults(): Promise<void>;
  /** Checks may start until then, milliseconds of `clock.monotonic()`. */
  allowUntil(monotonicMilliseconds: number): void;
}

interface LeaseKeeperOptions {
  /** Its statements must fail rather than wait for long: a beat must come in time. */
  db: Database;
  clock: Clock;
  workerId: string;
  holder: LeaseHolder;
  log: { warn(fields: object, message: string): void };
}

export type LeaseKeeper = ReturnType<typeof createLeaseKeeper>;

/** Keeps this worker's share of the monitors: renews its leases, takes free monitors, gives back excess ones. */
export function createLeaseKeeper(options: LeaseKeeperOptions) {
  let held = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let beating: Promise<void> | null = null;
  let isStopped = false;
  let renewedAt: number | null = null;
  const onRenewed = (startedAt: number): void => {
    renewedAt = startedAt;
  };
  /** Whether one beat was not enough to take or give back all: the next one then follows at once. */
  let hasMore = false;

  const beat = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    beating ??= keepShare(options, held, onRenewed)
      .then((now) => {
        held = now.held;
        hasMore = now.hasMore;
      })
      .catch((error: unknown) => {
        hasMore = false;
        options.log.warn({ err: error }, 'Leases could not be renewed; retrying');
      })
      .finally(() => {
        beating = null;
        if (!isStopped) timer = setTimeout(() => void beat(), hasMore ? 0 : leaseTimes.beatMilliseconds);
      });
    return beating;
  };

  return {
    /** Makes the first beat. Resolves when the first monitors are watched, or the database is unavailable. */
    start: beat,
    /** Beats at once, because monitors were added, enabled or given back. */
    wake: (): void => void (isStopped || beat()),
    /** When this worker's leases were last renewed, milliseconds of `clock.monotonic()`; null before the first beat. */
    renewedAt: (): number | null => renewedAt,
    /** Gives all monitors back. When the database is unavailable, the leases expire instead. */
    async stop(): Promise<void> {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await beating;
      await releaseAll(options.db, options.workerId).catch((error: unknown) =>
        options.log.warn(
          { err: error },
          'Leases could not be released; other workers take the monitors when they expire',
        ),
      );
    },
  };
}

/**
 * One beat:
 * 1. Report that the worker is alive. Its leases count from the moment before that.
 * 2. Forget monitors that others took, for example after this process stood still.
 * 3. Take or give back monitors, by the fair share.
 * Released monitors leave `held` at once: if giving them back fails, the next beat watches them again.
 */
async function keepShare(
  { db, clock, workerId, holder }: LeaseKeeperOptions,
  held: Set<number>,
  onRenewed: (startedAt: number) => void,
): Promise<{ held: Set<number>; hasMore: boolean }> {
  const { leaseMilliseconds, trustMilliseconds, forgetWorkerMilliseconds } = leaseTimes;
  const startedAt = clock.monotonic();
  await sayAlive(db, workerId, forgetWorkerMilliseconds);
  const mine = new Set(await listMine(db, workerId));
  holder.forget([...held].filter((id) => !mine.has(id)));
  holder.allowUntil(startedAt + trustMilliseconds);
  onRenewed(startedAt);

  const unwatched = [...mine].filter((id) => !held.has(id));
  const { take, give } = shareChange(await countShares(db, workerId, leaseMilliseconds));
  const taken = take > 0 ? await claimFree(db, workerId, Math.min(take, claimAtOnce), leaseMilliseconds) : [];
  await holder.watch([...unwatched, ...taken]);
  const given = new Set(give > 0 ? await holder.giveUp(Math.min(give, claimAtOnce)) : []);
  for (const id of given) held.delete(id);
  if (given.size > 0) await inTime(holder.storeResults());
  await release(db, workerId, [...given]);
  return {
    held: new Set([...mine, ...taken].filter((id) => !given.has(id))),
    hasMore: Math.max(taken.length, given.size) === claimAtOnce && taken.length + given.size < take + give,
  };
}

/** Fails the beat when storing takes too long. Storing continues, and the next beat tries to hand over again. */
async function inTime(storing: Promise<void>): Promise<void> {
  const cancel = new AbortController();
  const late = delay(leaseTimes.storeMilliseconds, true, { signal: cancel.signal });
  late.catch(() => undefined);
  try {
    const isLate = await Promise.race([storing.then(() => false), late]);
    if (isLate) throw new Error('Results could not be stored in time for their monitors to be handed over');
  } finally {
    cancel.abort();
    storing.catch(() => undefined);
  }
}
