import type { CheckResult } from '../run-check.ts';
import type { EndedCheck } from './line.ts';
import { signOf, suspectHosts } from './offline-rule.ts';
import { createOfflineSpell, type OfflineSpellOptions } from './offline-spell.ts';
import { type AskReference, createReferences, type References } from './references.ts';
import { createSuspicions, isFault, offlineFault, type SuspicionOptions } from './suspicion.ts';

export interface LineWatchOptions
  extends Pick<OfflineSpellOptions, 'clock' | 'tell'>,
    Pick<SuspicionOptions, 'countHosts' | 'checkOthers'> {
  ask: AskReference;
}

/** Tells a dead line of ours from dead targets. */
export interface LineWatch {
  /** Replaces what is asked whether the line is dead; none: every result stands. */
  setReferences: References['set'];
  /**
   * What a check comes to: its own result, or a fault of ours. One that was answered is given back at once; one that was not
   * waits until it is known whether the line is dead.
   */
  judged(ended: EndedCheck): CheckResult | Promise<CheckResult>;
}

/** A reference that is silent for so long does not count any more, offline or not. Milliseconds. */
const mostDoubtedMilliseconds = 24 * 60 * 60_000;

export function createLineWatch({ clock, ask, countHosts, checkOthers, tell }: LineWatchOptions): LineWatch {
  const isDoubted = (): boolean =>
    suspicions.isOpen || (spell.began !== null && clock.monotonic() - spell.began < mostDoubtedMilliseconds);
  const references = createReferences({
    clock,
    ask,
    isDoubted,
    onAsked(answered) {
      if (answered > 0) tell({ state: 'answered', at: clock.now() });
    },
  });
  const spell = createOfflineSpell({ clock, references, tell });
  const suspicions = createSuspicions({
    clock,
    references,
    countHosts,
    checkOthers,
    onOffline(suspected) {
      spell.begin(suspected);
      // Their answers would end it, whatever their intervals.
      checkOthers(suspected.hosts, suspectHosts);
    },
  });

  return {
    setReferences: references.set,
    judged(ended) {
      const { result, began, monitor } = ended;
      const sign = signOf(result);
      if (sign === 'alive') {
        suspicions.clear();
        // A reference target that stays silent while a monitor's target answers proves nothing: it may be blocked.
        if (spell.end()) references.distrust();
      }
      if (sign !== 'silent') return result;
      if (spell.covers(began, monitor.id)) return isFault(result) ? result : offlineFault;
      return references.counting === 0 ? result : suspicions.add(ended);
    },
  };
}
