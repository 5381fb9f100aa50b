import type { Clock } from '../../../base/clock.ts';
import { fault } from '../../probe/faults.ts';
import type { CheckResult } from '../run-check.ts';
import { hostOf, suspectHosts, verdictOf } from './offline-rule.ts';
import type { References } from './references.ts';
import type { EndedCheck, Wait } from './uplink-news.ts';

/** Unanswered checks that may mean that Upvigil is offline. */
export interface Suspected {
  hosts: Set<string>;
  monitorIds: Set<number>;
  /** End of the first of them, in milliseconds since the epoch and of the monotonic clock. */
  since: number;
  began: number;
}

export interface SuspectedOfflineOptions {
  clock: Clock;
  references: Pick<References, 'answer' | 'counting'>;
  /** Number of different watched hosts; may stop counting at three. */
  countHosts(): number;
  /** Checks up to `most` other hosts at once, so that a result does not wait for their intervals. */
  checkOthers(silentHosts: ReadonlySet<string>, most: number): void;
  /** No reference answers, and too few hosts do. Called before the waiting results are settled. */
  onOffline(suspected: Suspected): void;
}

/**
 * With many monitors another target answers within this time, which saves connections to the references. In
 * milliseconds.
 */
const graceMilliseconds = 250;
const pauseMilliseconds = 1_000;

export const offlineFault = fault('offline', 'no target and no reference answers, so this host seems to be offline');
export const isFault = (result: CheckResult): boolean => 'outcome' in result;

interface WaitingResult {
  result: CheckResult;
  settle(result: CheckResult): void;
}

/** State since the last answer. */
interface Unconfirmed extends Suspected {
  waiting: Set<WaitingResult>;
  areOthersChecked: boolean;
}

/** Holds unanswered results until a target or a reference answers, or Upvigil is known to be offline. */
export function createSuspectedOffline(options: SuspectedOfflineOptions) {
  const { clock, references, countHosts, checkOthers, onOffline } = options;
  let open: Unconfirmed | null = null;

  /** Settles the waiting results: with `instead`, or unchanged if null. */
  const end = ({ waiting }: Unconfirmed, instead: CheckResult | null): void => {
    open = null;
    for (const { settle, result } of waiting) settle(instead ?? result);
  };

  const ask = async (current: Unconfirmed): Promise<void> => {
    if (open !== current) return;
    const isAnswered = await references.answer();
    // A target answered in the meantime.
    if (open !== current) return;
    if (isAnswered || references.counting === 0) return end(current, null);
    const waited = clock.monotonic() - current.began;
    const verdict = verdictOf({ silentHosts: current.hosts.size, watchedHosts: countHosts(), waited });
    if (verdict === 'offline') {
      onOffline(current);
      return end(current, offlineFault);
    }
    if (verdict === 'count') return end(current, null);
    if (!current.areOthersChecked) {
      current.areOthersChecked = true;
      checkOthers(current.hosts, suspectHosts - current.hosts.size);
    }
    clock.after(pauseMilliseconds, () => void ask(current));
  };

  const begin = (): Unconfirmed => {
    const begun: Unconfirmed = {
      hosts: new Set(),
      monitorIds: new Set(),
      waiting: new Set(),
      areOthersChecked: false,
      since: clock.now(),
      began: clock.monotonic(),
    };
    clock.after(graceMilliseconds, () => void ask(begun));
    return begun;
  };

  return {
    /** Returns the result to record. */
    add({ monitor: { id, target }, result, wait }: EndedCheck): CheckResult | Promise<CheckResult> {
      open ??= begin();
      open.hosts.add(hostOf(target));
      open.monitorIds.add(id);
      // A fault does not need to wait.
      return isFault(result) ? result : waitIn(open.waiting, result, wait);
    },
    /** Called when a target answers: the waiting results count. */
    clear(): void {
      if (open !== null) end(open, null);
    },
    get isOpen(): boolean {
      return open !== null;
    },
  };
}

function waitIn(waiting: Set<WaitingResult>, result: CheckResult, wait: Wait): Promise<CheckResult> {
  return new Promise((resolve) => {
    const one: WaitingResult = {
      result,
      settle(given) {
        waiting.delete(one);
        resolve(given);
      },
    };
    waiting.add(one);
    wait.giveUp = one.settle;
  });
}
