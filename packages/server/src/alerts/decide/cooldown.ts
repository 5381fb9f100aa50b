import { minuteMs } from '@upvigil/core/time';
/** The last notification about a problem. `created_at`: when it was added to the outbox, milliseconds since the epoch. */
export interface LastNotification {
  created_at: number;
}

/**
 * The end of the cooldown in milliseconds since the epoch; null when it does not apply. After a backward clock change
 * the last notification may be in the future: its age is unknown, so it defers nothing.
 */
export function cooldownUntil(
  last: LastNotification | null | undefined,
  now: number,
  cooldownMinutes: number,
): number | null {
  if (!last || last.created_at > now) return null;
  const until = last.created_at + cooldownMinutes * minuteMs;
  return until > now ? until : null;
}

/** The reason of a deferred notification: 'cooldown until 14:05', UTC. */
export const cooldownReason = (until: number): string => `cooldown until ${timeOfDay(until)}`;

/** HH:MM in UTC of milliseconds since the epoch. */
const timeOfDay = (time: number): string => new Date(time).toISOString().slice(11, 16);
