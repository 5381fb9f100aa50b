import { minuteMs } from '@upvigil/core/time';
import { failureReason, SendAbortedError } from '../../../alerts/notify/failure-reason.ts';
import { askProvider, type NotificationDialer } from '../../../alerts/notify/http-request.ts';
import type { Cancel, Clock } from '../../../base/clock.ts';
import type { Database } from '../../../storage/database.ts';
import { generalSettings } from '../../../storage/settings/general-settings-store.ts';

interface HeartbeatOptions {
  db: Database;
  clock: Clock;
  dialer: NotificationDialer;
  /** Why /healthz is not 200; null while it is. */
  unhealthyReason(): Promise<string | null>;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/** Milliseconds. */
const heartbeatTimes = { first: 5_000, every: minuteMs, deadline: 10_000 } as const;

export type Heartbeat = ReturnType<typeof createHeartbeat>;

/**
 * Requests an external URL once a minute while this process is healthy (a dead man's switch). Skips a beat while the
 * previous one is under way. Logs the first failure and the recovery, but never the URL, which often holds a secret.
 */
export function createHeartbeat(options: HeartbeatOptions) {
  const { clock, log } = options;
  const stopping = new AbortController();
  let cancel: Cancel = () => undefined;
  let beating: Promise<void> | null = null;
  let isFailing = false;

  const note = (failure: string | null): void => {
    if (failure !== null && !isFailing) log.warn({ reason: failure }, 'The heartbeat URL could not be fetched');
    if (failure === null && isFailing) log.info({}, 'The heartbeat URL could be fetched again');
    isFailing = failure !== null;
  };
  const beat = async (): Promise<void> => {
    const found = await fetchWhileHealthy(options, stopping.signal).catch((error: unknown) => ({
      failure: `unknown: ${String(error)}`,
    }));
    if (found !== null && !stopping.signal.aborted) note(found.failure);
  };
  const next = (milliseconds: number): void => {
    cancel = clock.after(milliseconds, () => {
      next(heartbeatTimes.every);
      beating ??= beat().finally(() => {
        beating = null;
      });
    });
  };
  return {
    start: (): void => next(heartbeatTimes.first),
    /** Cancels a request under way. */
    async stop(): Promise<void> {
      cancel();
      stopping.abort(new SendAbortedError('this process stops'));
      await beating;
    },
  };
}

/** Null when no request was due. `failure`: why the request failed; null for success. */
async function fetchWhileHealthy(
  { db, clock, dialer, unhealthyReason }: HeartbeatOptions,
  stopping: AbortSignal,
): Promise<{ failure: string | null } | null> {
  const { heartbeat_url } = await generalSettings.read(db);
  if (heartbeat_url === '' || (await unhealthyReason()) !== null) return null;
  const controller = new AbortController();
  const { signal } = controller;
  const tooLate = new SendAbortedError(`no answer within ${heartbeatTimes.deadline / 1000} s`);
  const cancel = clock.after(heartbeatTimes.deadline, () => controller.abort(tooLate));
  const onStop = (): void => controller.abort(stopping.reason);
  stopping.addEventListener('abort', onStop);
  try {
    const url = new URL(heartbeat_url);
    const { status } = await askProvider(dialer, { url, method: 'GET' }, signal);
    return { failure: status >= 200 && status < 300 ? null : `it answered ${status}` };
  } catch (error) {
    return { failure: failureReason(error, signal) };
  } finally {
    cancel();
    stopping.removeEventListener('abort', onStop);
  }
}
