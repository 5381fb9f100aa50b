/** Everything that a test file started, so that all of it ends, even after a failed set-up. */
export interface StartedParts {
  /** Starts a part and registers how to end it. @throws after `endAll` */
  begin: <T>(start: () => Promise<T>, end: (part: T) => Promise<unknown>) => Promise<T>;
  /** Ends the parts, last one first. Waits for parts that are still starting and ends them too. */
  endAll: () => Promise<void>;
}

/** A set-up that timed out continues in the background: it cannot start further parts. */
export function keepStartedParts(): StartedParts {
  const parts: Promise<() => Promise<unknown>>[] = [];
  let isOver = false;
  return {
    begin: async (start, end) => {
      if (isOver) throw new Error('Nothing more is started: the test is over');
      const starting = start();
      const ending = starting.then(
        (part) => () => end(part),
        () => async () => undefined,
      );
      parts.push(ending);
      return starting;
    },
    endAll: async () => {
      isOver = true;
      for (const end of (await Promise.all(parts)).reverse()) await end();
    },
  };
}
