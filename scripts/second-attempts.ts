import type { Reporter, TestCase } from 'vitest/node';

/**
 * Names, at the end of a run, each test that passed only when it was tried again (`--retry`). Such a test is no failure
 * of the run, and no success either: it waits for something that a busy machine does not promise, or shows a race.
 */
export default class SecondAttempts implements Reporter {
  readonly #named: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    this.#named.push(`  ${test.module.relativeModuleId} (${test.project.name}): ${test.fullName}\n`);
  }

  onTestRunEnd(): void {
    if (this.#named.length === 0) return;
    process.stderr.write(`Passed only at the second attempt, to be mended:\n${this.#named.join('')}`);
  }
}
