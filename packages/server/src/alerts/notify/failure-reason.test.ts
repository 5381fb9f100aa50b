import { expect, it } from 'vitest';
import { failureReason, SendAbortedError } from './failure-reason.ts';

const failed = (code: string) => Object.assign(new Error('failed'), { code, syscall: 'connect' });
const running = new AbortController().signal;

it('a cancelled send reports the reason, whatever failed', () => {
  const signal = AbortSignal.abort(new SendAbortedError('no answer within 30 s'));
  expect(failureReason(failed('ECONNRESET'), signal)).toBe('no answer within 30 s');
  expect(failureReason(failed('ECONNREFUSED'), AbortSignal.abort('no error'))).toBe('connection refused');
});

it('a closed connection is reported as that of a provider, not of a target', () => {
  expect(failureReason(failed('EPIPE'), running)).toBe('connection closed by the provider');
  expect(failureReason(failed('ECONNRESET'), running)).toBe('connection closed before the answer was complete');
  expect(failureReason(failed('ECONNREFUSED'), running)).toBe('connection refused');
});

it('of several attempts the most specific error is reported', () => {
  const attempts = new AggregateError([failed('ENETUNREACH'), failed('EPIPE')]);
  expect(failureReason(attempts, running)).toBe('connection closed by the provider');
});
