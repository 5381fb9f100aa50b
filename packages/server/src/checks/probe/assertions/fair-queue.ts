/** What waits for one worker, fairly by owner. An owner is an object that is the same for all of its tasks. */
interface FairQueue<Task> {
  /** Returns those that must go because there is no room, which may be this one: those of owners that cost most go first. */
  add(owner: object, size: number, task: Task): Task[];
  take(): Taken<Task> | null;
}

interface Taken<Task> {
  task: Task;
  /** Says what it cost, in any unit. What its owner adds next waits behind others that cost less meanwhile. */
  charge(cost: number): void;
}

interface Waiting<Task> {
  owner: object;
  size: number;
  task: Task;
  /** The point of virtual time from which it may be taken: the least is next. */
  start: number;
}

/**
 * Start-time fair queueing: each owner gets the same share of the worker while it has something to do, and nobody starves.
 * `room` is what those that wait may have of size together.
 */
export function createFairQueue<Task>(room: number): FairQueue<Task> {
  const waiting: Waiting<Task>[] = [];
  const paidUntil = new WeakMap<object, number>();
  let used = 0;
  let now = 0;

  const remove = (at: number): Waiting<Task> | undefined => {
    const [removed] = waiting.splice(at, 1);
    used -= removed?.size ?? 0;
    return removed;
  };
  return {
    add(owner, size, task) {
      waiting.push({ owner, size, task, start: Math.max(now, paidUntil.get(owner) ?? 0) });
      used += size;
      const refused: Task[] = [];
      while (used > room) {
        const last = remove(lastOf(waiting));
        if (last === undefined) break;
        refused.push(last.task);
      }
      return refused;
    },
    take() {
      const next = remove(firstOf(waiting));
      if (next === undefined) return null;
      const { owner, start, task } = next;
      now = start;
      return { task, charge: (cost) => void paidUntil.set(owner, start + cost) };
    },
  };
}

/** The one that waits longest of those that may be taken first. */
const firstOf = (waiting: readonly { start: number }[]): number =>
  waiting.reduce((first, { start }, at) => (start < (waiting[first]?.start ?? Infinity) ? at : first), 0);

/** The one that came last of those that are taken last. */
const lastOf = (waiting: readonly { start: number }[]): number =>
  waiting.reduce((last, { start }, at) => (start >= (waiting[last]?.start ?? 0) ? at : last), 0);
