import type { FinishedCheck, WatchedMonitor } from '../../base/domain/check.ts';
import { advanceStreaks } from '../../base/domain/problems.ts';

/** The monitors that are watched, with all that a new probe thread must know of them. */
export interface WatchList {
  /** Adds monitors. Returns those that are new or were edited. */
  add(monitors: readonly WatchedMonitor[]): WatchedMonitor[];
  remove(ids: readonly number[]): void;
  has(id: number): boolean;
  /** Whether a check is of a monitor as it is now, not as it was before an edit. */
  isCurrent(check: FinishedCheck): boolean;
  /** Notes the streaks and the due time of a monitor after a check. */
  note(check: FinishedCheck): void;
  all(): WatchedMonitor[];
  readonly size: number;
}

export function createWatchList(): WatchList {
  const monitors = new Map<number, WatchedMonitor>();
  const monitorOf = (check: FinishedCheck): WatchedMonitor | undefined => {
    const monitor = monitors.get(check.monitor_id);
    return monitor?.revision === check.revision ? monitor : undefined;
  };
  return {
    add(added) {
      const news = added.filter(({ id, revision }) => monitors.get(id)?.revision !== revision);
      for (const monitor of news) monitors.set(monitor.id, { ...monitor });
      return news;
    },
    remove(ids) {
      for (const id of ids) monitors.delete(id);
    },
    has: (id) => monitors.has(id),
    isCurrent: (check) => monitorOf(check) !== undefined,
    note(check) {
      const monitor = monitorOf(check);
      if (monitor) Object.assign(monitor, advanceStreaks(monitor, check), { next_due_at: check.next_due_at });
    },
    all: () => [...monitors.values()],
    get size() {
      return monitors.size;
    },
  };
}
