import { secondMs } from '@upvigil/core/time';
import type { Cancel, Clock } from '../../../base/clock.ts';
import { createFamilyChecks, type FamilyChecksOptions } from '../../../checks/monitors/family-checks.ts';
import { evaluateWaiting, readParentWaits } from './parent-reason-store.ts';

interface ParentWatchOptions extends Pick<FamilyChecksOptions, 'db' | 'checkNow' | 'onError'> {
  clock: Pick<Clock, 'now' | 'after'>;
  changes: FamilyChecksOptions['changes'] & { publish(change: { has_deliveries: true }): void };
  /** Whether this process checks the monitor. */
  isMine(monitorId: number): boolean;
}

export type ParentWatch = ReturnType<typeof createParentWatch>;

/** Time between two readings of the deliveries that wait for parents, while any waits. */
const readAgainMs = { awaitsCheck: 5 * secondMs, parentIsDown: 15 * secondMs };

/**
 * Checks parents and children of monitors that fail or recover, and has the deliveries that wait for them evaluated.
 * Reads these deliveries from time to time: parents are edited, and the process that checked them may have ended.
 */
export function createParentWatch(options: ParentWatchOptions) {
  const { db, clock, changes, isMine, onError } = options;
  let isStopped = false;
  let reading: { isSoon: boolean; cancel: Cancel } | null = null;
  let unsubscribe = (): void => undefined;
  const running = new Set<Promise<void>>();
  const start = (work: Promise<void>): void => {
    const done: Promise<void> = work.catch(onError).finally(() => running.delete(done));
    running.add(done);
  };

  const evaluate = async (monitorIds: readonly number[]): Promise<void> => {
    if (await evaluateWaiting(db, monitorIds, clock.now())) changes.publish({ has_deliveries: true });
  };
  const checks = createFamilyChecks({ ...options, onRelativesChecked: (ids) => start(evaluate(ids)) });
  const read = async (): Promise<void> => {
    const waits = await readParentWaits(db, clock.now()).catch((error: unknown) => {
      readLater();
      throw error;
    });
    if (waits.awaitsCheck) readSoon();
    else if (waits.isAny) readLater();
    await evaluate(waits.over);
    const mine = waits.unchecked.filter(isMine);
    if (mine.length === 0) return;
    await checks.checkAwaited(mine);
    await evaluate((await readParentWaits(db, clock.now())).over);
  };
  const readIn = (milliseconds: number, isSoon: boolean): void => {
    if (isStopped) return;
    reading?.cancel();
    const cancel = clock.after(milliseconds, () => {
      reading = null;
      start(read());
    });
    reading = { isSoon, cancel };
  };
  const readSoon = (): void => {
    if (!reading?.isSoon) readIn(readAgainMs.awaitsCheck, true);
  };
  const readLater = (): void => {
    if (reading === null) readIn(readAgainMs.parentIsDown, false);
  };

  return {
    afterRecorded: checks.afterRecorded,
    async start(): Promise<void> {
      unsubscribe = changes.subscribe(({ has_deliveries }) => {
        if (has_deliveries) readSoon();
      });
      await checks.start();
      start(read());
    },
    /** Resolves when no check that was requested runs. */
    async settled(): Promise<void> {
      await checks.settled();
      await Promise.all(running);
    },
    async stop(): Promise<void> {
      isStopped = true;
      unsubscribe();
      reading?.cancel();
      checks.stop();
      await Promise.all(running);
    },
  };
}
