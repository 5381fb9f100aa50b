import { awaitedParent } from '@upvigil/core/texts/parents';
import { listedName } from '../../../base/domain/monitor-name.ts';
import { ancestorsOf, readParents } from '../../../checks/monitors/parents.ts';
import type { Database } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import type { AlertRow } from '../../../storage/tables.ts';
import type { Deferred } from './channel-verdict.ts';
import {
  type Ancestor,
  awaitedChecks,
  type ChildProblem,
  parentPatterns,
  parentReason,
  recoveryReason,
} from './parent-reason.ts';

/** Reads the ancestors of monitors and evaluates their deliveries. */
interface ParentReasons {
  /** The reason for a problem of a monitor; null without one. */
  reasonOf(alert: ChildProblem & Pick<AlertRow, 'monitor_id'>): Deferred | null;
  /** Nearest first. */
  ancestors(monitorId: number): readonly Ancestor[];
  /** The newest check of an enabled ancestor; null without one. Milliseconds since the epoch. */
  checkedAt(monitorId: number): number | null;
}

const noParents: ParentReasons = { reasonOf: () => null, ancestors: () => [], checkedAt: () => null };

/** Two statements if any of these monitors has a parent, else none. `now`: milliseconds since the epoch. */
export async function readParentReasons(
  db: Database,
  monitors: readonly { id: number; parent_id: number | null }[],
  now: number,
): Promise<ParentReasons> {
  const children = monitors.filter(({ parent_id }) => parent_id !== null);
  if (children.length === 0) return noParents;
  const ancestorsFor = await readAncestors(
    db,
    children.map(({ id }) => id),
  );
  return {
    reasonOf: (alert) => parentReason(alert, ancestorsFor(alert.monitor_id), now),
    ancestors: ancestorsFor,
    checkedAt(monitorId) {
      const times = ancestorsFor(monitorId).flatMap(({ enabled, last_check_time }) =>
        enabled === 1 && last_check_time !== null ? [last_check_time] : [],
      );
      return times.length === 0 ? null : Math.max(...times);
    },
  };
}

/** What deferred deliveries wait for because of parents. */
interface ParentWaits {
  /** Monitors whose check they have awaited for some time. */
  unchecked: number[];
  /** Monitors with deliveries whose reason is not true any more. */
  over: number[];
  isAny: boolean;
  /** Whether any awaits a check. */
  awaitsCheck: boolean;
}

/** `now`: milliseconds since the epoch. */
export async function readParentWaits(db: Database, now: number): Promise<ParentWaits> {
  const waiting = await db
    .selectFrom('deliveries as d')
    .innerJoin('alerts as a', 'a.id', 'd.alert_id')
    .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
    .select(['a.monitor_id', 'a.problem', 'a.began_at', 'a.created_at as alert_created_at'])
    .select(['d.created_at', 'd.reason', 'm.parent_id', 'm.last_check_time'])
    .distinct()
    .where('d.status', '=', 'suppressed')
    .where('d.next_attempt_at', '>', now)
    .where((eb) => eb.or(parentPatterns.map((pattern) => eb('d.reason', 'like', pattern))))
    .where('a.ended_at', 'is', null)
    .execute();
  const monitors = new Map(waiting.map(({ monitor_id, parent_id }) => [monitor_id, { id: monitor_id, parent_id }]));
  const parents = await readParentReasons(db, [...monitors.values()], now);
  const unchecked = waiting.flatMap((delivery) => awaitedChecks(delivery, parents.ancestors(delivery.monitor_id), now));
  const over = waiting.filter((delivery) => {
    const reason =
      parents.reasonOf({ ...delivery, created_at: delivery.alert_created_at }) ??
      recoveryReason(delivery, parents.checkedAt(delivery.monitor_id), now);
    return reason?.reason !== delivery.reason;
  });
  return {
    unchecked: [...new Set(unchecked)],
    over: [...new Set(over.map(({ monitor_id }) => monitor_id))],
    isAny: waiting.length > 0,
    awaitsCheck: waiting.some(({ reason }) => awaitedParent(reason) === null),
  };
}

/** Evaluates the deliveries of monitors that wait because of a parent. Returns whether there are any. */
export async function evaluateWaiting(db: Database, monitorIds: readonly number[], now: number): Promise<boolean> {
  let count = 0;
  for (const ids of rowChunks(monitorIds)) {
    const { numUpdatedRows } = await db
      .updateTable('deliveries')
      .set({ next_attempt_at: now })
      .where('status', '=', 'suppressed')
      .where('next_attempt_at', '>', now)
      .where((eb) => eb.or(parentPatterns.map((pattern) => eb('reason', 'like', pattern))))
      .where('alert_id', 'in', (eb) =>
        eb.selectFrom('alerts').select('id').where('monitor_id', 'in', ids).where('ended_at', 'is', null),
      )
      .executeTakeFirstOrThrow();
    count += Number(numUpdatedRows);
  }
  return count > 0;
}

/** Returns the ancestors of one of the monitors, nearest first. */
async function readAncestors(
  db: Database,
  monitorIds: readonly number[],
): Promise<(monitorId: number) => readonly Ancestor[]> {
  const parents = await readParents(db);
  const idsOf = new Map(monitorIds.map((id) => [id, ancestorsOf(parents, id)]));
  const found = new Map<number, Ancestor>();
  for (const chunk of rowChunks([...new Set([...idsOf.values()].flat())])) {
    const rows = await db
      .selectFrom('monitors')
      .select(['id', 'kind', 'name', 'target', 'port', 'enabled', 'is_up', 'last_check_time'])
      .where('id', 'in', chunk)
      .execute();
    for (const row of rows) found.set(row.id, { ...row, name: listedName(row) });
  }
  return (monitorId) => {
    const ids = idsOf.get(monitorId) ?? [];
    // In a cycle, as a restored backup may hold it, each monitor would wait for itself.
    return ids.includes(monitorId) ? [] : ids.flatMap((id) => found.get(id) ?? []);
  };
}
