import { defaults } from '@upvigil/core/defaults';
import { createTimingHeap } from './timing-heap.ts';

/** When a monitor is to be checked. All times in milliseconds on one monotonic clock. */
export interface Timing {
  id: number;
  interval: number;
  /** A planned time, past or future; null for a monitor that was never due. */
  next_due: number | null;
}

/** A check that is to be started, and how many milliseconds ago it was due. */
interface DueCheck {
  id: number;
  late: number;
}

/**
 * Decides which checks are due. Pure: the time is passed in, nothing is started. A taken monitor counts as running until
 * `finish` is called, and is not taken again meanwhile: checks of one monitor never overlap.
 */
export interface Schedule {
  /**
   * Adds monitors, or changes the timing of known ones. A known schedule is kept. New and overdue monitors
   * are due at once, each once; many of one call are spread over their intervals, so that a restart causes no burst.
   */
  add(timings: readonly Timing[], now: number): void;
  remove(id: number): void;
  /** Takes at most `limit` checks that are due, most overdue first. */
  takeDue(now: number, limit: number): DueCheck[];
  /** Takes a check that is not due, for a trigger; its planned time stays. False when it runs or is unknown. */
  takeNow(id: number): boolean;
  /**
   * Ends a check. `early`: the next one comes early, to confirm a problem or to try again; then the schedule goes on. Each
   * further `attempt` in a row waits twice as long.
   */
  finish(id: number, now: number, early: { attempt: number } | null): void;
  /**
   * At most `limit` monitors that another process may check instead. None of them runs. First come those that are not due for
   * `noticeMilliseconds`, then those that are overdue by as much, because this process does not keep up.
   */
  releasable(now: number, limit: number, noticeMilliseconds: number): number[];
  isRunning(id: number): boolean;
  /** When a monitor is due next: past when it is overdue; null when it is not here. */
  dueOf(id: number): number | null;
  /** When the first check is due that does not run; null when there is none. */
  nextDue(): number | null;
  readonly size: number;
}

interface Entry {
  id: number;
  interval: number;
  /** The next regular time, without early checks. */
  planned: number;
  due: number;
  is_running: boolean;
}

/** An entry in the queue. It counts only while `due` is still that of the entry. */
interface Queued {
  due: number;
  entry: Entry;
}

/** Monitors that are added together start one after another, at most this far apart. */
const startGapMilliseconds = 50;

/** The entries by when they are due. Skips what was queued again, removed or started since. */
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

export function createSchedule(): Schedule {
  const entries = new Map<number, Entry>();
  const queue = createQueue(entries);

  const start = (entry: Entry, now: number): void => {
    entry.is_running = true;
    if (entry.due >= entry.planned) entry.planned = pointAfter(entry.planned, entry.interval, now);
  };

  return {
    add(timings, now) {
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
    remove: (id) => void entries.delete(id),
    takeDue(now, limit) {
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
    takeNow(id) {
      const entry = entries.get(id);
      if (entry === undefined || entry.is_running) return false;
      entry.is_running = true;
      return true;
    },
    finish(id, now, early) {
      const entry = entries.get(id);
      if (!entry?.is_running) return;
      entry.is_running = false;
      queue.add(entry, early ? Math.min(entry.planned, now + soonAfter(entry.interval, early.attempt)) : entry.planned);
    },
    releasable(now, limit, noticeMilliseconds) {
      const idle = [...entries.values()].filter((entry) => !entry.is_running);
      const early = idle.filter(({ due }) => due > now + noticeMilliseconds);
      const overdue = early.length < limit ? idle.filter(({ due }) => due < now - noticeMilliseconds) : [];
      return [...early, ...overdue].slice(0, limit).map(({ id }) => id);
    },
    isRunning: (id) => entries.get(id)?.is_running ?? false,
    dueOf: (id) => dueOf(entries.get(id)),
    nextDue: () => queue.first()?.due ?? null,
    get size() {
      return entries.size;
    },
  };
}

/** Milliseconds until an early check: 5 s, twice as long for each attempt before, or the interval where that is shorter. */
const soonAfter = (interval: number, attempt: number): number =>
  Math.min(interval, defaults.confirmationSeconds * 1000 * 2 ** attempt);

/** While a check runs, its monitor is due at the next planned time. */
function dueOf(entry: Entry | undefined): number | null {
  if (entry === undefined) return null;
  return entry.is_running ? entry.planned : entry.due;
}

/** The first planned time later than now. */
const pointAfter = (point: number, interval: number, now: number): number =>
  point + interval * Math.max(1, Math.floor((now - point) / interval) + 1);

/** The first planned time that is not past, and not more than one interval ahead. */
const pointFrom = (point: number, interval: number, now: number): number =>
  point - interval * Math.floor((point - now) / interval);

const isPast = (timing: Timing, now: number): boolean => timing.next_due === null || timing.next_due <= now;

/** Hands out offsets in milliseconds to `count` monitors: evenly over the interval, but no further apart than the gap. */
function spread(count: number): (interval: number) => number {
  let index = 0;
  return (interval) => index++ * Math.min(interval / count, startGapMilliseconds);
}
