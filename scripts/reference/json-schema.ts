/** The part of JSON schema that the reference uses. */
export interface JsonSchema {
  /** Several if a value may also be `null`. */
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  default?: unknown;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
}

/** One value of a body or response: `checks[].checked_at`. */
export interface Field {
  path: string;
  schema: JsonSchema;
  isRequired: boolean;
}

/** All values of a schema, depth first, each with its path. */
export function fieldsOf(schema: JsonSchema, path = ''): Field[] {
  const inner = schema.anyOf?.find(({ type }) => type === 'object' || type === 'array') ?? schema;
  if (inner.items) return fieldsOf(inner.items, `${path}[]`);
  return Object.entries(inner.properties ?? {}).flatMap(([name, property]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    return [{ path: own, schema: property, isRequired }, ...fieldsOf(property, own)];
  });
}

/** The allowed values in a few words: 'whole number 1 to 60', 'text up to 200 characters or null'. */
export function describe(schema: JsonSchema): string {
  if (schema.anyOf) return describeChoice(schema.anyOf);
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(', ');
  const words = [schema.type ?? []].flat().map((type) => wordsFor[type]?.(schema));
  return words.length > 0 ? words.join(' or ') : 'any value';
}

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;

const wordsFor: Record<string, (schema: JsonSchema) => string> = {
  string: describeText,
  integer: (schema) => `whole number${rangeOf(schema)}`,
  number: (schema) => `number${rangeOf(schema)}`,
  boolean: () => '`true` or `false`',
  null: () => '`null`',
  array: ({ items }) => (items?.properties ? 'list' : `list of: ${describe(items ?? {})}`),
  object: ({ properties, additionalProperties }) =>
    !properties && typeof additionalProperties === 'object' ? `by name: ${describe(additionalProperties)}` : 'object',
};

/** A number in a query is sent as text; the alternative is not worth mentioning. */
function describeChoice(choices: readonly JsonSchema[]): string {
  const [first, second] = choices;
  const isNumberAsText = first?.type === 'number' && second?.type === 'string';
  const said = isNumberAsText ? choices.filter((choice) => choice !== second) : choices;
  return [...new Set(said.map(describe))].join(' or ');
}

function describeText({ format, minLength = 0, maxLength }: JsonSchema): string {
  if (format === 'date-time') return 'ISO 8601 time, UTC';
  if (format === 'binary') return 'file';
  if (maxLength === undefined) return 'text';
  return minLength > 1 ? `text of ${minLength} to ${maxLength} characters` : `text up to ${maxLength} characters`;
}

function rangeOf({ minimum, exclusiveMinimum, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema): string {
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`;
  const isOpen = maximum === Number.MAX_SAFE_INTEGER;
  if (minimum === undefined || minimum === Number.MIN_SAFE_INTEGER) return isOpen ? '' : ` up to ${maximum}`;
  return isOpen ? ` from ${minimum}` : ` ${minimum} to ${maximum}`;
}
