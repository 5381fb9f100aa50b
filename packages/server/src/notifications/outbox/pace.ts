/** So many messages in any stretch of so many milliseconds. */
export interface MessageLimit {
  most: number;
  milliseconds: number;
}

/** To one destination, however large the storm. A message waits for those that were at least as urgent, and for no other. */
export const destinationLimit: MessageLimit = { most: 3, milliseconds: 60_000 };

/** From when on another message may go, given when those before it went, oldest first; milliseconds since the epoch. */
export function freeAt({ most, milliseconds }: MessageLimit, times: readonly number[], now: number): number {
  const oldest = times.at(-most);
  return oldest === undefined ? now : Math.max(now, oldest + milliseconds);
}

/** Whether no other message may go now. */
export const isFull = (limit: MessageLimit, times: readonly number[], now: number): boolean =>
  freeAt(limit, times, now) > now;
