import { defaults } from '@upvigil/core/defaults';
import { createTimingHeap } from './timing-heap.ts';

/** Timing of a monitor. All times in milliseconds of one monotonic clock. */
export interface Timing {
  id: number;
  interval: number;
  /** A scheduled time, past or future; null for a new monitor. */
  next_due: number | null;
}

/** A check to start. `late`: milliseconds since it was due. */
interface DueCheck {
  id: number;
  late: number;
}

interface Entry {
  id: number;
  interval: number;
  /** The next regular time, without early checks. */
  planned: number;
  due: number;
  is_running: boolean;
}

/** An entry in the queue, valid only while its `due` is the monitor's. */
interface Queued {
  due: number;
  entry: Entry;
}

/** Monitors that are added together start up to this far apart. */
const startGapMilliseconds = 50;

/** Entries by due time. Skips stale ones: queued again, removed or started since. */
function createQueue(entries: ReadonlyMap<number, Entry>) {
  const heap = createTimingHeap<Queued>();
  const isCurrent = ({ entry, due }: Queued): boolean =>
    entries.get(entry.id) === entry && !entry.is_running && entry.due === due;
  return {
    add(entry: Entry, due: number): void {
      entry.due = due;
      heap.add({ due, entry });
    },
    first(): Queued | undefined {
      for (let first = heap.first(); first !== undefined; first = heap.first()) {
        if (isCurrent(first)) return first;
        heap.takeFirst();
      }
      return undefined;
    },
    takeFirst: () => heap.takeFirst(),
  };
}

export type Schedule = ReturnType<typeof createSchedule>;

/**
 * Decides which checks are due. Pure: the time is an argument, and nothing is started. A taken monitor counts as
 * running until `finish`, so checks of one monitor never overlap.
 */
export function createSchedule() {
  const entries = new Map<number, Entry>();
  const queue = createQueue(entries);

  const start = (entry: Entry, now: number): void => {
    entry.is_running = true;
    if (entry.due >= entry.planned) entry.planned = pointAfter(entry.planned, entry.interval, now);
  };

  return {
    /**
     * Adds monitors, or changes the timing of known ones, whose schedule is kept. New and overdue monitors are due at
     * once, each once. Many in one call are spread over their intervals, so that a restart causes no burst.
     */
    add(timings: readonly Timing[], now: number): void {
      const offsetOf = spread(timings.filter((timing) => isPast(timing, now)).length);
      for (const timing of timings) {
        const soonest = isPast(timing, now) ? now + offsetOf(timing.interval) : Number.POSITIVE_INFINITY;
        const planned = timing.next_due === null ? soonest : pointFrom(timing.next_due, timing.interval, now);
        const due = Math.min(soonest, planned);
        const entry = { id: timing.id, interval: timing.interval, planned, due, is_running: false };
        entries.set(timing.id, entry);
        queue.add(entry, due);
      }
    },
    remove: (id: number): void => void entries.delete(id),
    /** Takes up to `limit` due checks, most overdue first. */
    takeDue(now: number, limit: number): DueCheck[] {
      const taken: DueCheck[] = [];
      while (taken.length < limit) {
        const first = queue.first();
        if (first === undefined || first.due > now) break;
        queue.takeFirst();
        start(first.entry, now);
        taken.push({ id: first.entry.id, late: now - first.due });
      }
      return taken;
    },
    /**
     * Takes a check that is not due, for a trigger; its scheduled time stays. Returns false if it is running or unknown.
     */
    takeNow(id: number): boolean {
      const entry = entries.get(id);
      if (entry === undefined || entry.is_running) return false;
      entry.is_running = true;
      return true;
    },
    /**
     * Ends a check. `early`: the next check comes early, to confirm a problem or to retry; then the schedule continues.
     * Each further consecutive `attempt` waits twice as long.
     */
    finish(id: number, now: number, early: { attempt: number } | null): void {
      const entry = entries.get(id);
      if (!entry?.is_running) return;
      entry.is_running = false;
      queue.add(entry, early ? Math.min(entry.planned, now + soonAfter(entry.interval, early.attempt)) : entry.planned);
    },
    /**
     * Up to `limit` monitors that another process may take over; none of them is running. First those that are not due
     * within `noticeMilliseconds`, then those that are overdue by as much, because this process is overloaded.
     */
    releasable(
      now: number,
      limit: number,
      noticeMilliseconds: number,
      mayLeave: (id: number) => boolean = () => true,
    ): number[] {
      const idle = [...entries.values()].filter((entry) => !entry.is_running && mayLeave(entry.id));
      const early = idle.filter(({ due }) => due > now + noticeMilliseconds);
      const overdue = early.length < limit ? idle.filter(({ due }) => due < now - noticeMilliseconds) : [];
      return [...early, ...overdue].slice(0, limit).map(({ id }) => id);
    },
    isRunning: (id: number): boolean => entries.get(id)?.is_running ?? false,
    /** Next due time of a monitor, in the past if overdue; null if unknown. */
    dueOf: (id: number): number | null => dueOf(entries.get(id)),
    /** Next due time of all monitors that are not running; null without any. */
    nextDue: (): number | null => queue.first()?.due ?? null,
    get size(): number {
      return entries.size;
    },
  };
}

/** Milliseconds until an early check: 5 s, doubled for each previous attempt, or the interval if that is shorter. */
const soonAfter = (interval: number, attempt: number): number =>
  Math.min(interval, defaults.confirmationSeconds * 1000 * 2 ** attempt);

/** While a check runs, its monitor is due at the next scheduled time. */
function dueOf(entry: Entry | undefined): number | null {
  if (entry === undefined) return null;
  return entry.is_running ? entry.planned : entry.due;
}

/** The first scheduled time after `now`. */
const pointAfter = (point: number, interval: number, now: number): number =>
  point + interval * Math.max(1, Math.floor((now - point) / interval) + 1);

/** The first scheduled time that is not past, at most one interval ahead. */
const pointFrom = (point: number, interval: number, now: number): number =>
  point - interval * Math.floor((point - now) / interval);

const isPast = (timing: Timing, now: number): boolean => timing.next_due === null || timing.next_due <= now;

/** Offsets in milliseconds for `count` monitors: evenly over the interval, but no further apart than the gap. */
function spread(count: number): (interval: number) => number {
  let index = 0;
  return (interval) => index++ * Math.min(interval / count, startGapMilliseconds);
}
