import { expect, test } from 'vitest';
import { limitedFetch } from './limited-fetch.ts';

/** A fetch that never answers, and rejects when its signal is aborted, as the real one does. */
const silent: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

const never = new AbortController().signal;
const longTimeMs = 60_000;

test('a request without a response ends after its limit, with a reason', async () => {
  await expect(limitedFetch(silent, never, 5)('http://a')).rejects.toMatchObject({
    name: 'TimeoutError',
    message: 'No answer within 0.005 s',
  });
});

test('a request ends when the command is interrupted, or when its own signal is', async () => {
  const [interruption, own] = [new AbortController(), new AbortController()];
  const interrupted = limitedFetch(silent, interruption.signal, longTimeMs)('http://a');
  interruption.abort(new Error('interrupted'));
  await expect(interrupted).rejects.toThrow('interrupted');
  const givenUp = limitedFetch(silent, never, longTimeMs)('http://a', { signal: own.signal });
  own.abort(new Error('given up'));
  await expect(givenUp).rejects.toThrow('given up');
});

test.each([
  ['application/json; charset=utf-8', true],
  ['application/gzip', false],
  ['text/event-stream', false],
])('the time of an answer of type %s still runs when it has begun: %s', async (type, isStillLimited) => {
  let isAborted = false;
  const answering: typeof fetch = async (_input, init) => {
    init?.signal?.addEventListener('abort', () => {
      isAborted = true;
    });
    return new Response('', { headers: { 'content-type': type } });
  };
  const response = await limitedFetch(answering, never, 1)('http://a');
  expect(response.status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isAborted).toBe(isStillLimited);
});
