export type Gate = ReturnType<typeof createGate>;

/** Lets several tasks run together, or one alone. */
export function createGate() {
  let running = new Set<Promise<unknown>>();
  /** The last exclusive task; later tasks wait for it. */
  let last: Promise<unknown> = Promise.resolve();
  const ended = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
  return {
    async together<Result>(work: () => Promise<Result>): Promise<Result> {
      for (let seen: unknown = null; seen !== last; ) {
        seen = last;
        await ended(last);
      }
      const result = work();
      running.add(result);
      const forget = (): void => void running.delete(result);
      result.then(forget, forget);
      return result;
    },
    alone<Result>(work: () => Promise<Result>): Promise<Result> {
      const before = last;
      const result = (async () => {
        await ended(before);
        await Promise.all([...running].map(ended));
        running = new Set();
        return work();
      })();
      last = result;
      return result;
    },
  };
}
