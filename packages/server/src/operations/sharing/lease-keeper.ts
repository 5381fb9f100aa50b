import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from '@upvigil/core/contract/commands';
import type { Clock } from '../../base/clock.ts';
import { leaseTimes } from '../../base/domain/lease-times.ts';
import type { Database } from '../../storage/database.ts';
import { commandChange } from './command-share.ts';
import { shareChange } from './fair-share.ts';
import {
  claimFree,
  claimThese,
  countShares,
  listCommandMonitors,
  listMine,
  readLiveWorkers,
  release,
  releaseAll,
  sayAlive,
} from './lease-store.ts';

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
  /** The commands of this machine. */
  commands(): readonly Command[];
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
 * 3. Take or give back monitors, by the fair share; those with a command by who has it.
 * Released monitors leave `held` at once: if giving them back fails, the next beat watches them again.
 */
async function keepShare(
  { db, clock, workerId, commands, holder }: LeaseKeeperOptions,
  held: Set<number>,
  onRenewed: (startedAt: number) => void,
): Promise<{ held: Set<number>; hasMore: boolean }> {
  const { leaseMilliseconds, trustMilliseconds, forgetWorkerMilliseconds } = leaseTimes;
  const startedAt = clock.monotonic();
  await sayAlive(db, workerId, forgetWorkerMilliseconds, commands());
  const mine = new Set(await listMine(db, workerId));
  holder.forget([...held].filter((id) => !mine.has(id)));
  holder.allowUntil(startedAt + trustMilliseconds);
  onRenewed(startedAt);

  const unwatched = [...mine].filter((id) => !held.has(id));
  const { take, give } = shareChange(await countShares(db, workerId, leaseMilliseconds));
  const taken = take > 0 ? await claimFree(db, workerId, Math.min(take, claimAtOnce), leaseMilliseconds) : [];
  const commanded = await changeCommanded(db, workerId, leaseMilliseconds);
  await holder.watch([...unwatched, ...taken, ...commanded.taken]);
  const given = new Set(give > 0 ? await holder.giveUp(Math.min(give, claimAtOnce)) : []);
  holder.forget(commanded.give);
  for (const id of commanded.give) given.add(id);
  for (const id of given) held.delete(id);
  if (given.size > 0) await inTime(holder.storeResults());
  await release(db, workerId, [...given]);
  return {
    held: new Set([...mine, ...taken, ...commanded.taken].filter((id) => !given.has(id))),
    hasMore: isAtOnce(taken.length, take) || isAtOnce(given.size - commanded.give.length, give),
  };
}

/** Whether more remain after the most that one beat changes. */
const isAtOnce = (changed: number, wanted: number): boolean => changed === claimAtOnce && changed < wanted;

/** Takes monitors with a command that this worker should have, and finds those that it should give back. */
async function changeCommanded(
  db: Database,
  workerId: string,
  leaseMilliseconds: number,
): Promise<{ taken: number[]; give: number[] }> {
  const workers = await readLiveWorkers(db, leaseMilliseconds);
  const monitors = await listCommandMonitors(
    db,
    workers.map(({ id }) => id),
  );
  const named = workers.map(({ id, commands }) => ({ id, commands: commands.map(({ name }) => name) }));
  const { take, give } = commandChange(workerId, monitors, named);
  return { taken: await claimThese(db, workerId, take, leaseMilliseconds), give };
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
