/** At most so many messages in any stretch of so many milliseconds. */
export interface MessageLimit {
  most: number;
  milliseconds: number;
}

/** The limit of one destination, however many alerts there are. Only messages that were at least as urgent count. */
export const destinationLimit: MessageLimit = { most: 3, milliseconds: 60_000 };

/** When the next message may go. `times`: when those before it went, oldest first. All in milliseconds since the epoch. */
export function freeAt({ most, milliseconds }: MessageLimit, times: readonly number[], now: number): number {
  const oldest = times.at(-most);
  return oldest === undefined ? now : Math.max(now, oldest + milliseconds);
}

/** Whether no message may go now. */
export const isFull = (limit: MessageLimit, times: readonly number[], now: number): boolean =>
  freeAt(limit, times, now) > now;
