import type { Command } from '@upvigil/core/contract/commands';
import type { Cancel, Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import { leaseTimes } from '../../base/domain/lease-times.ts';
import type { Engine } from '../../checks/engine/engine.ts';
import { loadWatched } from '../../checks/monitors/load-monitors.ts';
import type { ResultRecorder } from '../../checks/record/recording/result-recorder.ts';
import type { Database } from '../../storage/database.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import { createLeaseKeeper, type LeaseHolder } from './lease-keeper.ts';

interface LeasedWatchOptions {
  db: Database;
  secrets: Pick<Secrets, 'opener'>;
  clock: Clock;
  engine: Pick<Engine, 'watch' | 'forget' | 'giveUp' | 'allowUntil'>;
  recorder: Pick<ResultRecorder, 'store'>;
  changes: Pick<ChangeFeed, 'subscribe'>;
  workerId: string;
  /** As of `LeaseKeeper`. */
  commands(): readonly Command[];
  log: { warn(fields: object, message: string): void };
}

export type LeasedWatch = ReturnType<typeof createLeasedWatch>;

/** Makes the engine check this worker's share of the monitors, and none that another worker may have. */
export function createLeasedWatch(options: LeasedWatchOptions) {
  const { db, secrets, clock, engine, changes, workerId, log } = options;
  const mine = new Set<number>();

  const watch = async (ids: readonly number[]): Promise<void> => {
    const watched = await loadWatched(db, ids, secrets);
    const watchedIds = new Set(watched.map(({ id }) => id));
    engine.forget(ids.filter((id) => !watchedIds.has(id)));
    engine.watch(watched);
  };
  const keeper = createLeaseKeeper({
    db,
    clock,
    workerId,
    commands: options.commands,
    log,
    holder: holderOf(options, mine, watch),
  });
  let isReplaced = false;
  let isStopped = false;
  let cancelRetry: Cancel = () => undefined;
  const refresh = oneAtATime(async () => {
    const wasReplaced = isReplaced;
    isReplaced = false;
    // Forgotten first: a restore may bring another monitor under the same id and revision.
    if (wasReplaced) engine.forget([...mine]);
    try {
      await watch([...mine]);
    } catch (error) {
      isReplaced ||= wasReplaced;
      throw error;
    }
    keeper.wake();
  });
  /** A change is published once, so a failed read is repeated until it succeeds. */
  const follow = (): void => {
    cancelRetry();
    refresh().catch((error: unknown) => {
      log.warn({ err: error }, 'Changed monitors could not be read; retrying');
      if (!isStopped) cancelRetry = clock.after(leaseTimes.beatMilliseconds, follow);
    });
  };
  let unsubscribe = (): void => undefined;

  return {
    isMine: (id: number): boolean => mine.has(id),
    /** As in `LeaseKeeper`. */
    renewedAt: keeper.renewedAt,
    async start(): Promise<void> {
      // Any process may edit, add or remove monitors.
      unsubscribe = changes.subscribe(({ is_structural, is_replaced }) => {
        isReplaced ||= is_replaced;
        if (is_structural) follow();
      });
      await keeper.start();
    },
    async stop(): Promise<void> {
      isStopped = true;
      unsubscribe();
      cancelRetry();
      await keeper.stop();
    },
  };
}

/** Applies lease decisions to the engine, and keeps the ids of this worker's monitors in `mine`. */
const holderOf = (
  { engine, recorder }: LeasedWatchOptions,
  mine: Set<number>,
  watch: (ids: readonly number[]) => Promise<void>,
): LeaseHolder => ({
  async watch(ids) {
    await watch(ids);
    for (const id of ids) mine.add(id);
  },
  forget(ids) {
    engine.forget(ids);
    for (const id of ids) mine.delete(id);
  },
  async giveUp(count) {
    const ids = await engine.giveUp(count, leaseTimes.handOverMilliseconds);
    for (const id of ids) mine.delete(id);
    return ids;
  },
  storeResults: recorder.store,
  allowUntil: engine.allowUntil,
});

/** Runs the work once at a time. Calls during a run cause one more run. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const run = async (): Promise<void> => {
    do {
      again = false;
      await work();
    } while (again);
  };
  return () => {
    if (running) again = true;
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}
