import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { RequestError } from './errors.ts';
import { inputMessages } from './fields/input-messages.ts';

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
    ...(endpoint.body && { body: parseBody(endpoint.body, raw.body) }),
  };
}

/** A path that cannot name anything (an id of letters, say) is an unknown path. */
function parsePath(schema: z.ZodType, params: unknown): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new RequestError('notFound', 'Not found: ids are positive whole numbers');
  return parsed.data;
}

/** A missing body counts as empty; null, a list or a bare value is refused. */
function parseBody(schema: z.ZodType, body: unknown = {}): unknown {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return parseInput(schema, body);
  const message = inputMessages.bodyObject;
  throw new RequestError('invalid', message, { errors: [{ field: '', message }] });
}

function parseInput(schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
  throw new RequestError('invalid', errors[0]?.message ?? 'The request is not valid', { errors });
}
