import * as z from 'zod';
import { limits } from '../../limits.ts';
import { canParseUrl } from '../fields/can-parse-url.ts';
import { exactText, oneOf, plainText } from '../fields/fields.ts';
import { isHeaderName } from './request.ts';

/** The sources of an assertion, with the comparisons that each allows. */
export const comparesOf = {
  body: ['contains', 'lacks', 'matches', 'not_matches'],
  json: ['exists', 'missing', 'equals', 'not_equals', 'contains', 'matches', 'less', 'greater'],
  header: ['exists', 'missing', 'equals', 'not_equals', 'contains', 'matches', 'less', 'greater'],
  size: ['less', 'greater'],
  time: ['less', 'greater'],
  html: ['indexable', 'equals'],
} as const;
export type AssertionSource = keyof typeof comparesOf;
export const assertionSources = Object.keys(comparesOf) as AssertionSource[];
export type AssertionCompare = (typeof comparesOf)[AssertionSource][number];
const compares = [...new Set(Object.values(comparesOf).flat())] as AssertionCompare[];

/** The durations of a check that an assertion may name; an empty property means `total`. */
export const timedParts = ['total', 'dns', 'connect', 'tls', 'first_byte', 'transfer'] as const;
export type TimedPart = (typeof timedParts)[number];
/** The properties of `html`, with the comparison of each. */
const comparesOfHtml = { robots: 'indexable', canonical: 'equals' } as const;

/** The fields of one assertion, each validated alone. */
export const assertion = z.object({
  source: oneOf('Source', assertionSources),
  property: plainText('Property', limits.assertionText.maxLength).default(''),
  compare: oneOf('Compare', compares),
  value: exactText('Value', limits.assertionText.maxLength).default(''),
});
/**
 * One expectation of a response. `property`: a JSONPath, a header's name, a phase, `robots` or `canonical`; else empty.
 */
export type Assertion = z.output<typeof assertion>;

/** All must hold. The server also compiles patterns and JSONPaths; only it has the engines for them. */
export const assertions = z
  .array(assertion)
  .max(limits.assertions, { error: `Assertions must be at most ${limits.assertions}` })
  .superRefine((list, { addIssue }) => {
    for (const [at, one] of list.entries()) {
      const problem = assertionProblem(one);
      if (!problem) continue;
      addIssue({ code: 'custom', path: [at, problem.field], message: assertionMessage(at, problem.message) });
    }
  });

/** `at` counts from 0. */
export const assertionMessage = (at: number, message: string): string => `Assertion ${at + 1}: ${message}`;

interface AssertionProblem {
  field: keyof Assertion;
  message: string;
}

/** Validates the fields together; null if they are valid. */
function assertionProblem(asked: Assertion): AssertionProblem | null {
  const allowed: readonly AssertionCompare[] = comparesOf[asked.source];
  if (!allowed.includes(asked.compare)) {
    return { field: 'compare', message: `Compare of ${asked.source} must be one of ${allowed.join(', ')}` };
  }
  const property = propertyProblem(asked);
  if (property) return { field: 'property', message: property };
  if (asked.source === 'html' && htmlCompare(asked) !== asked.compare) {
    return { field: 'compare', message: `Compare of ${asked.property} must be ${htmlCompare(asked)}` };
  }
  const value = valueProblem(asked);
  return value === null ? null : { field: 'value', message: value };
}

const htmlCompare = ({ property }: Assertion): string =>
  property === 'robots' ? comparesOfHtml.robots : comparesOfHtml.canonical;

function propertyProblem({ source, property }: Assertion): string | null {
  switch (source) {
    case 'body':
    case 'size':
      return property === '' ? null : `Property must be empty for ${source}`;
    case 'json':
      return property.startsWith('$') ? null : 'Property must be a JSONPath, which starts with $: $.status';
    case 'header':
      return isHeaderName(property) ? null : 'Property must be the name of a header, as Content-Type';
    case 'time':
      return isTimedPart(property || 'total') ? null : `Property must be empty or one of ${timedParts.join(', ')}`;
    case 'html':
      return Object.hasOwn(comparesOfHtml, property)
        ? null
        : `Property must be ${Object.keys(comparesOfHtml).join(' or ')}`;
  }
}

export const isTimedPart = (text: string): text is TimedPart => timedParts.some((part) => part === text);

function valueProblem({ source, compare, value }: Assertion): string | null {
  switch (compare) {
    case 'exists':
    case 'missing':
    case 'indexable':
      return value === '' ? null : `Value must be empty for ${compare}`;
    case 'less':
    case 'greater':
      return numberProblem(source, value);
    case 'contains':
    case 'lacks':
    case 'matches':
    case 'not_matches':
      return value.trim() === '' ? `Value is required for ${compare}` : null;
    case 'equals':
    case 'not_equals':
      return source === 'html' && !isAddress(value)
        ? 'Value must be an address or a path, as https://shop.example.com/ or /page'
        : null;
  }
}

/** A number as JSON writes it, which is also how people do. */
const decimalNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Whether a text is a decimal number that fits a 64-bit float. */
export const isDecimal = (text: string): boolean => decimalNumber.test(text) && Number.isFinite(Number(text));

function numberProblem(source: AssertionSource, value: string): string | null {
  const isCount = source === 'size' || source === 'time';
  if (isDecimal(value) && !(isCount && Number(value) < 0)) return null;
  if (source === 'size') return 'Value must be a number of bytes, as 1024';
  return source === 'time' ? 'Value must be a number of seconds, as 0.5' : 'Value must be a number, as 12 or 0.5';
}

const isAddress = (text: string): boolean => text !== '' && canParseUrl(text, 'https://example.com/');
