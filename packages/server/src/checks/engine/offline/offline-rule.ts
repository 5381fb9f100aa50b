import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { dayMs } from '@upvigil/core/time';
import type { ProbeTarget } from '../../../base/domain/check.ts';
import type { CheckResult } from '../run-check.ts';

/** So many different hosts that say nothing one after another make our own line suspect; all, where there are fewer. */
export const suspectHosts = 3;
/**
 * How long a result waits at most for enough other hosts to be heard, while no reference answers. Milliseconds: more than
 * most checks may take.
 */
export const longestWaitMilliseconds = 60_000;

/** What a result says of our line. */
type Sign =
  /** Something came from a target. */
  | 'alive'
  /** Nothing came, so that the line or the target may be dead. */
  | 'silent'
  /** Nobody was asked, as where this host lacks memory. */
  | 'none';

/** Without a route or a resolver nothing comes either, though a fault is not the target's. */
const silentFaults: ReadonlySet<string> = new Set(['no-route', 'resolver']);

export function signOf(result: CheckResult): Sign {
  if ('outcome' in result) return silentFaults.has(result.fault) ? 'silent' : 'none';
  return result.is_unanswered ? 'silent' : 'alive';
}

/** What is known when no reference answered. */
export interface Silence {
  /** Different hosts whose last checks went unanswered, with none answered since the first of them. */
  silentHosts: number;
  /** Different hosts that are watched. */
  watchedHosts: number;
  /** Since the first of them, milliseconds. */
  waited: number;
}

/**
 * What becomes of results that wait: they are faults of ours, they wait for what other hosts say, or they are the
 * targets' after all.
 */
export function verdictOf({ silentHosts, watchedHosts, waited }: Silence): 'offline' | 'wait' | 'judge' {
  if (silentHosts >= Math.min(suspectHosts, Math.max(1, watchedHosts))) return 'offline';
  return waited < longestWaitMilliseconds ? 'wait' : 'judge';
}

const firstRepeatMilliseconds = 60_000;

/**
 * Milliseconds until the references are asked again by the day. When none answered, they are asked sooner: the network
 * of a machine that has just started may not be up yet.
 */
export const pauseAfter = (failures: number): number =>
  failures === 0 ? dayMs : Math.min(dayMs, firstRepeatMilliseconds * 2 ** (failures - 1));

/** The host that a target is reached at, as it was entered. */
export function hostOf(target: ProbeTarget): string {
  if (target.kind !== 'URL') return target.host.toLowerCase();
  return canParseUrl(target.url) ? new URL(target.url).hostname : target.url;
}
