import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import { limitConcurrency } from '@upvigil/core/limit-concurrency';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import type { RecordedCheck } from '../record/recording/recorded-check.ts';
import { ancestorsOf, type Parents, readParents } from './parents.ts';

export interface FamilyChecksOptions {
  db: Database;
  changes: Pick<ChangeFeed, 'subscribe'>;
  /** Checks a monitor at once, whichever process has it, and resolves when the result is stored. */
  checkNow(monitorId: number): Promise<unknown>;
  /**
   * Called with monitors that failed, after their ancestors were checked; and with the descendants of one that
   * recovered, before and after they are checked.
   */
  onRelativesChecked(monitorIds: readonly number[]): void;
  onError(error: unknown): void;
}

/** Checks that run at a time. */
const mostAtOnce = 50;

/** Checks the ancestors of a monitor that fails, and the failing descendants of one that recovers. */
export function createFamilyChecks(options: FamilyChecksOptions) {
  const { db, changes, checkNow, onRelativesChecked, onError } = options;
  let parents: Parents = new Map();
  /** Whether they must be read again: a change is published once, and reading them may fail. */
  let isOutdated = true;
  let unsubscribe = (): void => undefined;
  let isStopped = false;
  /** Monitors of which a check was asked for that has not begun, and those that are being checked. */
  const wanted = new Set<number>();
  const checking = new Set<number>();
  let work: Promise<unknown> = Promise.resolve();

  const load = async (): Promise<void> => {
    isOutdated = false;
    parents = await readParents(db).catch((error: unknown) => {
      isOutdated = true;
      throw error;
    });
  };
  /** One check for all concurrent requests. A fault, an edit or a deletion leaves it to the schedule. */
  const check = async (id: number): Promise<void> => {
    if (checking.has(id)) return;
    checking.add(id);
    while (wanted.delete(id) && !isStopped) await checkNow(id).catch(() => undefined);
    checking.delete(id);
  };
  const checkAll = async (ids: readonly number[], isWanted: (row: Checked) => boolean): Promise<void> => {
    const limit = limitConcurrency(mostAtOnce);
    const checks: Promise<void>[] = [];
    for (const chunk of rowChunks(ids)) {
      for (const { id } of (await readChecked(db, chunk)).filter(isWanted)) {
        wanted.add(id);
        checks.push(limit.run(() => check(id)));
      }
    }
    await Promise.all(checks);
  };
  const start = (started: Promise<void>): void => {
    work = Promise.all([work, started.catch(onError)]).then(() => undefined);
  };

  return {
    /** Never waits or throws. */
    afterRecorded(recorded: readonly RecordedCheck[]): void {
      if (isStopped) return;
      if (isOutdated) start(load());
      if (parents.size === 0) return;
      const { failing, recovered } = findChanges(recorded);
      const ancestors = ancestorsOfFailing(parents, failing);
      if (ancestors.size > 0)
        start(
          checkAll(
            [...ancestors.keys()],
            ({ id, is_up, last_check_time }) => is_up !== 0 && (last_check_time ?? 0) < (ancestors.get(id) ?? 0),
          ).then(() => onRelativesChecked([...failing.keys()])),
        );
      const descendants = descendantsOf(parents, recovered);
      if (descendants.length === 0) return;
      onRelativesChecked(descendants);
      start(checkAll(descendants, ({ is_up }) => is_up === 0).then(() => onRelativesChecked(descendants)));
    },
    /** Checks monitors that are not being checked because of a relative. Resolves when the results are stored. */
    async checkAwaited(ids: readonly number[]): Promise<void> {
      const others = ids.filter((id) => !checking.has(id));
      if (!isStopped) await checkAll(others, () => true);
    },
    async start(): Promise<void> {
      unsubscribe = changes.subscribe(({ is_structural, is_replaced }) => {
        if (is_structural || is_replaced) start(load());
      });
      await load().catch(onError);
    },
    stop(): void {
      isStopped = true;
      unsubscribe();
    },
    /** Resolves when no check that was asked for runs. */
    async settled(): Promise<void> {
      for (let known: unknown = null; known !== work; ) {
        known = work;
        await work;
      }
    },
  };
}

type Checked = Awaited<ReturnType<typeof readChecked>>[number];

/** Those that can be checked. */
const readChecked = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('monitors')
    .select(['id', 'is_up', 'last_check_time'])
    .where('id', 'in', ids)
    .where('enabled', '=', 1)
    .where('kind', '<>', heartbeatKind.type)
    .execute();

/** The monitors that began to fail in a batch, with the time of a failed check, and those that are up again. */
function findChanges(recorded: readonly RecordedCheck[]) {
  const failing = new Map<number, number>();
  const recovered = new Set<number>();
  for (const { check, monitor } of recorded) {
    if (!check.is_up && monitor.is_up !== 0) failing.set(monitor.id, failing.get(monitor.id) ?? check.checked_at);
    if (monitor.is_up === 0) {
      if (check.is_up) recovered.add(monitor.id);
      else recovered.delete(monitor.id);
    }
  }
  return { failing, recovered };
}

/** The ancestors of failing monitors, each with the time of the last failure below it. */
function ancestorsOfFailing(parents: Parents, failing: ReadonlyMap<number, number>): Map<number, number> {
  const ancestors = new Map<number, number>();
  for (const [id, failedAt] of failing)
    for (const ancestor of ancestorsOf(parents, id))
      ancestors.set(ancestor, Math.max(failedAt, ancestors.get(ancestor) ?? 0));
  return ancestors;
}

function descendantsOf(parents: Parents, ids: ReadonlySet<number>): number[] {
  if (ids.size === 0) return [];
  return [...parents.keys()].filter((id) => ancestorsOf(parents, id).some((ancestor) => ids.has(ancestor)));
}
