import { dayMs } from '@upvigil/core/time';
import type { CheckResult } from '../run-check.ts';
import { createOfflinePeriod, type OfflinePeriodOptions } from './offline-period.ts';
import { signOf, suspectHosts } from './offline-rule.ts';
import { type AskReference, createReferences } from './references.ts';
import { createSuspectedOffline, isFault, offlineFault, type SuspectedOfflineOptions } from './suspected-offline.ts';
import type { EndedCheck } from './uplink-news.ts';

interface OfflineDetectorOptions
  extends Pick<OfflinePeriodOptions, 'clock' | 'report'>,
    Pick<SuspectedOfflineOptions, 'countHosts' | 'checkOthers'> {
  ask: AskReference;
}

export type OfflineDetector = ReturnType<typeof createOfflineDetector>;

/**
 * References that have been silent for longer do not count any more, even while Upvigil is offline. In milliseconds.
 */
const longestSilenceMilliseconds = dayMs;

/** Detects whether silent targets mean that Upvigil itself is offline. */
export function createOfflineDetector({ clock, ask, countHosts, checkOthers, report }: OfflineDetectorOptions) {
  const isUplinkSuspected = (): boolean =>
    suspected.isOpen || (period.began !== null && clock.monotonic() - period.began < longestSilenceMilliseconds);
  const references = createReferences({
    clock,
    ask,
    isUplinkSuspected,
    onTested(answered) {
      if (answered > 0) report({ state: 'answered', at: clock.now() });
    },
  });
  const period = createOfflinePeriod({ clock, references, report });
  const suspected = createSuspectedOffline({
    clock,
    references,
    countHosts,
    checkOthers,
    onOffline(found) {
      period.begin(found);
      // An answer of another host ends the period, so these hosts are checked before they are due.
      checkOthers(found.hosts, suspectHosts);
    },
  });

  return {
    /** Without references, every result counts. */
    setReferences: references.set,
    /**
     * The result to record: the check's own, or a fault. An answered check is returned at once; an unanswered one waits
     * until it is known whether Upvigil is offline.
     */
    settle(ended: EndedCheck): CheckResult | Promise<CheckResult> {
      const { result, began, monitor } = ended;
      const sign = signOf(result, monitor.target);
      if (sign === 'alive') {
        suspected.clear();
        // A reference that stays silent while a target answers may be blocked, so it proves nothing.
        if (period.end()) references.distrust();
      }
      if (sign !== 'silent') return result;
      if (period.covers(began, monitor.id)) return isFault(result) ? result : offlineFault;
      return references.counting === 0 ? result : suspected.add(ended);
    },
  };
}
