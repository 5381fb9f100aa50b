import { ApiError } from '@upvigil/core/contract/errors';
import type { Ledger, Value } from './ledger.ts';

/** An answer like others: checks begin a moment after the server listens. */
const isNotNow = (error: unknown): boolean => error instanceof ApiError && error.status === 503;

/** What never should be answered, as a sentence; null for what a client may meet, and once the product is killed. */
export const wrongAnswer = (error: unknown, isOver: boolean): string | null =>
  isOver || isNotNow(error) ? null : String(error);

/**
 * Requests a change of facts, and records it as done when the response is 2xx. A 4xx response changed nothing. After
 * any other end nobody knows.
 */
export async function changeFacts<Result>(
  ledger: Pick<Ledger, 'ask' | 'withdraw'>,
  facts: ReadonlyArray<readonly [name: string, value: Value]>,
  call: () => Promise<Result>,
): Promise<Result> {
  const answered = facts.map(([name, value]) => ledger.ask(name, value));
  try {
    const result = await call();
    for (const note of answered) note();
    return result;
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < 500;
    if (isRefused) for (const [name, value] of facts) ledger.withdraw(name, value);
    throw error;
  }
}
