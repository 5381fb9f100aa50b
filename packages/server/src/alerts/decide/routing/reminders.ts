import type { Policy } from '@upvigil/core/contract/routing';
import { minuteMs } from '@upvigil/core/time';

/** Limit of reminders of one alert on one channel. */
const mostReminders = 20;

const longestMinutes = 24 * 60;

/**
 * Milliseconds between a reminder and the previous one or the alert: `remind_minutes`, doubled each time, up to a
 * day.
 */
export const pauseBefore = (reminder: number, remindMinutes: number): number =>
  Math.min(remindMinutes * 2 ** reminder, longestMinutes) * minuteMs;

/** A reminder: its number, counted from 0, and its time after the alert, in milliseconds. */
interface Reminder {
  number: number;
  after: number;
}

/** The first reminder after a step; null when the policy has none. */
export function firstReminder(
  { remind_minutes }: Pick<Policy, 'remind_minutes'>,
  stepMinutes: number,
): Reminder | null {
  if (remind_minutes === null) return null;
  let after = 0;
  for (let number = 0; number < mostReminders; number++) {
    after += pauseBefore(number, remind_minutes);
    if (after > stepMinutes * minuteMs) return { number, after };
  }
  return null;
}

/** Milliseconds until the next reminder; null after the last. */
export const pauseAfterReminder = (
  number: number,
  { remind_minutes }: Pick<Policy, 'remind_minutes'>,
): number | null =>
  remind_minutes === null || number + 1 >= mostReminders ? null : pauseBefore(number + 1, remind_minutes);
