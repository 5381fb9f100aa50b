import type { Clock } from '../../base/clock.ts';

/** Divides the time of a thread among long pieces of work, so that they do not hold up other checks. */
export interface Turns {
  /** Calls `step` until it returns false, in turn with other work's steps and with whatever comes in meanwhile. */
  add(step: () => boolean): void;
  /** Calls `work` once, in turn likewise. Resolves to what it returns, and rejects with what it throws. */
  run<Result>(work: () => Result): Promise<Result>;
}

/** How long all of them together may take before what came in is read. */
const turnMilliseconds = 1;

/** Creates the turns of a thread. A step must be short, as it is not interrupted. */
export function createTurns({ monotonic }: Clock): Turns {
  const waiting: (() => boolean)[] = [];
  let isTurnNear = false;
  const scheduleTurn = (): void => {
    if (isTurnNear || waiting.length === 0) return;
    isTurnNear = true;
    setImmediate(takeTurn);
  };
  const takeTurn = (): void => {
    isTurnNear = false;
    const end = monotonic() + turnMilliseconds;
    do {
      const step = waiting.shift();
      if (step?.()) waiting.push(step);
    } while (waiting.length > 0 && monotonic() < end);
    scheduleTurn();
  };
  const add = (step: () => boolean): void => {
    waiting.push(step);
    scheduleTurn();
  };
  return {
    add,
    run: (work) =>
      new Promise((resolve, reject) =>
        add(() => {
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
          return false;
        }),
      ),
  };
}
