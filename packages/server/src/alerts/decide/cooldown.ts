/** The last notification about something; `created_at`: when it was put in the outbox, milliseconds since the epoch. */
export interface LastNotification {
  created_at: number;
}

/**
 * Until when another notification has to wait, in milliseconds since the epoch; null when it need not. After a clock
 * was set back, the last one seems to lie in the future: its age is unknown, so it defers nothing.
 */
export function cooldownUntil(
  last: LastNotification | null | undefined,
  now: number,
  cooldownMinutes: number,
): number | null {
  if (!last || last.created_at > now) return null;
  const until = last.created_at + cooldownMinutes * 60_000;
  return until > now ? until : null;
}

/** Why a notification was not sent: 'cooldown until 14:05', UTC. */
export const cooldownReason = (until: number): string => `cooldown until ${timeOfDay(until)}`;

/** HH:MM in UTC of milliseconds since the epoch. */
const timeOfDay = (time: number): string => new Date(time).toISOString().slice(11, 16);
