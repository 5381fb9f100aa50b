import { type Cancel, type Clock, pause } from '../../../base/clock.ts';
import { pauseAfter } from './offline-rule.ts';

/** A host and a TCP port that are almost always reachable. */
export interface ReferenceTarget {
  host: string;
  port: number;
}

/** Tries to connect; resolves with whether it succeeded. Never rejects, and ends when the signal is aborted. */
export type AskReference = (target: ReferenceTarget, signal: AbortSignal) => Promise<boolean>;

interface ReferencesOptions {
  clock: Clock;
  ask: AskReference;
  /** While an outage of the uplink is suspected, silence of a reference proves nothing. */
  isUplinkSuspected(): boolean;
  /** Called after the daily test with the number of references that answered. */
  onTested(answered: number): void;
}

export type References = ReturnType<typeof createReferences>;

const answerWithinMilliseconds = 3_000;
/** Retry delay for a connection that fails at once (without a route, say). In milliseconds. */
const againMilliseconds = 1_000;

/**
 * Hosts that show whether Upvigil is online. Tested at the start and daily; a silent one does not count until it
 * answers.
 */
export function createReferences({ clock, ask, isUplinkSuspected, onTested }: ReferencesOptions) {
  let targets: readonly ReferenceTarget[] = [];
  let counting: readonly ReferenceTarget[] = [];
  let failures = 0;
  let cancel: Cancel = () => undefined;

  const askLater = (milliseconds: number): void => {
    cancel = clock.after(milliseconds, () => void testAll());
  };
  const testAll = async (): Promise<void> => {
    const tested = targets;
    const answers = isUplinkSuspected() ? null : await Promise.all(tested.map((each) => within(clock, [each], ask)));
    if (tested !== targets) return;
    // An outage of the uplink during the test must not remove the references.
    if (answers === null || isUplinkSuspected()) return askLater(pauseAfter(1));
    const answered = tested.filter((_, index) => answers[index]);
    failures = answered.length > 0 ? 0 : failures + 1;
    if (failures !== 1) counting = answered;
    askLater(pauseAfter(failures));
    onTested(answered.length);
  };
  return {
    /** Replaces the references and tests the new ones. */
    set(given: readonly ReferenceTarget[]): void {
      cancel();
      targets = given;
      // A reference that has never answered does not count: its silence proves nothing.
      counting = counting.filter((known) => given.some((each) => isSame(each, known)));
      failures = 0;
      if (given.length > 0) void testAll();
    },
    /** Excludes all references until they answer again; tests them at once. */
    distrust(): void {
      cancel();
      // A new list, so that a running test of the old one has no effect.
      targets = [...targets];
      counting = [];
      failures = 0;
      if (targets.length > 0) void testAll();
    },
    /** Number of references that count. */
    get counting(): number {
      return counting.length;
    },
    /** Whether a reference that counts answers in time. */
    answer: (): Promise<boolean> => within(clock, counting, ask),
  };
}

const isSame = (one: ReferenceTarget, other: ReferenceTarget): boolean =>
  one.host === other.host && one.port === other.port;

/** Connects to all at once. Resolves with true at the first answer, and with false if none comes in time. */
async function within(clock: Clock, targets: readonly ReferenceTarget[], ask: AskReference): Promise<boolean> {
  if (targets.length === 0) return false;
  const controller = new AbortController();
  const { signal } = controller;
  const cancel = clock.after(answerWithinMilliseconds, () => controller.abort());
  const tooLate = new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)));
  const retryUntilAnswered = async (target: ReferenceTarget): Promise<boolean> => {
    while (!(await ask(target, signal))) {
      await pause(clock, againMilliseconds);
      if (signal.aborted) return false;
    }
    return true;
  };
  const isAnswered = await Promise.race([...targets.map(retryUntilAnswered), tooLate]);
  cancel();
  controller.abort();
  return isAnswered;
}
