import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { leaseTimes } from '../domain/lease-times.ts';
import type { Database } from '../storage/database.ts';
import { shareChange } from './fair-share.ts';
import { claimFree, countShares, listMine, release, releaseAll, sayAlive } from './lease-store.ts';

/** Monitors taken in one statement, so that none locks many rows for long. */
const claimAtOnce = 2_000;

/** What a worker does with the monitors that it gets and loses. */
export interface LeaseHolder {
  /** These are this worker's now. */
  watch(ids: readonly number[]): Promise<void>;
  /** These are not any more: no check of them may be started. */
  forget(ids: readonly number[]): void;
  /** Checks at most `count` no more, none of which runs. Resolves with which. */
  giveUp(count: number): Promise<number[]>;
  /** Resolves when all that was found is stored, so that whoever takes a monitor goes on in its rhythm. */
  storeResults(): Promise<void>;
  /** Checks may be started until then, milliseconds of the monotonic clock. */
  allowUntil(monotonicMilliseconds: number): void;
}

export interface LeaseKeeperOptions {
  /** One that answers soon or fails: a beat that waits for long is no beat. */
  db: Database;
  clock: Clock;
  workerId: string;
  holder: LeaseHolder;
  log: { warn(fields: object, message: string): void };
}

export interface LeaseKeeper {
  /** The first beat; resolves when the first monitors are watched or the database was away. */
  start(): Promise<void>;
  /** Monitors were added, enabled or given back: look at once. */
  poke(): void;
  /** Since when this worker's leases count, milliseconds of the monotonic clock; null before the first. */
  renewedAt(): number | null;
  /** Gives everything back. Where the database cannot be reached, the leases run out by themselves. */
  stop(): Promise<void>;
}

/** Keeps this worker's share of the monitors: says that it lives, takes what nobody alive has, gives back its excess. */
export function createLeaseKeeper(options: LeaseKeeperOptions): LeaseKeeper {
  let held = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let beating: Promise<void> | null = null;
  let isStopped = false;
  let renewedAt: number | null = null;
  const onRenewed = (startedAt: number): void => {
    renewedAt = startedAt;
  };
  /** There is more to take or to give than one beat may: a start with many monitors shall not wait for many beats. */
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
        options.log.warn({ err: error }, 'Leases could not be renewed; tried again soon');
      })
      .finally(() => {
        beating = null;
        if (!isStopped) timer = setTimeout(() => void beat(), hasMore ? 0 : leaseTimes.beatMilliseconds);
      });
    return beating;
  };

  return {
    start: beat,
    poke: () => void (isStopped || beat()),
    renewedAt: () => renewedAt,
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await beating;
      await releaseAll(options.db, options.workerId).catch((error: unknown) =>
        options.log.warn({ err: error }, 'Leases could not be given back; others take them when they have run out'),
      );
    },
  };
}

/**
 * One beat:
 * 1. say alive; what this worker has is its own for a lease from the moment before saying so
 * 2. forget what others took, as after this process was stopped for a while
 * 3. take more or give back, by the fair share
 *
 * What is given up is no longer `held` at once: should giving it back fail, the next beat watches it again.
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

/** What takes longer goes on by itself; the beat fails, and the next one has what was to be handed over again. */
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
