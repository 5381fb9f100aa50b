import { minuteMs } from '@upvigil/core/time';
import { type Clock, pause } from '../../../base/clock.ts';
import type { SendResult } from '../channel.ts';
import { SendAbortedError } from '../failure-reason.ts';

interface DeadlineOptions {
  clock: Pick<Clock, 'after'>;
  sendDeadlineMilliseconds: number;
  /** Aborted when the program stops and does not wait any longer. */
  stopping: AbortSignal;
}

/** One deadline for all messages sent under one lease. */
export function startDeadline({ clock, sendDeadlineMilliseconds, stopping }: DeadlineOptions) {
  const deadline = new AbortController();
  const end = clock.after(sendDeadlineMilliseconds, () => {
    deadline.abort(new SendAbortedError(`no answer within ${sendDeadlineMilliseconds / 1000} s`));
  });
  return { signal: AbortSignal.any([deadline.signal, stopping]), end };
}

/** Sends one message. Ends at the deadline even when the channel ignores the signal. */
export async function attemptToSend(
  send: (signal: AbortSignal) => Promise<SendResult>,
  deadline: AbortSignal,
  log: { error(fields: object, message: string): void },
): Promise<SendResult> {
  // A signal for this attempt only, so that its listeners are freed with it.
  const signal = AbortSignal.any([deadline]);
  try {
    return await Promise.race([send(signal), whenAborted(signal)]);
  } catch (error) {
    // Channels return expected failures as values, so this is a bug. It must not lose the message.
    log.error({ err: error }, 'a channel failed unexpectedly');
    return { outcome: 'retry', reason: 'internal error' };
  }
}

function whenAborted(signal: AbortSignal): Promise<SendResult> {
  return new Promise((resolve) => {
    const give = (): void => resolve({ outcome: 'retry', reason: String((signal.reason as Error).message) });
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
  });
}

const storePauseMilliseconds = 1_000;
/** Longer than a copy of the database file locks it, and than most restarts of a database take. */
const storeForMilliseconds = 10 * minuteMs;

/**
 * Stores the outcome of an attempt and retries while the database refuses it: otherwise a sent message would be sent
 * again. `at`: the time of the outcome, in milliseconds since the epoch.
 */
export async function persistently(
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>,
  store: (at: number) => Promise<void>,
): Promise<void> {
  const at = clock.now();
  const giveUpAt = clock.monotonic() + storeForMilliseconds;
  for (;;) {
    try {
      return await store(at);
    } catch (error) {
      if (clock.monotonic() >= giveUpAt) throw error;
      await pause(clock, storePauseMilliseconds);
    }
  }
}
