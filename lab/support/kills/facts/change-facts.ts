import { ApiError } from '@upvigil/core/contract/errors';
import type { Ledger, Value } from './ledger.ts';

/** An expected response: checks start shortly after the server listens. */
const isNotNow = (error: unknown): boolean => error instanceof ApiError && error.status === 503;

/** A sentence for a response that should never occur; null for one that a client may get, and after the kill. */
export const wrongAnswer = (error: unknown, isOver: boolean): string | null =>
  isOver || isNotNow(error) ? null : String(error);

/**
 * Requests a change of facts, and records it as done for a 2xx response. A 4xx response changed nothing. Otherwise the
 * result is unknown.
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
