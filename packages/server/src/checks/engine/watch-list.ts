import type { FinishedCheck, WatchedMonitor } from '../../base/domain/check.ts';
import { advanceStreaks } from '../../base/domain/problems.ts';

export type WatchList = ReturnType<typeof createWatchList>;

/** The watched monitors with the state that a new probe thread needs. */
export function createWatchList() {
  const monitors = new Map<number, WatchedMonitor>();
  const monitorOf = (check: FinishedCheck): WatchedMonitor | undefined => {
    const monitor = monitors.get(check.monitor_id);
    return monitor?.revision === check.revision ? monitor : undefined;
  };
  return {
    /** Returns those that are new or edited. */
    add(added: readonly WatchedMonitor[]): WatchedMonitor[] {
      const news = added.filter(({ id, revision }) => monitors.get(id)?.revision !== revision);
      for (const monitor of news) monitors.set(monitor.id, { ...monitor });
      return news;
    },
    remove(ids: readonly number[]): void {
      for (const id of ids) monitors.delete(id);
    },
    has: (id: number): boolean => monitors.has(id),
    /** Whether a check belongs to the monitor's current revision. */
    isCurrent: (check: FinishedCheck): boolean => monitorOf(check) !== undefined,
    /** Stores a monitor's streaks and next due time after a check. */
    note(check: FinishedCheck): void {
      const monitor = monitorOf(check);
      if (monitor) Object.assign(monitor, advanceStreaks(monitor, check), { next_due_at: check.next_due_at });
    },
    all: (): WatchedMonitor[] => [...monitors.values()],
    get size(): number {
      return monitors.size;
    },
  };
}
