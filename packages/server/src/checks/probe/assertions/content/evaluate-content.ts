import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import { limits } from '@upvigil/core/limits';
import type { Finding } from '@upvigil/core/texts/assertions';
import { decoderFor } from '../../charset.ts';
import { compareValues, type Matches, noPattern } from '../compare-values.ts';
import { foundOrNot, notEvaluated } from '../evaluate-quick.ts';
import { type EvaluatedAnswer, headerValues } from '../evaluated-answer.ts';
import { type JsonDocument, parseJson } from './json-paths.ts';
import { compilePattern, type Pattern } from './patterns.ts';
import { evaluateCanonical, evaluateRobots, readSearchMarks, type SearchMarks } from './search-marks.ts';

/** Maximum number of cached compiled patterns. */
const mostPatterns = 200;

/** Evaluates assertions that may take too long: patterns, JSON, HTML, other charsets. */
export function createContentEvaluator(): (assertions: readonly Assertion[], answer: EvaluatedAnswer) => Finding[] {
  const patterns = new Map<string, Pattern>();
  const patternOf = (text: string): Pattern => {
    const known = patterns.get(text);
    if (known) return known;
    if (patterns.size >= mostPatterns) patterns.clear();
    const pattern = compilePattern(text);
    patterns.set(text, pattern);
    return pattern;
  };
  const matcherOf = ({ compare, value }: Assertion): Matches =>
    compare === 'matches' || compare === 'not_matches' ? (text) => patternOf(value).test(text) : noPattern;

  return (assertions, answer) => {
    const content = openContent(answer);
    return assertions.map((assertion) => {
      try {
        return evaluateContent(assertion, answer, content, matcherOf(assertion));
      } catch (error) {
        // The document is nested more deeply than the stack of this thread allows.
        if (error instanceof RangeError) return notEvaluated('body is nested too deeply to be evaluated');
        throw error;
      }
    });
  };
}

type Content = ReturnType<typeof openContent>;

/** Parsed forms of a body, each created once, on demand. */
function openContent({ bytes, charset }: EvaluatedAnswer) {
  const texts = new Map<number, string>();
  const text = (mostBytes: number): string => {
    const known = texts.get(mostBytes);
    if (known !== undefined) return known;
    const decoded = decoderFor(bytes, charset).decode(bytes.subarray(0, mostBytes));
    texts.set(mostBytes, decoded);
    return decoded;
  };
  let json: JsonDocument | null | undefined;
  let marks: SearchMarks | undefined;
  return {
    text,
    json(): JsonDocument | null {
      if (json === undefined) json = parseJson(text(limits.assertionBody.jsonBytes));
      return json;
    },
    marks(): SearchMarks {
      marks ??= readSearchMarks(text(limits.assertionBody.textBytes));
      return marks;
    },
  };
}

function evaluateContent(assertion: Assertion, answer: EvaluatedAnswer, content: Content, matches: Matches): Finding {
  const { source, property, compare, value } = assertion;
  const { textBytes, patternBytes, jsonBytes } = limits.assertionBody;
  switch (source) {
    case 'json': {
      if (answer.size > jsonBytes) {
        return notEvaluated(`body is longer than ${jsonBytes / 2 ** 20} MiB, the most that is read as JSON`);
      }
      const json = content.json();
      return json === null
        ? notEvaluated('body is not JSON')
        : compareValues(assertion, json.valuesAt(property), matches);
    }
    case 'html':
      return property === 'robots'
        ? evaluateRobots(content.marks(), answer.headers['x-robots-tag'] ?? [])
        : evaluateCanonical(content.marks(), answer.url, value);
    case 'header':
      return compareValues(assertion, headerValues(assertion, answer), matches);
    default: {
      const isPattern = compare === 'matches' || compare === 'not_matches';
      const text = content.text(isPattern ? patternBytes : textBytes);
      return foundOrNot(compare, isPattern ? matches(text) : text.includes(value));
    }
  }
}
