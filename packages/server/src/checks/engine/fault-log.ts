import type { Clock } from '../../base/clock.ts';
import type { FaultReason } from '../../base/domain/check.ts';
import type { EngineLog } from './engine.ts';

/** A fault of a thousand monitors at once, repeated every 5 s, is one line in this time. Milliseconds. */
const quietMilliseconds = 60_000;

export type FaultLog = ReturnType<typeof createFaultLog>;

/**
 * Counts and logs checks that failed for reasons on our side. The first fault of a reason is logged at once; while
 * they go on, one a minute, with the number of those in between.
 */
export function createFaultLog({ clock, log }: { clock: Pick<Clock, 'monotonic'>; log: EngineLog }) {
  const counts = new Map<FaultReason, number>();
  const logged = new Map<FaultReason, { at: number; count: number }>();
  return {
    /** How many there were for each reason since the start. */
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
