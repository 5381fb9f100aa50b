import { minuteMs } from '@upvigil/core/time';
import type { Cancel, Clock } from '../../base/clock.ts';

/** Views of a link and the time of the last one, in milliseconds since the epoch. */
export interface CountedViews {
  id: number;
  views: number;
  last_used_at: number;
}

export type ViewCounter = ReturnType<typeof createViewCounter>;

/**
 * Counts views in memory, so that a popular link is written once a minute. Calls `write` at once for the first view of
 * a link, then once a minute. `write` must not reject.
 */
export function createViewCounter(
  clock: Pick<Clock, 'now' | 'after'>,
  write: (counted: CountedViews) => Promise<void>,
) {
  const counted = new Map<number, { views: number; last_used_at: number | null; cancel: Cancel }>();
  const running = new Set<Promise<void>>();
  const send = (views: CountedViews): void => {
    const done = write(views).finally(() => running.delete(done));
    running.add(done);
  };
  /** Blocks writes for this link for a minute. */
  const rest = (id: number): void => {
    counted.set(id, { views: 0, last_used_at: null, cancel: clock.after(minuteMs, () => endRest(id)) });
  };
  const endRest = (id: number): void => {
    const { views = 0, last_used_at = null } = counted.get(id) ?? {};
    counted.delete(id);
    if (last_used_at === null) return;
    send({ id, views, last_used_at });
    rest(id);
  };
  return {
    /** `isNew`: count it as a view. A page that refreshes only updates the time of last use. */
    count(id: number, isNew: boolean): void {
      const views = isNew ? 1 : 0;
      const known = counted.get(id);
      if (known) {
        known.views += views;
        known.last_used_at = clock.now();
        return;
      }
      send({ id, views, last_used_at: clock.now() });
      rest(id);
    },
    /** Writes what is not written yet. */
    async flush(): Promise<void> {
      for (const [id, { views, last_used_at, cancel }] of counted) {
        cancel();
        if (last_used_at !== null) send({ id, views, last_used_at });
      }
      counted.clear();
      await Promise.all(running);
    },
  };
}
