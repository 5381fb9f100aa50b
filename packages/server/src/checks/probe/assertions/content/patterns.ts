import { RE2JS, RE2JSSyntaxException } from 're2js';

export type Pattern = Pick<RE2JS, 'test'>;

/** A problem of a pattern or a path. `position` counts characters from 1. */
export interface SyntaxProblem {
  position: number;
  reason: string;
}

/** Compiles an RE2 pattern, which searches any text in linear time. @throws RE2JSSyntaxException */
export const compilePattern = (text: string): Pattern => RE2JS.compile(text);

/** The problem of a pattern; null if valid. */
export function patternProblem(text: string): SyntaxProblem | null {
  try {
    compilePattern(text);
    return null;
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const { error: reason, input } = error as unknown as { error: string; input: string | null };
    const at = input === null || input === text ? unbalancedAt(text) : text.lastIndexOf(input);
    const part = input === null || input === text ? '' : ` ${input}`;
    return { position: Math.max(at, 0) + 1, reason: reason + part };
  }
}

/**
 * Position of the unbalanced parenthesis, for which the library reports only the whole pattern: the first one that
 * closes nothing, or the last one that is not closed.
 */
function unbalancedAt(pattern: string): number {
  const open: number[] = [];
  let isInClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at];
    if (sign === '\\') at += 1;
    else if (isInClass) isInClass = sign !== ']';
    else if (sign === '[') isInClass = true;
    else if (sign === '(') open.push(at);
    else if (sign === ')' && open.pop() === undefined) return at;
  }
  return open.at(-1) ?? 0;
}
