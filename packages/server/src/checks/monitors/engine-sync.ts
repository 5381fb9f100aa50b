import { RequestError } from '@upvigil/core/contract/errors';
import type { FinishedCheck, ProbeOutcome, ProbeTarget, WatchedMonitor } from '../../base/domain/check.ts';
import type { Database } from '../../storage/database.ts';
import { diskTroubleOf } from '../../storage/disk-trouble.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { CheckRow } from '../../storage/tables.ts';
import { checkRow } from '../record/recording/record-batch.ts';
import type { ResultRecorder } from '../record/recording/result-recorder.ts';
import { loadWatched, watchedMonitors } from './load-monitors.ts';

interface WatchingEngine {
  watch(monitors: readonly WatchedMonitor[]): void;
  forget(ids: readonly number[]): void;
  checkNow(monitor: WatchedMonitor): Promise<FinishedCheck | { fault: string; message: string }>;
  probe(target: ProbeTarget, timeoutSeconds: number): Promise<ProbeOutcome>;
}

interface MonitorWatchOptions {
  db: Database;
  secrets: Pick<Secrets, 'opener'>;
  engine: WatchingEngine;
  recorder: Pick<ResultRecorder, 'recordNow'>;
  /** Whether this process checks a monitor. Absent: it checks all. */
  isMine?: (monitorId: number) => boolean;
  removeScreenshots(names: readonly string[]): Promise<void>;
}

export type MonitorWatch = ReturnType<typeof createMonitorWatch>;

/** Effects of API changes on the engine. */
export function createMonitorWatch(options: MonitorWatchOptions) {
  const { db, secrets, engine, recorder, removeScreenshots, isMine = () => true } = options;
  const follow = async (monitorIds: readonly number[]): Promise<void> => {
    const mine = monitorIds.filter(isMine);
    const watched = await loadWatched(db, mine, secrets);
    const watchedIds = new Set(watched.map(({ id }) => id));
    engine.forget(mine.filter((id) => !watchedIds.has(id)));
    engine.watch(watched);
  };
  let following: Promise<void> = Promise.resolve();
  return {
    /** Monitors were added or edited: watches the enabled ones, and stops watching the others. */
    async changed(monitorIds: readonly number[]): Promise<void> {
      const mine = following.then(() => follow(monitorIds));
      following = mine.catch(() => undefined);
      await mine;
    },
    /** Monitors were deleted. */
    async removed(monitorIds: readonly number[]): Promise<void> {
      // Waits until the engine has received monitors that were read before the removal.
      await following;
      engine.forget(monitorIds);
    },
    /** Removes the screenshots of deleted checks. */
    screenshotsRemoved: removeScreenshots,
    /**
     * Runs one check at once, even of a disabled monitor. Resolves when it is stored.
     * @throws RequestError `notFound`; `conflict` if the monitor was edited meanwhile; `unavailable` for a fault of this
     * machine
     */
    async checkNow(monitorId: number): Promise<CheckRow> {
      const row = await db.selectFrom('monitors').selectAll().where('id', '=', monitorId).executeTakeFirst();
      if (!row) throw new RequestError('notFound', `There is no monitor ${monitorId}`);
      const [monitor] = await watchedMonitors([row], secrets);
      if (!monitor) throw new Error(`monitor ${monitorId} could not be read`);
      const finished = await engine.checkNow(monitor);
      if ('fault' in finished) {
        const detail = `The check could not be made: ${finished.message}. Nothing was recorded; try again`;
        throw new RequestError('unavailable', detail);
      }
      return storedCheck(recorder, finished);
    },
    /** Probes a target without storing the result. */
    test: (target: ProbeTarget, timeoutSeconds: number): Promise<ProbeOutcome> => engine.probe(target, timeoutSeconds),
  };
}

/** Watches all enabled monitors, at the start of a process that checks all. */
export async function watchAll(
  db: Database,
  secrets: Pick<Secrets, 'opener'>,
  engine: Pick<WatchingEngine, 'watch'>,
): Promise<void> {
  engine.watch(await loadWatched(db, 'all', secrets));
}

async function storedCheck(recorder: Pick<ResultRecorder, 'recordNow'>, check: FinishedCheck): Promise<CheckRow> {
  const recorded = await recorder.recordNow(check).catch((error: unknown) => {
    const trouble = diskTroubleOf(error) ?? 'The database refused the result';
    const detail = `${trouble}: the check was made, and is kept and stored later`;
    throw new RequestError('unavailable', detail, { cause: error });
  });
  if (!recorded) {
    throw new RequestError('conflict', 'The monitor was changed or deleted while the check ran: try again');
  }
  return { id: recorded.check_id, ...checkRow(check) };
}
