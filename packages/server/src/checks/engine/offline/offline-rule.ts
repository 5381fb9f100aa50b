import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { dayMs, minuteMs } from '@upvigil/core/time';
import type { ProbeTarget } from '../../../base/domain/check.ts';
import type { CheckResult } from '../run-check.ts';

/** Number of consecutive silent hosts from which Upvigil may be offline; all hosts, if there are fewer. */
export const suspectHosts = 3;
/**
 * Maximum wait of a result for other hosts while no reference answers. In milliseconds; longer than most checks may
 * take.
 */
const longestWaitMilliseconds = minuteMs;

type Sign =
  /** The target answered. */
  | 'alive'
  /** The target or the uplink may be down. */
  | 'silent'
  /** No request was sent (out of memory, say). */
  | 'none';

/** Without a route or a resolver, no target answers either. */
const silentFaults: ReadonlySet<string> = new Set(['no-route', 'resolver']);

export function signOf(result: CheckResult, target: ProbeTarget): Sign {
  if ('outcome' in result) return silentFaults.has(result.fault) ? 'silent' : 'none';
  if (!isRemote(target)) return 'none';
  return result.is_unanswered ? 'silent' : 'alive';
}

/** State after no reference answered. */
interface Silence {
  /** Different hosts with unanswered last checks, since the last answered check of any host. */
  silentHosts: number;
  /** Different hosts that are watched. */
  watchedHosts: number;
  /** Milliseconds since the first unanswered check. */
  waited: number;
}

/** Whether waiting results become faults, keep waiting for other hosts, or count. */
export function verdictOf({ silentHosts, watchedHosts, waited }: Silence): 'offline' | 'wait' | 'count' {
  if (silentHosts >= Math.min(suspectHosts, Math.max(1, watchedHosts))) return 'offline';
  return waited < longestWaitMilliseconds ? 'wait' : 'count';
}

const firstRepeatMilliseconds = minuteMs;

/**
 * Milliseconds until the next daily test of the references. Shorter if none answered, because the network of a machine
 * that has just started may not be up yet.
 */
export const pauseAfter = (failures: number): number =>
  failures === 0 ? dayMs : Math.min(dayMs, firstRepeatMilliseconds * 2 ** (failures - 1));

/** Whether checks of a target prove something about the uplink. A command may look at this machine only. */
export const isRemote = ({ kind }: ProbeTarget): boolean => kind !== 'COMMAND';

/** Host of a target as entered. */
export function hostOf(target: ProbeTarget): string {
  if (target.kind !== 'URL') return target.host.toLowerCase();
  return canParseUrl(target.url) ? new URL(target.url).hostname : target.url;
}
