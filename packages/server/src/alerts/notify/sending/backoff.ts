import { serverDefaults } from '../../../base/server-defaults.ts';

const { firstSeconds, maxSeconds, giveUpHours } = serverDefaults.notificationRetry;

/** Milliseconds to wait after so many failed attempts: 30 s, doubled each time, 1 h at most. */
export const pauseAfter = (attempts: number): number =>
  Math.min(firstSeconds * 2 ** Math.max(0, attempts - 1), maxSeconds) * 1000;

/** How long a provider is waited for that asked for so many seconds, in milliseconds: an hour at most. */
export const askedPause = (seconds: number): number => Math.min(seconds * 1000, maxSeconds * 1000);

/**
 * When a delivery that failed is tried again, milliseconds since the epoch; null once it was tried for 24 hours. `askedSeconds`:
 * what the provider wants to be waited for, where it said so.
 */
export function nextAttemptAt(
  delivery: { attempts: number; created_at: number },
  now: number,
  askedSeconds = 0,
): number | null {
  const next = now + Math.max(pauseAfter(delivery.attempts), askedPause(askedSeconds));
  return next - delivery.created_at > giveUpHours * 3_600_000 ? null : next;
}

/** The reason of a delivery that is not tried any more. */
export const gaveUpReason = (reason: string): string => `${reason} (tried for ${giveUpHours} hours)`;
