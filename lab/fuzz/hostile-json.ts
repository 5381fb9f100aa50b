import fc from 'fast-check';
import { z } from 'zod';
import { hostileText } from './hostile.ts';

/** The supported part of JSON schema. */
interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

const numbers = [
  ...['0', '-0', '-1', '1', '1.5', '1e400', '-1e400', '5e-324', '2147483648', '9007199254740993', '1e30', '1E+2'],
];
const nested = (depth: number, [open, close]: readonly [string, string]): string =>
  open.repeat(depth) + close.repeat(depth);

/** JSON text of arbitrary values. Not always valid JSON. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...numbers, 'true', 'false', 'null', '""', '[]', '{}', '[null]', 'NaN', '') },
  { weight: 4, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 3000 }), fc.constantFrom(['[', ']'] as const, ['{"a":', '}'] as const))
      .map(([depth, brackets]) => nested(depth, brackets)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{"__proto__":{"isPolluted":true}}',
      '{"constructor":{"prototype":{"isPolluted":true}}}',
      '{"toString":1,"valueOf":2}',
      '{"then":1}',
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60_000 }).map((length) => `"${'a'.repeat(length)}"`) },
);

const words = ['Shop', 'http://127.0.0.1:1/', '127.0.0.1', 'a@example.com', '+40712345678', '#ops', 'og:title'];
const moments = ['2026-11-20T18:24:00.000Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'];

/** Valid values of fields by name, for formats that JSON schema cannot express. */
const knownValues: Readonly<Record<string, readonly unknown[]>> = {
  email_list: ['', 'a@example.com, b@example.com'],
  smtp_from_email: ['', 'a@example.com'],
  phone_list: ['', '+40712345678, +40712345679'],
  webhook_url: ['', 'https://slack.example/services/a?b=c'],
  mention_users: ['', 'U012ABC, U012ABD'],
  url: ['http://127.0.0.1:1/', 'https://user:pa%20ss@[::1]/a?b#c'],
  host: ['127.0.0.1', '::1', 'a.example'],
  recent_checks: [
    { states: '', ms: [] },
    { states: 'usd', ms: [1, 1e9, null] },
  ],
};

/** Texts that a schema accepts. */
function fittingText({ format, pattern, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.constantFrom(...moments);
  if (format === 'date') return fc.constantFrom('2026-11-20', '1970-01-01');
  if (format === 'email') return fc.constant('a@example.com');
  if (format === 'base64') return fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64'));
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: Math.min(maxLength, 40) });
  return fc.oneof(
    fc.constantFrom(...words),
    fc.string({ maxLength: Math.min(maxLength, 40) }),
    hostileText.map((text) => text.slice(0, maxLength)),
    fc.constantFrom('a'.repeat(Math.min(maxLength, 60_000)), 'é'.repeat(Math.min(maxLength, 60_000))),
  );
}

function fittingNumber({ exclusiveMinimum, minimum, maximum = 100 }: Schema): fc.Arbitrary<number> {
  const least = exclusiveMinimum === undefined ? Math.ceil(minimum ?? 0) : Math.floor(exclusiveMinimum) + 1;
  const most = Math.max(least, Math.min(maximum, 2 ** 31 - 1));
  return fc.oneof(fc.integer({ min: least, max: Math.min(most, least + 3) }), fc.integer({ min: least, max: most }));
}

/** Whether the whole value fits its schema, or parts of it may not. */
type Making = 'fitting' | 'mixed';

/** JSON text of a value that the schema accepts, as far as JSON schema can say. Nested objects may be mixed. */
function fittingJson(schema: Schema, making: Making, name = ''): fc.Arbitrary<string> {
  const known = knownValues[name];
  if (known) return fc.constantFrom(...known.map((each) => JSON.stringify(each)));
  if (schema.const !== undefined) return fc.constant(JSON.stringify(schema.const));
  if (schema.enum) return fc.constantFrom(...schema.enum.map((each) => JSON.stringify(each)));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => fittingJson(each, making, name)));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => fittingJson({ ...schema, type }, making, name)));
  return jsonOfType(schema, making);
}

function jsonOfType(schema: Schema, making: Making): fc.Arbitrary<string> {
  switch (schema.type) {
    case 'boolean':
      return fc.constantFrom('true', 'false');
    case 'integer':
    case 'number':
      return fittingNumber(schema).map(String);
    case 'string':
      return fittingText(schema).map((text) => JSON.stringify(text));
    case 'array':
      return fc.array(fittingJson(schema.items ?? {}, making), { maxLength: 4 }).map((items) => `[${items.join(',')}]`);
    case 'object':
      return objectJson(schema, making);
    case 'null':
      return fc.constant('null');
    default:
      return hostileJson;
  }
}

/** JSON text of a value just beyond the schema, or of an arbitrary value. */
function wrongJson({ minimum, maximum, maxLength }: Schema): fc.Arbitrary<string> {
  const beyond = [
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ...(maxLength === undefined ? [] : [JSON.stringify('a'.repeat(maxLength + 1))]),
  ];
  return beyond.length === 0 ? hostileJson : fc.oneof(fc.constantFrom(...beyond), hostileJson);
}

const field = (name: string, json: string): string => `${JSON.stringify(name)}:${json}`;
const asObject = (fields: readonly string[]): string => `{${fields.join(',')}}`;

const strangeNames = ['__proto__', 'constructor', 'id', 'created_at', 'access', 'x', ''];
const strangeField = fc.tuple(fc.constantFrom(...strangeNames), hostileJson).map(([name, json]) => field(name, json));

function objectJson({ properties = {}, required = [], additionalProperties }: Schema, making: Making) {
  if (typeof additionalProperties === 'object')
    return fc
      .array(fc.tuple(hostileText, fittingJson(additionalProperties, making)), { maxLength: 3 })
      .map((fields) => asObject(fields.map(([name, json]) => field(name, json))));
  const fields = Object.entries(properties).map(([name, schema]) => {
    const fitting = fittingJson(schema, making, name);
    const none = fc.constant(null);
    const wrong = wrongJson(schema);
    return (
      making === 'mixed'
        ? fc.oneof({ weight: 15, arbitrary: fitting }, { weight: 2, arbitrary: wrong }, { weight: 1, arbitrary: none })
        : required.includes(name)
          ? fitting
          : fc.oneof(fitting, none)
    ).map((json) => (json === null ? [] : [field(name, json)]));
  });
  const strange = making === 'mixed' ? fc.array(strangeField, { maxLength: 1 }) : fc.constant([]);
  return fc.tuple(fc.tuple(...fields), strange).map(([given, added]) => asObject([...given.flat(), ...added]));
}

const asJsonSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

/** JSON text for a schema: half of it fits, the rest has wrong, missing or additional parts. */
export function jsonFor(schema: z.ZodType): fc.Arbitrary<string> {
  const described = asJsonSchema(schema);
  return fc.oneof(
    { weight: 5, arbitrary: fittingJson(described, 'fitting') },
    { weight: 4, arbitrary: fittingJson(described, 'mixed') },
    { weight: 1, arbitrary: hostileJson },
  );
}

const unquoted = (json: string): string => json.replace(/^"|"$/g, '');

/** Texts by name, as in a path or query, for a schema. */
export function textsFor(schema: z.ZodObject): fc.Arbitrary<Record<string, string>> {
  const { properties = {} } = asJsonSchema(schema);
  const fields = Object.entries(properties).map(([name, each]) =>
    fc
      .oneof(
        { weight: 8, arbitrary: fittingJson(each, 'fitting', name).map(unquoted) },
        { weight: 1, arbitrary: wrongJson(each).map(unquoted) },
        { weight: 1, arbitrary: hostileText },
        { weight: 1, arbitrary: fc.constant(null) },
      )
      .map((text) => (text === null ? [] : [[name, text] as const])),
  );
  return fc.tuple(...fields).map((given) => Object.fromEntries(given.flat()));
}
