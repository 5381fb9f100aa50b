import { type Cancel, type Clock, pause } from '../../../base/clock.ts';
import { pauseAfter } from './offline-rule.ts';

/** A host and a TCP port that nearly always answer. */
export interface ReferenceTarget {
  host: string;
  port: number;
}

/** Connects. Resolves with whether that was answered; never rejects, and ends when the signal is aborted. */
export type AskReference = (target: ReferenceTarget, signal: AbortSignal) => Promise<boolean>;

export interface ReferencesOptions {
  clock: Clock;
  ask: AskReference;
  /** Whether our line is doubted: then silence says nothing of a reference. */
  isDoubted(): boolean;
  /** All were asked by the day, and so many answered. */
  onAsked(answered: number): void;
}

/** What is asked whether our own line is dead. */
export interface References {
  /** Replaces them, and asks the new ones. */
  set(targets: readonly ReferenceTarget[]): void;
  /** None counts any more until it answers; they are asked at once. */
  distrust(): void;
  /** How many count: those that answered when all were asked last. */
  readonly counting: number;
  /** Whether one that counts answers in time. */
  answer(): Promise<boolean>;
}

export const answerWithinMilliseconds = 3_000;
/** One that fails at once, as without a route, is asked again within that time. */
const againMilliseconds = 1_000;

/** Asks at the start, and daily; one that did not answer then does not count until it does. */
export function createReferences({ clock, ask, isDoubted, onAsked }: ReferencesOptions): References {
  let targets: readonly ReferenceTarget[] = [];
  let counting: readonly ReferenceTarget[] = [];
  let failures = 0;
  let cancel: Cancel = () => undefined;

  const askLater = (milliseconds: number): void => {
    cancel = clock.after(milliseconds, () => void askAll());
  };
  const askAll = async (): Promise<void> => {
    const asked = targets;
    const answers = isDoubted() ? null : await Promise.all(asked.map((each) => within(clock, [each], ask)));
    if (asked !== targets) return;
    // A line that dies at this moment must not do away with what it is known by.
    if (answers === null || isDoubted()) return askLater(pauseAfter(1));
    const answered = asked.filter((_, index) => answers[index]);
    failures = answered.length > 0 ? 0 : failures + 1;
    if (failures !== 1) counting = answered;
    askLater(pauseAfter(failures));
    onAsked(answered.length);
  };
  return {
    set(given) {
      cancel();
      targets = given;
      // One that never answered proves nothing by its silence.
      counting = counting.filter((known) => given.some((each) => isSame(each, known)));
      failures = 0;
      if (given.length > 0) void askAll();
    },
    distrust() {
      cancel();
      // Another list, so that one that is asked already changes nothing any more.
      targets = [...targets];
      counting = [];
      failures = 0;
      if (targets.length > 0) void askAll();
    },
    get counting() {
      return counting.length;
    },
    answer: () => within(clock, counting, ask),
  };
}

const isSame = (one: ReferenceTarget, other: ReferenceTarget): boolean =>
  one.host === other.host && one.port === other.port;

/** Asks all at once. Resolves with true at the first answer, with false when there is none in time. */
async function within(clock: Clock, targets: readonly ReferenceTarget[], ask: AskReference): Promise<boolean> {
  if (targets.length === 0) return false;
  const controller = new AbortController();
  const { signal } = controller;
  const cancel = clock.after(answerWithinMilliseconds, () => controller.abort());
  const tooLate = new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)));
  const askUntilAnswered = async (target: ReferenceTarget): Promise<boolean> => {
    while (!(await ask(target, signal))) {
      await pause(clock, againMilliseconds);
      if (signal.aborted) return false;
    }
    return true;
  };
  const isAnswered = await Promise.race([...targets.map(askUntilAnswered), tooLate]);
  cancel();
  controller.abort();
  return isAnswered;
}
