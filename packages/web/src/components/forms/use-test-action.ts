import { useState } from 'react';

export interface TestOutcome {
  success: boolean;
  message: string;
  /** What the target or the server said about a failure. */
  detail?: string;
}

interface DoneTest extends TestOutcome {
  /** How long it took, in seconds. */
  seconds: number;
  finishedAt: Date;
  /** What was tested, to tell whether it changed since. */
  inputs: string;
}

export interface TestAction {
  isRunning: boolean;
  result: DoneTest | null;
  /** What was tested is no longer what stands in the form. */
  isStale: boolean;
  run: () => Promise<void>;
}

/** Runs a test and keeps its result, which ages when the tested inputs change. `test` answers failures as values. */
export function useTestAction(inputs: unknown, test: () => Promise<TestOutcome>): TestAction {
  const [isRunning, setIsRunning] = useState(false);
  const [result, setResult] = useState<DoneTest | null>(null);
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
