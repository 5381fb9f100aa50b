import type { Clock } from '../../../base/clock.ts';
import { fault } from '../../probe/faults.ts';
import type { CheckResult } from '../run-check.ts';
import type { EndedCheck, Wait } from './line.ts';
import { hostOf, suspectHosts, verdictOf } from './offline-rule.ts';
import type { References } from './references.ts';

/** What was found to be unanswered when our line was found to be dead. */
export interface Suspected {
  hosts: Set<string>;
  monitorIds: Set<number>;
  /** When the first of it ended: milliseconds since the epoch, and of the monotonic clock. */
  since: number;
  began: number;
}

export interface SuspicionOptions {
  clock: Clock;
  references: Pick<References, 'answer' | 'counting'>;
  /** How many different hosts are watched; counting may end at three. */
  countHosts(): number;
  /** Checks monitors of other hosts at once, one each and `most` at most, so that not their intervals decide how long a result waits. */
  checkOthers(silentHosts: ReadonlySet<string>, most: number): void;
  /** No reference answers, and enough hosts say nothing. Called before what waits is given back. */
  onOffline(suspected: Suspected): void;
}

/** Unanswered results, which wait until something answers or our line is known to be dead. */
export interface Suspicions {
  /** Takes one in. Returns what it comes to. */
  add(ended: EndedCheck): CheckResult | Promise<CheckResult>;
  /** Something answered: what waits is the targets'. */
  clear(): void;
  readonly isOpen: boolean;
}

/** Where much is checked, somebody else answers within this time, and no reference need be asked. Milliseconds. */
const graceMilliseconds = 250;
/** From one asking to the next. Milliseconds. */
const pauseMilliseconds = 1_000;

export const offlineFault = fault('offline', 'nothing answers this host, so its own line seems to be dead');
export const isFault = (result: CheckResult): boolean => 'outcome' in result;

interface Held {
  result: CheckResult;
  settle(result: CheckResult): void;
}

/** All since anything last answered. */
interface Suspicion extends Suspected {
  /** Results that wait. */
  held: Set<Held>;
  othersAsked: boolean;
}

export function createSuspicions(options: SuspicionOptions): Suspicions {
  const { clock, references, countHosts, checkOthers, onOffline } = options;
  let open: Suspicion | null = null;

  /** Gives back what waits: as a fault, or as it was found. */
  const end = ({ held }: Suspicion, instead: CheckResult | null): void => {
    open = null;
    for (const { settle, result } of held) settle(instead ?? result);
  };

  const ask = async (asked: Suspicion): Promise<void> => {
    if (open !== asked) return;
    const isAnswered = await references.answer();
    // A target answered meanwhile.
    if (open !== asked) return;
    if (isAnswered || references.counting === 0) return end(asked, null);
    const waited = clock.monotonic() - asked.began;
    const verdict = verdictOf({ silentHosts: asked.hosts.size, watchedHosts: countHosts(), waited });
    if (verdict === 'offline') {
      onOffline(asked);
      return end(asked, offlineFault);
    }
    if (verdict === 'judge') return end(asked, null);
    if (!asked.othersAsked) {
      asked.othersAsked = true;
      checkOthers(asked.hosts, suspectHosts - asked.hosts.size);
    }
    clock.after(pauseMilliseconds, () => void ask(asked));
  };

  const begin = (): Suspicion => {
    const begun: Suspicion = {
      hosts: new Set(),
      monitorIds: new Set(),
      held: new Set(),
      othersAsked: false,
      since: clock.now(),
      began: clock.monotonic(),
    };
    clock.after(graceMilliseconds, () => void ask(begun));
    return begun;
  };

  return {
    add({ monitor: { id, target }, result, wait }) {
      open ??= begin();
      open.hosts.add(hostOf(target));
      open.monitorIds.add(id);
      // One that is our fault already need not wait.
      return isFault(result) ? result : hold(open.held, result, wait);
    },
    clear() {
      if (open !== null) end(open, null);
    },
    get isOpen() {
      return open !== null;
    },
  };
}

function hold(held: Set<Held>, result: CheckResult, wait: Wait): Promise<CheckResult> {
  return new Promise((resolve) => {
    const one: Held = {
      result,
      settle(given) {
        held.delete(one);
        resolve(given);
      },
    };
    held.add(one);
    wait.giveUp = one.settle;
  });
}
