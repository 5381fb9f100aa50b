import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { dayMs } from '@upvigil/core/time';
import type { ProbeTarget } from '../../../base/domain/check.ts';
import type { CheckResult } from '../run-check.ts';

/** This number of silent hosts, one after another, means that Upvigil may be offline; all, where there are fewer. */
export const suspectHosts = 3;
/** A result waits up to this time for other hosts, while no reference answers. Milliseconds: more than most checks may take. */
const longestWaitMilliseconds = 60_000;

type Sign =
  /** The target answered. */
  | 'alive'
  /** The target or the uplink may be down. */
  | 'silent'
  /** No request was sent, for example without memory. */
  | 'none';

/** Without a route or a resolver nothing answers either. */
const silentFaults: ReadonlySet<string> = new Set(['no-route', 'resolver']);

export function signOf(result: CheckResult): Sign {
  if ('outcome' in result) return silentFaults.has(result.fault) ? 'silent' : 'none';
  return result.is_unanswered ? 'silent' : 'alive';
}

/** The state when no reference answered. */
export interface Silence {
  /** Different hosts whose last checks went unanswered, with none answered since the first of them. */
  silentHosts: number;
  /** Different hosts that are watched. */
  watchedHosts: number;
  /** Milliseconds since the first of them. */
  waited: number;
}

/** Whether waiting results are faults, go on waiting for other hosts, or count. */
export function verdictOf({ silentHosts, watchedHosts, waited }: Silence): 'offline' | 'wait' | 'judge' {
  if (silentHosts >= Math.min(suspectHosts, Math.max(1, watchedHosts))) return 'offline';
  return waited < longestWaitMilliseconds ? 'wait' : 'judge';
}

const firstRepeatMilliseconds = 60_000;

/**
 * Milliseconds until the next daily test of the references. When none answered, it comes sooner: the network of a machine
 * that has just started may not be up yet.
 */
export const pauseAfter = (failures: number): number =>
  failures === 0 ? dayMs : Math.min(dayMs, firstRepeatMilliseconds * 2 ** (failures - 1));

/** The host that a target is reached at, as it was entered. */
export function hostOf(target: ProbeTarget): string {
  if (target.kind !== 'URL') return target.host.toLowerCase();
  return canParseUrl(target.url) ? new URL(target.url).hostname : target.url;
}
