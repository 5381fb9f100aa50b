import { minuteMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { FaultReason } from '../../base/domain/check.ts';
import type { EngineLog } from './engine.ts';

/** Interval of log lines for one fault, which may affect a thousand monitors every 5 s. In milliseconds. */
const quietMilliseconds = minuteMs;

export type FaultLog = ReturnType<typeof createFaultLog>;

/**
 * Counts and logs checks that faults of this machine prevented. Logs the first fault of a reason at once; while they
 * continue, one line a minute with their number.
 */
export function createFaultLog({ clock, log }: { clock: Pick<Clock, 'monotonic'>; log: EngineLog }) {
  const counts = new Map<FaultReason, number>();
  const logged = new Map<FaultReason, { at: number; count: number }>();
  return {
    /** Number of faults by reason since the start. */
    counts: counts as ReadonlyMap<FaultReason, number>,
    note(monitor_id: number, fault: FaultReason, message: string): void {
      const count = (counts.get(fault) ?? 0) + 1;
      counts.set(fault, count);
      const last = logged.get(fault);
      const now = clock.monotonic();
      if (last && now - last.at < quietMilliseconds) return;
      const not_logged = count - 1 - (last?.count ?? 0);
      logged.set(fault, { at: now, count });
      log.warn({ monitor_id, fault, ...(not_logged > 0 ? { not_logged } : {}) }, message);
    },
  };
}
