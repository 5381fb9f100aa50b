import type { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { type FieldError, RequestError } from '../contract/errors.ts';
import { inputMessages } from '../contract/fields/input-messages.ts';
import { unknownFields } from './unknown-fields.ts';

/** An unparsed request: path and query as text, and the parsed JSON body; undefined without a body. */
export interface RawRequest {
  params: unknown;
  query: unknown;
  body?: unknown;
}

/**
 * Parses a request by the endpoint's schemas.
 * @throws RequestError `notFound` for a wrong path, `invalid` for all else
 */
export function parseRequest(endpoint: Endpoint, raw: RawRequest): Record<string, unknown> {
  return {
    ...(endpoint.params && { params: parsePath(endpoint.params, raw.params) }),
    ...(endpoint.query && { query: parseInput(endpoint.query, raw.query) }),
    ...(endpoint.body && { body: parseBody(endpoint, endpoint.body, raw.body) }),
  };
}

/** A path that cannot name anything (an id of letters, say) is an unknown path. */
function parsePath(schema: z.ZodType, params: unknown): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new RequestError('notFound', 'Not found: ids are positive whole numbers');
  return parsed.data;
}

/**
 * A missing body counts as empty; null, a list or a bare value is refused. Unknown fields are refused, except fields of
 * the answer, so that an object can be read, changed and sent back.
 */
function parseBody({ response }: Endpoint, schema: z.ZodType, body: unknown = {}): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid([{ field: '', message: inputMessages.bodyObject }]);
  }
  const unknown = unknownFields([schema, response], body).map(({ field, nearest }) => ({
    field,
    message: inputMessages.unknownField(field, nearest),
  }));
  return parseInput(schema, body, unknown);
}

/** `found`: problems that are already known. */
function parseInput(schema: z.ZodType, input: unknown, found: readonly FieldError[] = []): unknown {
  const parsed = schema.safeParse(input);
  if (parsed.success && found.length === 0) return parsed.data;
  const issues = parsed.error?.issues ?? [];
  throw invalid([...found, ...issues.map(({ path, message }) => ({ field: path.join('.'), message }))]);
}

const invalid = (errors: FieldError[]): RequestError =>
  new RequestError('invalid', errors[0]?.message ?? 'The request is not valid', { errors });
