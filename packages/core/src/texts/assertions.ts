import { type Assertion, isDecimal } from '../contract/check-options/assertions.ts';
import { foreignText, stripControls } from '../format/foreign-text.ts';
import { limits } from '../limits.ts';
import { searchProblems } from './problems.ts';

/** The actual value where an assertion looked. */
export interface Finding {
  ok: boolean;
  /** Formatted for readers: '"degraded"', 'missing', '1024 bytes'. */
  actual: string;
  /** The reason why no comparison was possible, without any value: 'body is not JSON'; null if it was. */
  problem: string | null;
}

export const nothingThere = 'missing';

/** Maximum length of a quoted value or path. */
const quotedLength = 100;
const shortened = (text: string): string => (text.length > quotedLength ? `${text.slice(0, quotedLength - 1)}…` : text);

/** Quotes text: without control characters, on one line, cut. */
export const quoted = (text: string): string => `"${shortened(stripControls(text))}"`;

/** The expected value, quoted as in JSON. */
const expectedValue = (value: string): string =>
  isDecimal(value) || ['true', 'false', 'null'].includes(value) ? value : quoted(value);

const partNames: Readonly<Record<string, string>> = {
  '': 'time',
  total: 'time',
  dns: 'time of the DNS look-up',
  connect: 'time of the connection',
  tls: 'time of the TLS handshake',
  first_byte: 'time to the first byte',
  transfer: 'time of the transfer',
};

function subjectOf({ source, property }: Assertion): string {
  switch (source) {
    case 'json':
      return shortened(stripControls(property));
    case 'header':
      return `header ${property.toLowerCase()}`;
    case 'time':
      return partNames[property] ?? 'time';
    case 'html':
      return property === 'robots' ? 'page' : searchProblems.canonical.subject;
    default:
      return source;
  }
}

const wantedWords: Readonly<Record<Assertion['compare'], (value: string) => string>> = {
  contains: (value) => `contains ${quoted(value)}`,
  lacks: (value) => `lacks ${quoted(value)}`,
  matches: (value) => `matches ${quoted(value)}`,
  not_matches: (value) => `does not match ${quoted(value)}`,
  exists: () => 'is there',
  missing: () => 'is missing',
  equals: (value) => `is ${expectedValue(value)}`,
  not_equals: (value) => `is not ${expectedValue(value)}`,
  less: (value) => `is less than ${value}`,
  greater: (value) => `is more than ${value}`,
  indexable: () => 'may be indexed',
};

/** The expectation: 'body contains "Welcome"', '$.status is "ok"'. */
export const assertionSentence = (assertion: Assertion): string =>
  `${subjectOf(assertion)} ${wantedWords[assertion.compare](assertion.value)}`;

const expectations: Readonly<Partial<Record<Assertion['compare'], (value: string) => string>>> = {
  equals: expectedValue,
  not_equals: () => 'anything else',
  contains: (value) => `to contain ${quoted(value)}`,
  matches: (value) => `to match ${quoted(value)}`,
  less: (value) => `less than ${value}`,
  greater: (value) => `more than ${value}`,
  missing: () => 'none',
};

const opposites: Readonly<Partial<Record<Assertion['compare'], Assertion['compare']>>> = {
  contains: 'lacks',
  lacks: 'contains',
  matches: 'not_matches',
  not_matches: 'matches',
} as const;

/** The reason for a failure: 'body lacks "Welcome"', '$.status is "degraded", expected "ok"'. */
export function failureSentence(assertion: Assertion, { actual, problem }: Finding): string {
  if (problem !== null) return problem;
  const { source, compare, value, property } = assertion;
  const opposite = opposites[compare];
  if (source === 'body' && opposite) return assertionSentence({ ...assertion, compare: opposite });
  if (property === 'robots') return searchProblems.robots.begins + actual;
  const expectation = expectations[compare]?.(value);
  return `${subjectOf(assertion)} is ${actual}${expectation === undefined ? '' : `, expected ${expectation}`}`;
}

const restLength = ' and 20 more'.length;

/**
 * Joins failures into one sentence without duplicates, within the stored length of untrusted text. Counts those that do
 * not fit.
 */
export function joinFailures(sentences: readonly string[]): string {
  const each = [...new Set(sentences.map(foreignText))];
  const most = limits.foreignTextLength;
  const whole = each.join('; ');
  if (whole.length <= most) return whole;
  let said = each[0] ?? '';
  let count = 1;
  for (const sentence of each.slice(1)) {
    if (said.length + 2 + sentence.length + restLength > most) break;
    said += `; ${sentence}`;
    count += 1;
  }
  return `${said.slice(0, most - restLength)} and ${each.length - count} more`;
}
