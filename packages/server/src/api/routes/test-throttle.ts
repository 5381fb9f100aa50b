import { limits } from '@upvigil/core/limits';
import { minuteMs } from '@upvigil/core/time';

/**
 * Limits test messages of all channels together. Returns the seconds to wait over the limit, else null. `monotonic`
 * returns milliseconds of a clock that never jumps.
 */
export function createTestThrottle(monotonic: () => number): () => number | null {
  let times: number[] = [];
  return () => {
    const now = monotonic();
    times = times.filter((time) => now - time < minuteMs);
    const [oldest] = times;
    if (times.length >= limits.channelTestsPerMinute && oldest !== undefined) {
      return Math.max(1, Math.ceil((oldest + minuteMs - now) / 1000));
    }
    times.push(now);
    return null;
  };
}
