import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import { awaitedParent, parentIsDown } from '@upvigil/core/texts/parents';
import { secondMs } from '@upvigil/core/time';
import { listedName } from '../../../base/domain/monitor-name.ts';
import { ancestorsOf, readParents } from '../../../checks/monitors/parents.ts';
import type { Database } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import type { AlertRow, MonitorRow } from '../../../storage/tables.ts';
import { type Deferred, deferred } from './channel-verdict.ts';

/** An ancestor of a monitor, with its newest result. */
export interface Ancestor extends Pick<MonitorRow, 'kind' | 'enabled' | 'is_up' | 'last_check_time'> {
  name: string;
}

/** A problem of a monitor with ancestors. */
type ChildProblem = Pick<AlertRow, 'problem' | 'began_at' | 'created_at'>;

/** How long a problem waits at most for checks of the ancestors, and for its own check after they recovered. */
const mostWaitMs = 30 * secondMs;
const waitStepMs = secondMs;
/** Time between two evaluations of a delivery while the parent is down. */
const stillDownMs = 15 * secondMs;

const waitStart = 'waits for a check of the parent "';
/** The reason after the parent has recovered, until the monitor was checked again. */
const recoveredReason = 'waits for a check, because the parent has recovered';

/** Whether a deferral was because of a parent. */
export const isBecauseOfParent = (reason: string | null): boolean =>
  reason !== null && (awaitedParent(reason) !== null || reason.startsWith(waitStart) || reason === recoveredReason);

/**
 * Why a problem is not sent yet: an ancestor is down, or was not checked since the problem began. Expiries do not
 * depend on ancestors. `now`: milliseconds since the epoch.
 */
export function parentReason(
  { problem, began_at, created_at }: ChildProblem,
  ancestors: readonly Ancestor[],
  now: number,
): Deferred | null {
  if (problem === 'certificate' || problem === 'domain') return null;
  const counted = ancestors.filter(({ enabled, is_up }) => enabled === 1 && is_up !== null);
  const down = counted.find(({ is_up }) => is_up === 0);
  if (down) return deferred(now + stillDownMs, parentIsDown(down.name));
  const since = now - created_at;
  // A problem from the future is one of before a backward clock change.
  if (problem !== 'outage' || began_at === null || since < 0 || since >= mostWaitMs) return null;
  const unchecked = counted.find(
    ({ kind, last_check_time }) => kind !== heartbeatKind.type && (last_check_time ?? 0) < began_at,
  );
  return unchecked ? deferred(now + waitStepMs, `${waitStart}${unchecked.name}"`) : null;
}

/** A deferred delivery, and the newest check of its monitor. */
interface DeferredByParent {
  reason: string | null;
  /** When it was deferred for its present reason. Milliseconds since the epoch. */
  created_at: number;
  last_check_time: number | null;
}

/**
 * Why a delivery that was deferred because of a parent still waits when no ancestor is down: until its monitor was
 * checked after `parentCheckedAt`, the newest check of an ancestor; null without one. `since`: its new `created_at`.
 */
export function recoveryReason(
  { reason, created_at, last_check_time }: DeferredByParent,
  parentCheckedAt: number | null,
  now: number,
): (Deferred & { since: number }) | null {
  if (parentCheckedAt === null || reason === null || !isBecauseOfParent(reason) || reason.startsWith(waitStart)) {
    return null;
  }
  const since = reason === recoveredReason ? created_at : parentCheckedAt;
  const isOver = now < since || now >= since + mostWaitMs || (last_check_time ?? 0) > since;
  return isOver ? null : { ...deferred(now + waitStepMs, recoveredReason), since };
}

/** Reads the ancestors of monitors and evaluates their deliveries. */
interface ParentReasons {
  /** The reason for a problem of a monitor; null without one. */
  reasonOf(alert: ChildProblem & Pick<AlertRow, 'monitor_id'>): Deferred | null;
  /** The newest check of an enabled ancestor; null without one. Milliseconds since the epoch. */
  checkedAt(monitorId: number): number | null;
}

const noParents: ParentReasons = { reasonOf: () => null, checkedAt: () => null };

/** Two statements if any of these monitors has a parent, else none. `now`: milliseconds since the epoch. */
export async function readParentReasons(
  db: Database,
  monitors: readonly { id: number; parent_id: number | null }[],
  now: number,
): Promise<ParentReasons> {
  const children = monitors.filter(({ parent_id }) => parent_id !== null);
  if (children.length === 0) return noParents;
  const parents = await readParents(db);
  const idsOf = new Map(children.map(({ id }) => [id, ancestorsOf(parents, id)]));
  const ancestors = await readAncestors(db, [...new Set([...idsOf.values()].flat())]);
  const ancestorsFor = (monitorId: number): Ancestor[] => {
    const ids = idsOf.get(monitorId) ?? [];
    // In a cycle, as a restored backup may hold it, each monitor would wait for itself.
    return ids.includes(monitorId) ? [] : ids.flatMap((id) => ancestors.get(id) ?? []);
  };
  return {
    reasonOf: (alert) => parentReason(alert, ancestorsFor(alert.monitor_id), now),
    checkedAt(monitorId) {
      const times = ancestorsFor(monitorId).flatMap(({ enabled, last_check_time }) =>
        enabled === 1 && last_check_time !== null ? [last_check_time] : [],
      );
      return times.length === 0 ? null : Math.max(...times);
    },
  };
}

async function readAncestors(db: Database, ids: readonly number[]): Promise<Map<number, Ancestor>> {
  const found = new Map<number, Ancestor>();
  for (const chunk of rowChunks(ids)) {
    const rows = await db
      .selectFrom('monitors')
      .select(['id', 'kind', 'name', 'target', 'port', 'enabled', 'is_up', 'last_check_time'])
      .where('id', 'in', chunk)
      .execute();
    for (const row of rows) found.set(row.id, { ...row, name: listedName(row) });
  }
  return found;
}
