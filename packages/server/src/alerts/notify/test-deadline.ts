import { SendAbortedError } from './failure-reason.ts';

/** Aborts a test message after this time, because a person waits for it. The reason names the time. */
export function testDeadline(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  const reason = new SendAbortedError(`no answer within ${milliseconds / 1000} s`);
  setTimeout(() => controller.abort(reason), milliseconds).unref();
  return controller.signal;
}
