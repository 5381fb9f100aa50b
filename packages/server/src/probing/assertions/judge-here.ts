import type { Finding } from '@upvigil/core/check-options/assertion-sentences';
import type { Assertion } from '@upvigil/core/check-options/assertions';
import { isTimedPart } from '@upvigil/core/check-options/assertions';
import { limits } from '@upvigil/core/limits';
import { type ComparedValue, compareValues, noPattern } from './compare-values.ts';
import { type AnswerTimes, headerValues, type JudgedAnswer } from './judged-answer.ts';

/** Whether an assertion is judged in the thread of the probes: what takes no time worth speaking of, however long the answer. */
export function isJudgedHere({ source, compare }: Assertion, { charset, bytes }: JudgedAnswer): boolean {
  if (compare === 'matches' || compare === 'not_matches') return false;
  if (source === 'body') return isUtf8(charset, bytes);
  return source === 'header' || source === 'size' || source === 'time';
}

/** Bytes of UTF-8 are searched as they are; other charsets must be decoded, which takes milliseconds. */
const isUtf8 = (charset: string | null, bytes: Uint8Array): boolean =>
  /^(utf-?8|us-ascii)$/i.test(charset ?? 'utf-8') && bytes[0] !== 0xff && bytes[0] !== 0xfe;

/** Judges one of those of `isJudgedHere`. */
export function judgeHere(assertion: Assertion, answer: JudgedAnswer, times: AnswerTimes): Finding {
  switch (assertion.source) {
    case 'body':
      return searchBytes(assertion, answer.bytes);
    case 'header':
      return compareValues(assertion, headerValues(assertion, answer), noPattern);
    case 'size':
      return compareValues(assertion, [amount(answer.size, `${answer.size} bytes`)], noPattern);
    default:
      return judgeTime(assertion, times);
  }
}

function judgeTime(assertion: Assertion, times: AnswerTimes): Finding {
  const microseconds = times[isTimedPart(assertion.property) ? assertion.property : 'total'];
  if (microseconds === undefined) return compareValues(assertion, [], noPattern);
  const seconds = microseconds / 1e6;
  return compareValues(assertion, [amount(seconds, `${seconds.toFixed(3)} s`)], noPattern);
}

const amount = (number: number, shown: string): ComparedValue => ({ text: String(number), isNumber: true, shown });

function searchBytes({ compare, value }: Assertion, bytes: Uint8Array): Finding {
  const searched = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, limits.assertionBody.textBytes));
  return foundOrNot(compare, searched.includes(value));
}

/** What a search in a body says: `lacks` and `not_matches` want that it finds nothing. */
export const foundOrNot = (compare: Assertion['compare'], isFound: boolean): Finding => ({
  ok: isFound === (compare === 'contains' || compare === 'matches'),
  actual: isFound ? 'found' : 'not found',
  problem: null,
});
