import { quoted } from '@upvigil/core/check-options/assertion-sentences';
import { type JsonValue, query } from 'jsonpath-rfc9535';
import parsePath from 'jsonpath-rfc9535/parser';
import type { ComparedValue } from '../compare-values.ts';
import type { SyntaxProblem } from './patterns.ts';

/** Of the RFC, without match() and search(): these give a pattern to the engine of JavaScript, which can take for ever. */
const allowedFunctions = ['length', 'count', 'value'];

/** What is wrong with a JSONPath (RFC 9535); null when nothing is. */
export function pathProblem(text: string): SyntaxProblem | null {
  try {
    const name = otherFunctionIn(parsePath(text));
    if (name === null) return null;
    const position = text.search(new RegExp(`\\b${name}\\s*\\(`)) + 1;
    return {
      position,
      reason: `${name}() is not one of ${allowedFunctions.join(', ')}; for patterns compare by matches`,
    };
  } catch (error) {
    const { location, message } = Object(error);
    return { position: (location?.start?.offset ?? 0) + 1, reason: String(message) };
  }
}

/** The first function anywhere in a parsed path that is not allowed. */
function otherFunctionIn(node: unknown): string | null {
  if (typeof node !== 'object' || node === null) return null;
  if ('type' in node && node.type === 'FunctionExpr' && 'name' in node && typeof node.name === 'string') {
    if (!allowedFunctions.includes(node.name)) return node.name;
  }
  for (const part of Object.values(node)) {
    const found = otherFunctionIn(part);
    if (found !== null) return found;
  }
  return null;
}

/** A JSON document that paths are looked up in. */
export interface JsonDocument {
  /** What a path leads to, in the order of the document. */
  valuesAt(path: string): ComparedValue[];
}

/** Parses a body; null when it is no JSON. Of a name that stands twice in an object the last counts. */
export function parseJson(text: string): JsonDocument | null {
  let document: JsonValue;
  try {
    document = JSON.parse(text);
  } catch {
    return null;
  }
  let exact: JsonValue | undefined;
  const exactAt = (path: string): unknown[] => {
    exact ??= JSON.parse(withTexts(text)) as JsonValue;
    return query(exact, path);
  };
  return {
    valuesAt(path) {
      const values: unknown[] = query(document, path);
      if (!values.some(isInexact)) return values.map((value) => comparedValue(value, undefined));
      const texts = exactAt(path);
      const areSame = texts.length === values.length;
      return values.map((value, at) => comparedValue(value, areSame ? texts[at] : undefined));
    },
  };
}

/** A number that a double does not hold as it was written. */
const isInexact = (value: unknown): boolean =>
  typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER);

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** The same document, with each number that a double does not hold as a text. */
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
