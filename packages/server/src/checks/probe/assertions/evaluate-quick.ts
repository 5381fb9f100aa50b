import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import { isTimedPart } from '@upvigil/core/contract/check-options/assertions';
import type { Finding } from '@upvigil/core/texts/assertions';
import { type ComparedValue, compareValues, noPattern } from './compare-values.ts';
import { type AnswerTimes, type EvaluatedAnswer, headerValues } from './evaluated-answer.ts';

/** Whether an assertion is cheap enough, for any response, to be evaluated in the probe thread. */
export function isQuick({ source, compare }: Assertion, { found }: Pick<EvaluatedAnswer, 'found'>): boolean {
  if (compare === 'matches' || compare === 'not_matches') return false;
  if (source === 'body') return found !== null;
  return source === 'header' || source === 'size' || source === 'time';
}

/** Evaluates an assertion that `isQuick` accepts. */
export function evaluateQuick(assertion: Assertion, answer: EvaluatedAnswer, times: AnswerTimes): Finding {
  switch (assertion.source) {
    case 'body':
      return foundOrNot(assertion.compare, answer.found?.get(assertion.value) ?? false);
    case 'header':
      return compareValues(assertion, headerValues(assertion, answer), noPattern);
    case 'size':
      return compareValues(assertion, [amount(answer.size, `${answer.size} bytes`)], noPattern);
    default:
      return evaluateTime(assertion, times);
  }
}

function evaluateTime(assertion: Assertion, times: AnswerTimes): Finding {
  const microseconds = times[isTimedPart(assertion.property) ? assertion.property : 'total'];
  if (microseconds === undefined) return compareValues(assertion, [], noPattern);
  const seconds = microseconds / 1e6;
  return compareValues(assertion, [amount(seconds, `${seconds.toFixed(3)} s`)], noPattern);
}

const amount = (number: number, shown: string): ComparedValue => ({ text: String(number), isNumber: true, shown });

/** The result of a search in a body: `lacks` and `not_matches` pass if nothing is found. */
export const foundOrNot = (compare: Assertion['compare'], isFound: boolean): Finding => ({
  ok: isFound === (compare === 'contains' || compare === 'matches'),
  actual: isFound ? 'found' : 'not found',
  problem: null,
});

/** The response cannot be compared, so the assertion fails. */
export const notEvaluated = (problem: string): Finding => ({ ok: false, actual: problem, problem });
