import { useState } from 'react';
import { failureText } from '../../failures.ts';

export interface TestOutcome {
  success: boolean;
  message: string;
  /** Error text of the target or the server. */
  detail?: string;
}

/** The outcome of a request that answers with `success` and `message`. `failed`: the sentence for a failure. */
export async function testOutcome(
  request: () => Promise<{ success: boolean; message: string }>,
  failed: string,
): Promise<TestOutcome> {
  try {
    const { success, message } = await request();
    return success ? { success, message } : { success, message: failed, detail: message };
  } catch (error) {
    return { success: false, message: failed, detail: failureText(error) };
  }
}

interface TestMoment {
  /** Duration in seconds. */
  seconds: number;
  finishedAt: Date;
  /** Tested values as text, to detect later changes. */
  inputs: string;
}

export interface TestAction<Outcome extends TestOutcome = TestOutcome> {
  isRunning: boolean;
  result: (Outcome & TestMoment) | null;
  /** The form has changed since the test. */
  isStale: boolean;
  run: () => Promise<void>;
}

/**
 * Runs a test and keeps the result, which becomes stale when the inputs change. `test` must return failures as values.
 */
export function useTestAction<Outcome extends TestOutcome>(
  inputs: unknown,
  test: () => Promise<Outcome>,
): TestAction<Outcome> {
  const [isRunning, setIsRunning] = useState(false);
  const [result, setResult] = useState<(Outcome & TestMoment) | null>(null);
  const now = JSON.stringify(inputs);
  const run = async () => {
    setIsRunning(true);
    const startedAt = performance.now();
    const outcome = await test();
    setResult({ ...outcome, seconds: (performance.now() - startedAt) / 1000, finishedAt: new Date(), inputs: now });
    setIsRunning(false);
  };
  return { isRunning, result, isStale: result !== null && result.inputs !== now, run };
}
