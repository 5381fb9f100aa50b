import type { FinishedCheck, WatchedMonitor } from '../../base/domain/check.ts';
import { advanceStreaks } from '../../base/domain/problems.ts';

export type WatchList = ReturnType<typeof createWatchList>;

/** The monitors that are watched, with all that a new probe thread must know of them. */
export function createWatchList() {
  const monitors = new Map<number, WatchedMonitor>();
  const monitorOf = (check: FinishedCheck): WatchedMonitor | undefined => {
    const monitor = monitors.get(check.monitor_id);
    return monitor?.revision === check.revision ? monitor : undefined;
  };
  return {
    /** Adds monitors. Returns those that are new or were edited. */
    add(added: readonly WatchedMonitor[]): WatchedMonitor[] {
      const news = added.filter(({ id, revision }) => monitors.get(id)?.revision !== revision);
      for (const monitor of news) monitors.set(monitor.id, { ...monitor });
      return news;
    },
    remove(ids: readonly number[]): void {
      for (const id of ids) monitors.delete(id);
    },
    has: (id: number): boolean => monitors.has(id),
    /** Whether a check is of a monitor as it is now, not as it was before an edit. */
    isCurrent: (check: FinishedCheck): boolean => monitorOf(check) !== undefined,
    /** Notes the streaks and the due time of a monitor after a check. */
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
