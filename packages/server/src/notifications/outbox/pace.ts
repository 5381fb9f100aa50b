/** After the first message that names an outage, the next ones wait so long after the one before, in milliseconds; the last holds for all that follow. */
const pausesAfter = [10_000, 30_000, 60_000] as const;
/** So long without such a message, and the next is the first again. */
const quietMilliseconds = 120_000;

/** The messages that can decide about the next one went out within this. */
export const paceMilliseconds = pausesAfter.length * quietMilliseconds;

/**
 * When the next message that names an outage may go to a destination: at once for the first, later while outages keep coming.
 * `times`: when those before it went, oldest first. Messages that name none do not count. All in milliseconds since the epoch.
 */
export function outageFreeAt(times: readonly number[], now: number): number {
  const last = times.at(-1);
  if (last === undefined) return now;
  let run = 1;
  while (run < pausesAfter.length) {
    const [earlier, later] = [times.at(-run - 1), times.at(-run)];
    if (earlier === undefined || later === undefined || later - earlier >= quietMilliseconds) break;
    run += 1;
  }
  return Math.max(now, last + (pausesAfter[run - 1] ?? 0));
}

/** At most so many messages in any stretch of so many milliseconds. */
export interface MessageLimit {
  most: number;
  milliseconds: number;
}

/** When the next message may go. `times`: when those before it went, oldest first. All in milliseconds since the epoch. */
export function freeAt({ most, milliseconds }: MessageLimit, times: readonly number[], now: number): number {
  const oldest = times.at(-most);
  return oldest === undefined ? now : Math.max(now, oldest + milliseconds);
}

/** Whether no message may go now. */
export const isFull = (limit: MessageLimit, times: readonly number[], now: number): boolean =>
  freeAt(limit, times, now) > now;
