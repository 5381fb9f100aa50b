import { ApiError, ServerUnreachableError } from '@upvigil/core/errors';
import { expect, it } from 'vitest';
import { changeFacts, wrongAnswer } from './change-facts.ts';
import { createLedger } from './ledger.ts';

const found = (facts: Record<string, string>) => new Map(Object.entries(facts));

it.each([
  ['answered', async () => 'done', { lost: ['a is null, and should be 1'], done: [] }],
  ['refused', () => Promise.reject(new ApiError(404, null)), { lost: [], done: ['a is 1, and should be null'] }],
  ['a failure', () => Promise.reject(new ApiError(500, null)), { lost: [], done: [] }],
  ['cut off', () => Promise.reject(new ServerUnreachableError('gone')), { lost: [], done: [] }],
])('what is %s says what must be found', async (_, call, expected) => {
  const compared = async (facts: Record<string, string>) => {
    const ledger = createLedger();
    await changeFacts<string>(ledger, [['a', '1']], call).catch(() => undefined);
    return ledger.compare(found(facts));
  };
  expect({ lost: await compared({}), done: await compared({ a: '1' }) }).toEqual(expected);
});

it('an answer is wrong unless it says to come again, or the kill came', () => {
  const failure = new ApiError(500, 'it broke');
  expect(wrongAnswer(failure, false)).toBe('ApiError: it broke');
  expect(wrongAnswer(new ApiError(404, 'not there'), false)).toBe('ApiError: not there');
  expect(wrongAnswer(failure, true)).toBeNull();
  expect(wrongAnswer(new ApiError(503, 'not now'), false)).toBeNull();
});
