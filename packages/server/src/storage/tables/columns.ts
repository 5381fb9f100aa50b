import { numberBetween } from '@upvigil/core/contract/fields/fields';
import { limits } from '@upvigil/core/limits';
import type { Generated } from 'kysely';
import { z } from 'zod';
import { isSketch, type LatencySketch } from '../../base/domain/latency-sketch.ts';
import { isEncodedRecentChecks } from '../../base/domain/recent-checks.ts';
import { areStoredTags } from '../../base/domain/stored-tags.ts';
import { isSealed } from '../../base/sealed-text.ts';

/** Milliseconds since the epoch, UTC. Both databases store them as integers. */
export type Milliseconds = number;
/** 0 or 1, because SQLite has no boolean. */
export type Flag = 0 | 1;
/** Response times are whole microseconds, so that sums are exact. */
type Microseconds = number;

/** A row of an archive, by column, before validation. */
export type UncheckedRow = Readonly<Record<string, unknown>>;

/** The tables that columns reference. */
type ReferencedTable =
  | 'websites'
  | 'monitors'
  | 'alerts'
  | 'certificates'
  | 'incidents'
  | 'maintenance_windows'
  | 'maintenance_runs'
  | 'users';

/**
 * A column: its type for statements, and its validation in a restore. The latter exists twice: as a schema, which words
 * the refusal, and as a plain test, which takes a tenth of the time for up to ten million valid rows.
 */
export interface Column<Stored> {
  readonly schema: z.ZodType;
  readonly isValid: (value: unknown) => boolean;
  /** Description of allowed values, for the reference. */
  readonly form: string;
  /** The table whose id it holds. */
  readonly references?: ReferencedTable;
  /** Bytes, encoded as base64 in an archive. */
  readonly isBlob?: boolean;
  /** The archive format version that added it, and its value for rows of older ones. */
  readonly added?: { readonly in: number; readonly value: (row: UncheckedRow) => unknown };
  /** Only for the compiler: never set. */
  readonly stored?: Stored;
}

const rule = <Stored>(form: string, schema: z.ZodType, isValid: Column<Stored>['isValid']): Column<Stored> => ({
  form,
  schema,
  isValid,
});

const isBetween =
  (min: number, max: number) =>
  (value: unknown): boolean =>
    Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };
const int16 = { min: -(2 ** 15), max: 2 ** 15 - 1 };
const integer = (form: string, { min, max }: { min: number; max: number }): Column<number> =>
  rule(form, z.int().min(min).max(max), isBetween(min, max));

const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');
/** Neither database stores NUL in text. */
const textSchema = z.string().refine((value) => isText(value), { error: 'holds a NUL character' });

export const id = integer('id', { min: 1, max: Number.MAX_SAFE_INTEGER });
/** An auto-increment primary key. */
export const generatedId: Column<Generated<number>> = withDefault(id);
/** The id of a row in another table. */
export const reference = (references: ReferencedTable): Column<number> => ({ ...id, references });
export const smallint = integer('whole number', int16);
/** Milliseconds since the epoch, up to the end of the year 9999, the last that ISO 8601 writes with four digits. */
export const time: Column<Milliseconds> = integer('time', { min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });
/** A non-negative integer: a sum, or a time in microseconds. */
export const size: Column<Microseconds> = integer('whole number from 0', { min: 0, max: Number.MAX_SAFE_INTEGER });
export const count = integer('whole number from 0', { min: 0, max: int32.max });
export const signedCount = integer('whole number', int32);
export const flag: Column<Flag> = rule(
  '0 or 1',
  z.literal([0, 1], { error: 'must be 0 or 1' }),
  (value) => value === 0 || value === 1,
);
/** 1 or null. */
export const literalOne: Column<1> = rule('1', z.literal(1), (value) => value === 1);
export const real: Column<number> = rule('number', z.number(), Number.isFinite);
/** A number within the limits of the contract, refused with the contract's message. */
export const numberIn = (label: string, { min, max }: { min: number; max: number }, unit: string): Column<number> =>
  rule(
    `number ${min} to ${max}`,
    numberBetween(label, { min, max }, unit),
    (value) => typeof value === 'number' && value >= min && value <= max,
  );
export const text: Column<string> = rule('text', textSchema, isText);
export const textUpTo = ({ maxLength }: { maxLength: number }): Column<string> =>
  rule(
    `text up to ${maxLength} characters`,
    textSchema.max(maxLength),
    (value) => isText(value) && value.length <= maxLength,
  );
/** Text with JSON that the schema accepts. */
export const jsonOf = (schema: z.ZodType): Column<string> =>
  bySchema(
    'JSON',
    textSchema.superRefine((value, context) => {
      const message = problemOfJson(value, schema);
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
  );

/** Secrets in a backup: encrypted, by field name. */
export const archivedSecrets = z.record(
  z.string().max(limits.requestHeaderName.maxLength * 2),
  z.string().refine(isSealed, { error: 'is not sealed' }),
);
export const sealedSecrets = jsonOf(archivedSecrets);

/** A latency sketch: bytes in the database, base64 in an archive. */
export const sketch: Column<LatencySketch> = {
  ...rule('base64', z.unknown().refine(isSketchText, { error: 'is not a latency sketch in base64' }), isSketchText),
  isBlob: true,
};

function isSketchText(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const bytes = Buffer.from(value, 'base64');
  return bytes.toString('base64') === value && isSketch(bytes);
}

/** The last checks of a monitor, encoded as in recent-checks.ts. */
export const recentChecks: Column<string> = rule(
  'text',
  z.string().refine(isEncodedRecentChecks, { error: 'is no list of last checks' }),
  (value) => typeof value === 'string' && isEncodedRecentChecks(value),
);

/** A rule without a plain test, for columns with few values. */
export function bySchema<Stored>(form: string, schema: z.ZodType<Stored>): Column<Stored> {
  return rule(form, schema, (value) => schema.safeParse(value).success);
}

/** The tags of a monitor, encoded as in stored-tags.ts. */
export const storedTags: Column<string> = rule(
  'tags between blanks',
  z.string().refine(areStoredTags, { error: 'is no list of tags' }),
  (value) => typeof value === 'string' && areStoredTags(value),
);

export const oneOf = <const Value extends string>(values: readonly Value[]): Column<Value> =>
  rule(
    values.map((value) => `\`${value}\``).join(', '),
    z.enum(values),
    (value) => typeof value === 'string' && (values as readonly string[]).includes(value),
  );

export const nullable = <Stored>(column: Column<Stored>): Column<Stored | null> => ({
  ...column,
  form: `${column.form} or null`,
  schema: column.schema.nullable(),
  isValid: (value) => value === null || column.isValid(value),
});

/** A column that the database fills if an insert does not. */
export function withDefault<Stored>({ stored: _stored, ...column }: Column<Stored>): Column<Generated<Stored>> {
  return column;
}

/**
 * A column that archives have had since a format version. `value`: for a row of an older archive, if not null. A new
 * unreleased column belongs to the newest format version.
 */
export const since = <Stored>(
  version: number,
  column: Column<Stored>,
  value: (row: UncheckedRow) => unknown = () => null,
): Column<Stored> => ({ ...column, added: { in: version, value } });

/** The error of a text as JSON for the schema, or null. */
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
