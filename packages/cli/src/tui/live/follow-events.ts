import { limits } from '@upvigil/core/limits';

interface FollowOptions {
  /** Opens the stream. `past`: how many seconds ago the first read began, for the first stream; 0 for a later one. */
  open(signal: AbortSignal, past: number): Promise<AsyncIterable<{ website_id: number | null }>>;
  onChange(websiteId: number | null): void;
  /** Is called when the stream broke, and when it is back: what is shown may be old. */
  onDoubt(): void;
  signal: AbortSignal;
  firstPauseMs?: number;
}

const defaultFirstPauseMs = 1000;
const longestPauseMs = 30_000;

/** Follows a stream of changes for as long as the signal lets it, opening it again whenever it breaks. Never throws. */
export async function followEvents({ open, onChange, onDoubt, signal, ...options }: FollowOptions): Promise<void> {
  const firstPauseMs = options.firstPauseMs ?? defaultFirstPauseMs;
  let pauseMs = firstPauseMs;
  const began = performance.now();
  let wasBroken = false;
  while (!signal.aborted) {
    try {
      const events = await open(signal, wasBroken ? 0 : secondsSince(began));
      if (wasBroken) onDoubt();
      wasBroken = false;
      pauseMs = firstPauseMs;
      for await (const { website_id } of events) onChange(website_id);
    } catch {
      // Reading at an interval goes on, and shows the reason.
    }
    if (signal.aborted) return;
    if (!wasBroken) onDoubt();
    wasBroken = true;
    await pause(pauseMs, signal);
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }
}

/** Whole seconds since a moment of `performance.now()`, and one more for the time that the request takes. */
const secondsSince = (began: number): number =>
  Math.min(limits.eventsPastSeconds.max, Math.ceil((performance.now() - began) / 1000) + 1);

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(finish, milliseconds);
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
    signal.addEventListener('abort', finish);
  });
