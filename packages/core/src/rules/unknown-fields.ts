import { closestMatch } from 'leven';
import { z } from 'zod';

interface UnknownField {
  /** Path of the field: `options.headers.0.valu`. */
  field: string;
  /** The known field with the most similar name; null if none is similar. */
  nearest: string | null;
}

/** Maximum number of reported fields, so that a body of a megabyte of them costs little. */
const mostReported = 20;
/** Maximum part of its letters in which a name may differ from a similar one. */
const tolerance = 0.4;
const longestName = 100;

/** The fields of a JSON value, at any depth, that none of the schemas has. Values of a wrong type have none. */
export const unknownFields = (schemas: readonly z.ZodType[], value: unknown): UnknownField[] =>
  findUnknown(schemas, value, [])
    .slice(0, mostReported)
    .map(({ path, known }) => ({ field: path.join('.'), nearest: findNearest(path.at(-1) ?? '', known) }));

interface Found {
  path: readonly string[];
  /** The fields that the object may have. */
  known: readonly string[];
}

/** Goes only as deep as the schemas, however deep the value is. */
function findUnknown(schemas: readonly z.ZodType[], value: unknown, path: readonly string[]): Found[] {
  if (schemas.length === 0) return [];
  const possible = schemas.flatMap(unwrap);
  if (Array.isArray(value)) {
    const elements = possible.flatMap((schema) => (schema instanceof z.ZodArray ? [schema.element as z.ZodType] : []));
    return value.flatMap((each, at) => findUnknown(elements, each, [...path, String(at)]));
  }
  if (typeof value !== 'object' || value === null) return [];
  const objects = possible.filter((schema) => schema instanceof z.ZodObject);
  if (objects.length === 0 || possible.some(takesAnyField)) return [];
  const shapes = objects.filter((schema) => fitsLiterals(schema, value)).map(({ shape }) => shape);
  const known = [...new Set(shapes.flatMap((shape) => Object.keys(shape)))];
  return Object.entries(value).flatMap(([name, inner]) => {
    const children = shapes.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name] as z.ZodType] : []));
    const at = [...path, name];
    return children.length === 0 ? [{ path: at, known }] : findUnknown(children, inner, at);
  });
}

const takesAnyField = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodRecord || schema instanceof z.ZodUnknown || schema.meta()?.additionalProperties === true;

const findNearest = (name: string, known: readonly string[]): string | null =>
  name.length > longestName
    ? null
    : (closestMatch(name, [...known], { maxDistance: Math.floor(name.length * tolerance) }) ?? null);

/** Of a union, selects the options whose literals (a kind, say) equal those of the value. */
function fitsLiterals({ shape }: z.ZodObject, value: object): boolean {
  return Object.entries(shape).every(([name, schema]) => {
    const given: unknown = Reflect.get(value, name);
    return !(schema instanceof z.ZodLiteral) || given === undefined || schema.safeParse(given).success;
  });
}

/** The schemas behind optional, nullable, defaulted and piped ones, and the options of a union. */
function unwrap(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(unwrap);
  if (schema instanceof z.ZodIntersection)
    return [schema.def.left, schema.def.right].flatMap((part) => unwrap(part as z.ZodType));
  if (schema instanceof z.ZodPipe) {
    const { in: input, out } = schema.def;
    return unwrap((input instanceof z.ZodTransform ? out : input) as z.ZodType);
  }
  const inner: unknown = 'innerType' in schema.def ? schema.def.innerType : null;
  return inner instanceof z.ZodType ? unwrap(inner) : [schema];
}
