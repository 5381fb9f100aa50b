/**
 * Tasks that wait for one worker, shared fairly among owners. An owner is an object with the same identity for all of
 * its tasks.
 */
interface FairQueue<Task> {
  /**
   * Returns the tasks that are dropped for lack of space, which may include this one. Those of the most expensive
   * owners go first.
   */
  add(owner: object, size: number, task: Task): Task[];
  take(): Taken<Task> | null;
}

interface Taken<Task> {
  task: Task;
  /** Records the cost of a task, in any unit. Later tasks of its owner wait behind those of owners with lower costs. */
  charge(cost: number): void;
}

interface Waiting<Task> {
  owner: object;
  size: number;
  task: Task;
  /** Virtual start time; the lowest is next. */
  start: number;
}

/**
 * Start-time fair queueing: each owner with waiting tasks gets the same share of the worker, and none starves. `room`:
 * maximum total size of the waiting tasks.
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

/** Index of the next task; of equal ones, the oldest. */
const firstOf = (waiting: readonly { start: number }[]): number =>
  waiting.reduce((first, { start }, at) => (start < (waiting[first]?.start ?? Infinity) ? at : first), 0);

/** Index of the last task; of equal ones, the newest. */
const lastOf = (waiting: readonly { start: number }[]): number =>
  waiting.reduce((last, { start }, at) => (start >= (waiting[last]?.start ?? 0) ? at : last), 0);
