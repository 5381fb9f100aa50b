import { hourMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { type CurrentRuns, createCurrentRuns } from './current-runs.ts';
import { makeRuns } from './run-store.ts';
import { forgetOldWindows, readWindows } from './window-store.ts';

interface MaintenanceWatchOptions {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'subscribe' | 'publish'>;
  /** Whether this process creates runs and stores what their tags cover; it reads them in any case. */
  makesRuns: boolean;
  onError(error: unknown): void;
}

/** Keeps the runs around now in memory, and creates those of the next 30 days. */
export interface MaintenanceWatch extends Omit<CurrentRuns, 'load'> {
  load(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const everyMs = hourMs;
/** Delay before a failed read is repeated. */
const retryMs = 5_000;

export function createMaintenanceWatch(options: MaintenanceWatchOptions): MaintenanceWatch {
  const { db, clock, changes, makesRuns, onError } = options;
  const current = createCurrentRuns({ db, clock, storesTags: makesRuns });
  let work = Promise.resolve();
  let cancel = (): void => undefined;
  let cancelRetry = (): void => undefined;
  let cancelTagged = (): void => undefined;
  let unsubscribe = (): void => undefined;
  let isStopped = false;
  const load = async (): Promise<void> => {
    const { hasStored, nextTagged } = await current.load();
    if (hasStored) changes.publish({ is_structural: true });
    cancelTagged();
    if (nextTagged === null || !makesRuns || isStopped) return;
    cancelTagged = clock.after(Math.max(0, nextTagged - clock.now()), () => void inTurn(load));
  };
  /** Runs jobs one after the other, so that the last read wins. */
  const inTurn = (job: () => Promise<void>): Promise<void> => {
    work = work.then(() => (isStopped ? undefined : job())).catch(failed);
    return work;
  };
  const failed = (error: unknown): void => {
    onError(error);
    cancelRetry();
    if (!isStopped) cancelRetry = clock.after(retryMs, () => void inTurn(load));
  };
  const everyHour = (): void => {
    void inTurn(async () => {
      if (makesRuns) {
        await makeAllRuns(db, clock.now());
        await forgetOldWindows(db, clock.now());
      }
      await load();
    });
    if (!isStopped) cancel = clock.after(everyMs, everyHour);
  };
  return {
    load: () => inTurn(load),
    runsAt: current.runsAt,
    anyAt: current.anyAt,
    async start() {
      everyHour();
      unsubscribe = changes.subscribe(({ is_structural, is_replaced }) => {
        if (is_structural || is_replaced) void inTurn(load);
      });
      await work;
    },
    async stop() {
      isStopped = true;
      unsubscribe();
      cancel();
      cancelRetry();
      cancelTagged();
      await work;
    },
  };
}

/** Creates the missing runs of every window. Several processes may do so: each run is created once. */
export async function makeAllRuns(db: Database, now: number): Promise<void> {
  for (const window of await readWindows(db)) {
    await db.transaction().execute((trx) => makeRuns(trx, window, now));
  }
}
