import { limits } from '@upvigil/core/limits';
import type { Clock } from '../../base/clock.ts';

const keptMs = limits.eventsPastSeconds.max * 1000;

/** Recent changes, for a page whose initial queries started before its event stream. */
export function createRecentChanges(clock: Pick<Clock, 'monotonic'>) {
  /** The newest change last. */
  const changedAt = new Map<number | null, number>();
  return {
    /** A website, or null for websites in general. */
    note(websiteId: number | null): void {
      const now = clock.monotonic();
      changedAt.delete(websiteId);
      changedAt.set(websiteId, now);
      for (const [id, at] of changedAt) {
        if (now - at <= keptMs) break;
        changedAt.delete(id);
      }
    },
    within(seconds: number): (number | null)[] {
      const since = clock.monotonic() - seconds * 1000;
      return [...changedAt].filter(([, at]) => at >= since).map(([id]) => id);
    },
  };
}
