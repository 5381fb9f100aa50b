import { limits } from '@upvigil/core/limits';

interface FollowOptions {
  /** Opens the stream. `past`: seconds since the first read began, for the first stream; 0 for later ones. */
  open(signal: AbortSignal, past: number): Promise<AsyncIterable<{ website_id: number | null }>>;
  onChange(websiteId: number | null): void;
  /** Called when the stream breaks and when it is back: the data may be old. */
  onInterruption(): void;
  signal: AbortSignal;
  firstPauseMs?: number;
}

const defaultFirstPauseMs = 1000;
const longestPauseMs = 30_000;

/** Follows a stream of changes until `signal` is aborted, and opens it again when it breaks. Never throws. */
export async function followEvents({
  open,
  onChange,
  onInterruption,
  signal,
  ...options
}: FollowOptions): Promise<void> {
  const firstPauseMs = options.firstPauseMs ?? defaultFirstPauseMs;
  let pauseMs = firstPauseMs;
  const began = performance.now();
  let wasBroken = false;
  while (!signal.aborted) {
    try {
      const events = await open(signal, wasBroken ? 0 : secondsSince(began));
      if (wasBroken) onInterruption();
      wasBroken = false;
      pauseMs = firstPauseMs;
      for await (const { website_id } of events) onChange(website_id);
    } catch {
      // The interval reads continue, and they show the reason.
    }
    if (signal.aborted) return;
    if (!wasBroken) onInterruption();
    wasBroken = true;
    await pause(pauseMs, signal);
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }
}

/** Whole seconds since a `performance.now()` value, rounded up, plus one for the duration of the request. */
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
