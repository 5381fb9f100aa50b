import { type Assertion, assertionMessage } from '@upvigil/core/contract/check-options/assertions';
import type { FieldError } from '@upvigil/core/contract/errors';
import { pathProblem } from './content/json-paths.ts';
import { patternProblem, type SyntaxProblem } from './content/patterns.ts';

/** Maximum length of a library's message about a pattern or a path. */
const reasonLength = 200;

/** Compiles all patterns and JSONPaths. Returns each field that does not compile, with the position. */
export const assertionProblems = (assertions: readonly Assertion[]): FieldError[] => assertions.flatMap(problemsOf);

function problemsOf(assertion: Assertion, at: number): FieldError[] {
  const { source, property, compare, value } = assertion;
  const path = source === 'json' ? pathProblem(property) : null;
  const pattern = compare === 'matches' || compare === 'not_matches' ? patternProblem(value) : null;
  return [
    ...(path ? [fieldError(at, 'property', 'Property is not a JSONPath', path)] : []),
    ...(pattern ? [fieldError(at, 'value', 'Value is not an RE2 pattern', pattern)] : []),
  ];
}

const fieldError = (at: number, field: keyof Assertion, what: string, problem: SyntaxProblem): FieldError => ({
  field: `assertions.${at}.${field}`,
  message: assertionMessage(at, `${what}, at character ${problem.position}: ${problem.reason.slice(0, reasonLength)}`),
});
