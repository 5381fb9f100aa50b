/** Runs up to `places` tasks at once. Others wait in order of arrival. */
export function limitConcurrency(places: number) {
  const waiting = new Set<() => void>();
  let running = 0;

  const enter = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        running += 1;
        waiting.delete(start);
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(start);
        reject(signal?.reason);
      };
      if (signal?.aborted) return leave();
      if (running < places) return start();
      waiting.add(start);
      signal?.addEventListener('abort', leave);
    });
  const release = () => {
    running -= 1;
    const [next] = waiting;
    next?.();
  };

  return {
    isIdle: () => running === 0 && waiting.size === 0,
    /**
     * Runs a task as soon as there is room. A task aborted while it waits never starts and rejects with the signal's
     * reason.
     */
    async run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      await enter(signal);
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
}

/**
 * Runs `work` for each item, `places` at a time, and returns results in the order of the items. After a failure, no
 * further item starts.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  places: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = limitConcurrency(places);
  const failed = new AbortController();
  const runOne = (item: Item) => async () => {
    // The signal is not passed to `run`, because Node warns of a leak when hundreds of listeners are added to one.
    failed.signal.throwIfAborted();
    try {
      return await work(item);
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  };
  return await Promise.all(items.map((item) => limit.run(runOne(item))));
}

export type ConcurrencyLimit = ReturnType<typeof limitConcurrency>;
