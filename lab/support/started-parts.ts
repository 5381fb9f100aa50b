/** Everything that a test file started, so that all of it ends, even after a failed set-up. */
export interface StartedParts {
  /** Starts one part, and remembers how it ends. @throws when `endAll` was called before. */
  begin: <T>(start: () => Promise<T>, end: (part: T) => Promise<unknown>) => Promise<T>;
  /** Ends the youngest part first; what is still starting is waited for and ended too. */
  endAll: () => Promise<void>;
}

/** A set-up whose time is over goes on behind the back of the test: it is refused any further part. */
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
