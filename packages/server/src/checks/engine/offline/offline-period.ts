import type { Clock } from '../../../base/clock.ts';
import type { References } from './references.ts';
import type { Suspected } from './suspected-offline.ts';
import type { UplinkNews } from './uplink-news.ts';

export interface OfflinePeriodOptions {
  clock: Clock;
  references: Pick<References, 'answer' | 'counting'>;
  report(news: UplinkNews): void;
}

type Period = Pick<Suspected, 'monitorIds' | 'since' | 'began'>;

const pauseMilliseconds = 5_000;

/**
 * The time in which Upvigil is offline. Ends when a target or a reference answers, or when no reference counts any
 * more.
 */
export function createOfflinePeriod({ clock, references, report }: OfflinePeriodOptions) {
  let period: Period | null = null;
  let offlineUntil = Number.NEGATIVE_INFINITY;

  const askLater = (current: Period): void => void clock.after(pauseMilliseconds, () => void ask(current));
  const ask = async (current: Period): Promise<void> => {
    if (period !== current) return;
    const isAnswered = await references.answer();
    if (period !== current) return;
    if (!isAnswered && references.counting > 0) return askLater(current);
    end();
  };
  const end = (): boolean => {
    if (period === null) return false;
    const { since, monitorIds } = period;
    period = null;
    offlineUntil = clock.monotonic();
    report({ state: 'over', since, ended: clock.now(), monitor_ids: [...monitorIds] });
    return true;
  };

  return {
    begin({ monitorIds, since, began }: Suspected): void {
      period = { monitorIds: new Set(monitorIds), since, began };
      report({ state: 'offline', since });
      askLater(period);
    },
    /** Called when a target answers. Returns whether Upvigil was offline until now. */
    end,
    /** Whether a check that began at this time (monotonic clock) ran offline. Records its monitor. */
    covers(began: number, monitorId: number): boolean {
      period?.monitorIds.add(monitorId);
      return period !== null || began < offlineUntil;
    },
    /** Start of the period, milliseconds of the monotonic clock; null while Upvigil is online. */
    get began(): number | null {
      return period?.began ?? null;
    },
  };
}
