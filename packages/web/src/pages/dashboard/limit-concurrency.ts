type Start = () => void;

/** Runs at most `places` tasks at once; the others wait, first come first served. One that was given up while waiting never starts. */
export function limitConcurrency(places: number) {
  const waiting: Start[] = [];
  let running = 0;

  const release = () => {
    running -= 1;
    waiting.shift()?.();
  };
  const enter = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        running += 1;
        resolve();
      };
      if (running < places) return start();
      waiting.push(start);
      signal.addEventListener('abort', () => {
        const place = waiting.indexOf(start);
        if (place === -1) return;
        waiting.splice(place, 1);
        reject(signal.reason);
      });
    });

  return async <T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> => {
    await enter(signal);
    try {
      return await task();
    } finally {
      release();
    }
  };
}
