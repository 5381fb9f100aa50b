import { numberBetween } from '@upvigil/core/contract/fields/fields';
import { z } from 'zod';
import { isEncodedRecentChecks } from '../../../base/domain/recent-checks.ts';
import { isSketch } from '../../../checks/record/rollups/latency-sketch.ts';

/**
 * What one value of a row may be, said twice: as a schema, which words the refusal, and as a plain test, which takes a
 * tenth of the time for the ten million rows that are fine.
 */
export interface PartColumnRule {
  readonly schema: z.ZodType;
  readonly isValid: (value: unknown) => boolean;
}

const rule = (schema: z.ZodType, isValid: PartColumnRule['isValid']): PartColumnRule => ({ schema, isValid });

const isInteger = (value: unknown): boolean => Number.isSafeInteger(value);
const isBetween =
  (min: number, max: number) =>
  (value: unknown): boolean =>
    isInteger(value) && Number(value) >= min && Number(value) <= max;
const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };
const int16 = { min: -(2 ** 15), max: 2 ** 15 - 1 };
const integer = ({ min, max }: { min: number; max: number }): PartColumnRule =>
  rule(z.int().min(min).max(max), isBetween(min, max));

const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');
/** Neither database stores NUL in text. */
const textSchema = z.string().refine((value) => isText(value), { error: 'holds a NUL character' });

export const id = integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
export const smallint = integer(int16);
/** Milliseconds since the epoch, up to the last that ISO 8601 writes with a year of four digits. */
export const time = integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });
/** A sum or a time in microseconds: a whole number from 0 on. */
export const size = integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
export const count = integer({ min: 0, max: int32.max });
export const flag = rule(z.literal([0, 1], { error: 'must be 0 or 1' }), (value) => value === 0 || value === 1);
/** A mark that is there or null. */
export const literalOne = rule(z.literal(1), (value) => value === 1);
export const real = rule(z.number(), Number.isFinite);
/** A number with the limits of the contract, refused in the contract's words. */
export const numberIn = (label: string, { min, max }: { min: number; max: number }, unit: string): PartColumnRule =>
  rule(numberBetween(label, { min, max }, unit), (value) => typeof value === 'number' && value >= min && value <= max);
export const text = rule(textSchema, isText);
export const textUpTo = ({ maxLength }: { maxLength: number }): PartColumnRule =>
  rule(textSchema.max(maxLength), (value) => isText(value) && value.length <= maxLength);
/** Text that is JSON of a value that the schema takes. */
export const jsonOf = (schema: z.ZodType): PartColumnRule =>
  bySchema(
    textSchema.superRefine((value, context) => {
      const message = problemOfJson(value, schema);
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
  );
/** Bytes of a latency sketch, as base64. */
export const sketch = rule(
  z.unknown().refine(isSketchText, { error: 'is not a latency sketch in base64' }),
  isSketchText,
);

function isSketchText(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const bytes = Buffer.from(value, 'base64');
  return bytes.toString('base64') === value && isSketch(bytes);
}

/** The last checks of a monitor, as they are stored beside its state. */
export const recentChecks = rule(
  z.string().refine(isEncodedRecentChecks, { error: 'is no list of last checks' }),
  (value) => typeof value === 'string' && isEncodedRecentChecks(value),
);

/** A rule without a plain test, for values that are few enough. */
export function bySchema(schema: z.ZodType): PartColumnRule {
  return rule(schema, (value) => schema.safeParse(value).success);
}

export const oneOf = (values: readonly string[]): PartColumnRule =>
  rule(z.enum(values), (value) => typeof value === 'string' && values.includes(value));

export const nullable = ({ schema, isValid }: PartColumnRule): PartColumnRule =>
  rule(schema.nullable(), (value) => value === null || isValid(value));

/** What is wrong with the text of a JSON value, or null. */
export function problemOfJson(text: string, schema: z.ZodType): string | null {
  const value = parseJson(text);
  if (value === undefined) return 'is not JSON';
  const issue = schema.safeParse(value).error?.issues[0];
  if (!issue) return null;
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
