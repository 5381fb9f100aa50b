import type { CheckFault, FinishedCheck, ProbeOutcome } from '../../base/domain/check.ts';
import { fault } from '../probe/faults.ts';

/** Requests to another thread that wait for their answers. */
interface PendingReplies<Answer> {
  /** Sends a request with a new ticket. Resolves with its answer, or with `unsent` if `send` returns false. */
  ask(send: (ticket: number) => boolean, unsent: Answer): Promise<Answer>;
  /** Ignores unknown tickets. */
  answer(ticket: number, answer: Answer): void;
  /** Settles all pending requests with the same answer. */
  answerAll(answer: Answer): void;
}

function createPendingReplies<Answer>(): PendingReplies<Answer> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  const answer = (ticket: number, given: Answer): void => {
    waiting.get(ticket)?.(given);
    waiting.delete(ticket);
  };
  return {
    ask: (send, unsent) =>
      new Promise((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        if (!send(last)) answer(last, unsent);
      }),
    answer,
    answerAll(answer) {
      for (const resolve of waiting.values()) resolve(answer);
      waiting.clear();
    },
  };
}

const threadEnded = fault('internal', 'the probe thread ended while this check ran');

/** Pending requests to the probe thread. */
export const createPendingRequests = () => ({
  checks: createPendingReplies<FinishedCheck | CheckFault>(),
  probes: createPendingReplies<ProbeOutcome>(),
  givenUp: createPendingReplies<number[]>(),
  pauses: createPendingReplies<void>(),
});

/** Settles all requests that were sent to an ended thread. */
export function answerAll({ checks, probes, givenUp, pauses }: ReturnType<typeof createPendingRequests>): void {
  checks.answerAll(faultOnly(threadEnded));
  probes.answerAll(threadEnded);
  givenUp.answerAll([]);
  pauses.answerAll(undefined);
}

export const faultOnly = ({ fault, message }: CheckFault): CheckFault => ({ fault, message });
