import { SendAbortedError } from './failure-reason.ts';

/** Ends a test that takes too long for a person to wait; the reason says how long that was. */
export function testDeadline(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  const reason = new SendAbortedError(`no answer within ${milliseconds / 1000} s`);
  setTimeout(() => controller.abort(reason), milliseconds).unref();
  return controller.signal;
}
