import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import { awaitedParent, parentIsDown } from '@upvigil/core/texts/parents';
import { minuteMs, secondMs } from '@upvigil/core/time';
import type { AlertRow, MonitorRow } from '../../../storage/tables.ts';
import { type Deferred, deferred } from './channel-verdict.ts';

/** An ancestor of a monitor, with its newest result. */
export interface Ancestor extends Pick<MonitorRow, 'id' | 'kind' | 'enabled' | 'is_up' | 'last_check_time'> {
  name: string;
}

/** A problem of a monitor with ancestors. */
export type ChildProblem = Pick<AlertRow, 'problem' | 'began_at' | 'created_at'>;

/** How long a problem waits at most for checks of the ancestors, and for its own check after they recovered. */
const mostWaitMs = 30 * secondMs;
/** Time between two evaluations of a delivery while the parent is down. */
const stillDownMs = 5 * minuteMs;
/** After this time, a check that a delivery waits for is requested again: whoever requested it may have ended. */
const requestAgainMs = 5 * secondMs;

const waitStart = 'waits for a check of the parent "';
/** The reason after the parent has recovered, until the monitor was checked again. */
const recoveredReason = 'waits for a check, because the parent has recovered';
/** SQL patterns of these reasons. */
export const parentPatterns = [parentIsDown('%'), 'waits for a check%'];

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
  const counted = countedOf(ancestors);
  const down = counted.find(({ is_up }) => is_up === 0);
  if (down) return deferred(now + stillDownMs, parentIsDown(down.name));
  const since = now - created_at;
  // A problem from the future is one of before a backward clock change.
  if (problem !== 'outage' || began_at === null || since < 0 || since >= mostWaitMs) return null;
  const unchecked = counted.find((ancestor) => isUncheckedSince(ancestor, began_at));
  return unchecked ? deferred(created_at + mostWaitMs, `${waitStart}${unchecked.name}"`) : null;
}

const countedOf = (ancestors: readonly Ancestor[]): Ancestor[] =>
  ancestors.filter(({ enabled, is_up }) => enabled === 1 && is_up !== null);

const isUncheckedSince = ({ kind, last_check_time }: Ancestor, began_at: number): boolean =>
  kind !== heartbeatKind.type && (last_check_time ?? 0) < began_at;

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
  return isOver ? null : { ...deferred(since + mostWaitMs, recoveredReason), since };
}

/** A delivery that is deferred because of a parent, of an open problem. */
interface WaitingForParent extends Pick<AlertRow, 'monitor_id' | 'began_at'> {
  reason: string | null;
  /** When it was deferred for its present reason. Milliseconds since the epoch. */
  created_at: number;
  alert_created_at: number;
}

/**
 * The monitors whose check a delivery has awaited for `requestAgainMs`: ancestors, or its own. `now`: milliseconds since
 * the epoch.
 */
export function awaitedChecks(
  { monitor_id, reason, began_at, created_at, alert_created_at }: WaitingForParent,
  ancestors: readonly Ancestor[],
  now: number,
): number[] {
  if (reason === recoveredReason) return now - created_at < requestAgainMs ? [] : [monitor_id];
  if (!reason?.startsWith(waitStart) || now - alert_created_at < requestAgainMs) return [];
  return countedOf(ancestors)
    .filter((ancestor) => isUncheckedSince(ancestor, began_at ?? 0))
    .map(({ id }) => id);
}
