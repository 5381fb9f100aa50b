import { hourMs } from '@upvigil/core/time';
import { serverDefaults } from '../../../base/server-defaults.ts';

const { firstSeconds, maxSeconds, giveUpHours } = serverDefaults.notificationRetry;

/** Milliseconds to wait after `attempts` failed attempts: 30 s, doubled each time, up to 1 h. */
export const pauseAfter = (attempts: number): number =>
  Math.min(firstSeconds * 2 ** Math.max(0, attempts - 1), maxSeconds) * 1000;

/** The pause that a provider requested, in milliseconds, limited to an hour. */
export const requestedPause = (seconds: number): number => Math.min(seconds * 1000, maxSeconds * 1000);

/**
 * When a failed delivery is retried, in milliseconds since the epoch; null after 24 hours of attempts.
 * `requestedSeconds`: the pause that the provider requested, if any.
 */
export function nextAttemptAt(
  delivery: { attempts: number; created_at: number },
  now: number,
  requestedSeconds = 0,
): number | null {
  const next = now + Math.max(pauseAfter(delivery.attempts), requestedPause(requestedSeconds));
  return next - delivery.created_at > giveUpHours * hourMs ? null : next;
}

/** The reason of a delivery that is not retried any more. */
export const gaveUpReason = (reason: string): string => `${reason} (tried for ${giveUpHours} hours)`;
