import { limits } from '@upvigil/core/limits';
import { quoted } from '@upvigil/core/texts/assertions';
import { JSONPathEnvironment, JSONPathError, type JSONPathQuery, type JSONValue, jsonpath, TokenKind } from 'json-p3';
import type { ComparedValue } from '../compare-values.ts';
import type { SyntaxProblem } from './patterns.ts';

const { FilterSelector, NameSelector, WildcardSelector } = jsonpath.selectors;

/**
 * Functions of the RFC without match() and search(): these use JavaScript's regular expressions, which can take
 * exponential time.
 */
const allowedFunctions = ['length', 'count', 'value'];

/** The parser takes linear time. The depth limit concerns documents, which the stack limits anyway. */
const environment = new JSONPathEnvironment({ maxRecursionDepth: Number.POSITIVE_INFINITY });
for (const name of environment.functionRegister.keys()) {
  if (!allowedFunctions.includes(name)) environment.functionRegister.delete(name);
}

/** A JSONPath that this program does not support. */
export class InvalidPathError extends Error {
  override name = 'InvalidPathError';
  readonly problem: SyntaxProblem;

  constructor(problem: SyntaxProblem) {
    super(`the JSONPath is not valid, at character ${problem.position}: ${problem.reason}`);
    this.problem = problem;
  }
}

/** The problem of a JSONPath (RFC 9535); null if valid. */
export function pathProblem(text: string): SyntaxProblem | null {
  try {
    parsePath(text);
    return null;
  } catch (error) {
    if (error instanceof InvalidPathError) return error.problem;
    throw error;
  }
}

/** @throws InvalidPathError */
function parsePath(text: string): JSONPathQuery {
  const deep = tooDeepAt(text);
  if (deep !== null) {
    const reason = `brackets are nested more than ${limits.jsonPathNesting} deep`;
    throw new InvalidPathError({ position: deep + 1, reason });
  }
  try {
    return environment.compile(text);
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    throw new InvalidPathError(problemOf(error));
  }
}

/** Position of the first bracket that is nested too deeply; null if none is. */
function tooDeepAt(text: string): number | null {
  let depth = 0;
  for (const { 0: sign = '', index } of text.matchAll(bracketOrString)) {
    if (sign === '[' || sign === '(') depth += 1;
    else if (sign === ']' || sign === ')') depth -= 1;
    if (depth > limits.jsonPathNesting) return index;
  }
  return null;
}

const bracketOrString = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[[\]()]/gs;

/** The library appends a part of the path and its index to each message. */
const libraryContext = / \('.*':\d+\)$/s;

function problemOf({ name, message, token }: JSONPathError): SyntaxProblem {
  const position = token.index + 1;
  if (name === 'UndefinedFilterFunctionError') {
    const allowed = allowedFunctions.join(', ');
    return { position, reason: `${token.value}() is not one of ${allowed}; for patterns compare by matches` };
  }
  return { position, reason: message.replace(libraryContext, '') };
}

/**
 * All values at a path, in document order. The library's own segments build a node with its location for each value,
 * which takes ten times as long; only filters use them.
 */
function lookUp({ segments }: JSONPathQuery, root: JSONValue): JSONValue[] {
  let values = [root];
  for (const { token, selectors } of segments) {
    const found: JSONValue[] = [];
    const parents = token.kind === TokenKind.DDOT ? values.flatMap(withDescendants) : values;
    for (const parent of parents) {
      for (const selector of selectors) for (const value of select(selector, parent, root)) found.push(value);
    }
    values = found;
  }
  return values;
}

/** A value and all its descendants, each before its own members. */
function withDescendants(value: JSONValue): JSONValue[] {
  const found: JSONValue[] = [];
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next);
    const children = childrenOf(next);
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at] as JSONValue);
  }
  return found;
}

const childrenOf = (value: JSONValue): JSONValue[] => {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
};

const isObject = (value: JSONValue): value is Record<string, JSONValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values that one selector finds. Rare selectors are left to the library. */
function select(selector: jsonpath.JSONPathSelector, parent: JSONValue, root: JSONValue): readonly JSONValue[] {
  if (selector instanceof WildcardSelector) return childrenOf(parent);
  if (selector instanceof NameSelector) {
    return isObject(parent) && Object.hasOwn(parent, selector.name) ? [parent[selector.name] as JSONValue] : [];
  }
  if (selector instanceof FilterSelector) {
    // Otherwise the library passes whole lists as function arguments, which can overflow the stack.
    const context = { environment, rootValue: root, currentValue: root, lazy: true };
    return childrenOf(parent).filter((child) => {
      context.currentValue = child;
      return selector.expression.evaluate(context);
    });
  }
  return [...selector.lazyResolve(new jsonpath.JSONPathNode(parent, [], root))].map(({ value }) => value);
}

/** A JSON document for path look-ups. */
export interface JsonDocument {
  /** The values at a path, in document order. @throws InvalidPathError */
  valuesAt(path: string): ComparedValue[];
}

/** Parses a body; null if it is not JSON. Of duplicate names in an object, the last one counts. */
export function parseJson(json: string): JsonDocument | null {
  let document: JSONValue;
  try {
    document = JSON.parse(json);
  } catch {
    return null;
  }
  let exact: JSONValue | undefined;
  const exactAt = (path: JSONPathQuery): unknown[] => {
    exact ??= JSON.parse(withTexts(json)) as JSONValue;
    return lookUp(path, exact);
  };
  return {
    valuesAt(text) {
      const path = parsePath(text);
      const values: unknown[] = lookUp(path, document);
      if (!values.some(isInexact)) return values.map((value) => comparedValue(value, undefined));
      const texts = exactAt(path);
      const areSame = texts.length === values.length;
      return values.map((value, at) => comparedValue(value, areSame ? texts[at] : undefined));
    },
  };
}

/** Whether a double cannot represent the number as written. */
const isInexact = (value: unknown): boolean =>
  typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER);

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** The same document, with each number that a double cannot represent as a text. */
const withTexts = (json: string): string =>
  json.replace(stringOrNumber, (token) => (token[0] !== '"' && isInexact(Number(token)) ? `"${token}"` : token));

function comparedValue(value: unknown, exact: unknown): ComparedValue {
  if (typeof value === 'string') return { text: value, isNumber: false, shown: quoted(value) };
  if (typeof value === 'object' && value !== null) {
    return { text: null, isNumber: false, shown: Array.isArray(value) ? 'a list' : 'an object' };
  }
  const isNumber = typeof value === 'number';
  const text = isNumber && isInexact(value) && typeof exact === 'string' ? exact : String(value);
  return { text, isNumber, shown: text.length > shownDigits ? `${text.slice(0, shownDigits)}…` : text };
}

const shownDigits = 100;
