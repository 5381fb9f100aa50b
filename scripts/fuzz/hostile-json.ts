import fc from 'fast-check';
import { z } from 'zod';
import { hostileText } from './hostile.ts';

/** What is read of a JSON schema. */
interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

const numbers = [
  ...['0', '-0', '-1', '1', '1.5', '1e400', '-1e400', '5e-324', '2147483648', '9007199254740993', '1e30', '1E+2'],
];
const nested = (depth: number, [open, close]: readonly [string, string]): string =>
  open.repeat(depth) + close.repeat(depth);

/** JSON text of any value that a schema may not expect. Not always valid JSON. */
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

/** JSON text of a value that the schema mostly takes. */
function fittingJson(schema: Schema): fc.Arbitrary<string> {
  if (schema.const !== undefined) return fc.constant(JSON.stringify(schema.const));
  if (schema.enum) return fc.constantFrom(...schema.enum.map((each) => JSON.stringify(each)));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fittingJson));
  const { minimum = 0, maximum = 100, maxLength = 40 } = schema;
  switch (schema.type) {
    case 'boolean':
      return fc.constantFrom('true', 'false');
    case 'integer':
    case 'number':
      return fc.oneof(
        fc
          .integer({ min: Math.ceil(minimum), max: Math.max(Math.ceil(minimum), Math.min(maximum, 2 ** 31 - 1)) })
          .map(String),
        fc.constantFrom(...[minimum, maximum, minimum - 1, maximum + 1].map(String)),
      );
    case 'string':
      return fc
        .oneof(
          fc.constantFrom(...words),
          fc.string({ maxLength: Math.min(maxLength, 40) }),
          fc.constantFrom('a'.repeat(maxLength), 'é'.repeat(maxLength), 'a'.repeat(maxLength + 1)),
        )
        .map((text) => JSON.stringify(text));
    case 'array':
      return fc.array(fittingJson(schema.items ?? {}), { maxLength: 4 }).map((items) => `[${items.join(',')}]`);
    case 'object':
      return objectJson(schema);
    case 'null':
      return fc.constant('null');
    default:
      return hostileJson;
  }
}

const strangeNames = ['__proto__', 'constructor', 'id', 'created_at', 'access', 'x', ''];

function objectJson({ properties = {} }: Schema): fc.Arbitrary<string> {
  const fields = Object.entries(properties).map(([name, schema]) =>
    fc
      .oneof(
        { weight: 8, arbitrary: fittingJson(schema) },
        { weight: 2, arbitrary: hostileJson },
        { weight: 2, arbitrary: fc.constant(null) },
      )
      .map((json) => (json === null ? [] : [`${JSON.stringify(name)}:${json}`])),
  );
  const strange = fc
    .tuple(fc.constantFrom(...strangeNames), hostileJson)
    .map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  return fc
    .tuple(
      fc.tuple(...fields),
      fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(strange, { maxLength: 3 })),
    )
    .map(([given, added]) => `{${[...given.flat(), ...added].join(',')}}`);
}

const asJsonSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

/** JSON text for what a schema describes: mostly fitting, with some of it wrong, missing or added. */
export const jsonFor = (schema: z.ZodType): fc.Arbitrary<string> =>
  fc.oneof({ weight: 8, arbitrary: fittingJson(asJsonSchema(schema)) }, { weight: 1, arbitrary: hostileJson });

/** Texts by name, as a path or a query brings them, for what a schema describes. */
export function textsFor(schema: z.ZodObject): fc.Arbitrary<Record<string, string>> {
  const { properties = {} } = asJsonSchema(schema);
  const fields = Object.entries(properties).map(([name, field]) =>
    fc
      .oneof(
        { weight: 6, arbitrary: fittingJson(field).map((json) => json.replace(/^"|"$/g, '')) },
        { weight: 2, arbitrary: hostileText },
        { weight: 1, arbitrary: fc.constant(null) },
      )
      .map((text) => (text === null ? [] : [[name, text] as const])),
  );
  return fc.tuple(...fields).map((given) => Object.fromEntries(given.flat()));
}
