/** Lets only so many work at once; others wait in their order. */
export interface Slots {
  /** Resolves with how to give the slot back. Rejects when aborted first. */
  take(signal: AbortSignal): Promise<() => void>;
  /** None is taken and nobody waits. */
  isIdle(): boolean;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();

  const giveBack = (): void => {
    free++;
    const [next] = waiting;
    if (next) next();
  };
  /** Each slot is given back once, however often it is asked for. */
  const grant = (): (() => void) => {
    free--;
    let isTaken = true;
    return () => {
      if (isTaken) giveBack();
      isTaken = false;
    };
  };

  return {
    isIdle: () => free === count && waiting.size === 0,
    take(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (free > 0 && waiting.size === 0) return Promise.resolve(grant());
      return new Promise((resolve, reject) => {
        const enter = (): void => {
          waiting.delete(enter);
          signal.removeEventListener('abort', leave);
          resolve(grant());
        };
        const leave = (): void => {
          waiting.delete(enter);
          reject(signal.reason);
        };
        waiting.add(enter);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
