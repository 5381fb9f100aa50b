import type { Readable } from 'node:stream';
import type { Endpoint, EndpointGroup, ParsedRequestOf, ResponseOf } from '@upvigil/core/contract/endpoint';
import { RequestError } from '@upvigil/core/errors';
import { inputMessages } from '@upvigil/core/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

/** A file that a download endpoint answers. */
export interface FileAnswer {
  /** What the browser calls the file; null shows it in place. */
  fileName: string | null;
  contentType: string;
  size: number;
  /** Value of Cache-Control. */
  cacheControl: string;
  stream: Readable;
}

/** Where a handler finds the untouched request and reply; needed for uploads, events and the sender's address. */
export interface RawExchange {
  raw: FastifyRequest;
  reply: FastifyReply;
}

/** A handler of an `events` endpoint takes over the reply; one of an `upload` reads the file from `raw`. */
type AnswerOf<E extends Endpoint> = E extends { transport: 'download' }
  ? FileAnswer
  : E extends { transport: 'events' }
    ? undefined
    : ResponseOf<E>;

/** What a handler returns that wrote the whole answer itself, from bytes that were made by the contract before. */
export const isWritten = Symbol('the answer is written');

export type Handlers<G extends EndpointGroup> = {
  [Name in keyof G]: (request: ParsedRequestOf<G[Name]> & RawExchange) => Promise<AnswerOf<G[Name]> | typeof isWritten>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's entry; guard-access.ts decides by it. Absent on what is not of the contract. */
    endpoint?: Endpoint;
  }
}

/** Turns one group of the contract and its handlers into routes. A missing handler or a wrong answer does not compile. */
export function serveEndpoints<G extends EndpointGroup>(app: FastifyInstance, group: G, handlers: Handlers<G>): void {
  for (const [name, endpoint] of Object.entries(group)) {
    const handler = handlers[name] as (request: unknown) => Promise<unknown>;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      handler: async (raw, reply) => {
        const answer = await handler({ raw, reply, ...parseRequest(endpoint, raw) });
        return sendAnswer(endpoint, reply, answer);
      },
    });
  }
}

function parseRequest(endpoint: Endpoint, raw: FastifyRequest): Record<string, unknown> {
  return {
    ...(endpoint.params && { params: parsePath(endpoint.params, raw.params) }),
    ...(endpoint.query && { query: parseInput(endpoint.query, raw.query) }),
    ...(endpoint.body && { body: parseBody(endpoint.body, raw.body) }),
  };
}

/** A path that can name nothing, such as an id of letters, is an unknown path. */
function parsePath(schema: z.ZodType, params: unknown): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new RequestError('notFound', 'Not found: ids are positive whole numbers');
  return parsed.data;
}

/** No body at all is an empty one; null, a list or a bare value is somebody's mistake. */
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

function sendAnswer(endpoint: Endpoint, reply: FastifyReply, answer: unknown): unknown {
  if (endpoint.transport === 'events' || answer === isWritten) return reply;
  if (endpoint.transport === 'download') return sendFile(reply, answer as FileAnswer);
  const parsed: unknown = endpoint.response.parse(answer);
  if (parsed === null) return reply.code(204).send();
  return reply.code(endpoint.successStatus ?? 200).send(parsed);
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply.header('content-type', file.contentType);
  reply.header('content-length', file.size);
  reply.header('cache-control', file.cacheControl);
  if (file.fileName !== null) reply.header('content-disposition', `attachment; filename="${file.fileName}"`);
  return reply.send(file.stream);
}
