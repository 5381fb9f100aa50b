import type { FileHandle } from 'node:fs/promises';
import type { Endpoint, EndpointGroup, ParsedRequestOf, ResponseOf } from '@upvigil/core/contract/endpoint';
import { parseRequest } from '@upvigil/core/contract/parse-request';
import { RequestError } from '@upvigil/core/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseRange } from './byte-range.ts';

/** A file that a download endpoint answers. */
export interface FileAnswer {
  /** What the browser calls the file; null shows it in place. */
  fileName: string | null;
  contentType: string;
  size: number;
  /** Value of Cache-Control. */
  cacheControl: string;
  /** What no other content of this file ever had; with it, parts of the file may be asked for. Null: it is sent whole. */
  etag: string | null;
  /** Open; closed when the answer is sent. */
  handle: FileHandle;
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
        return sendAnswer(endpoint, { raw, reply }, answer);
      },
    });
  }
}

function sendAnswer(endpoint: Endpoint, { raw, reply }: RawExchange, answer: unknown): unknown {
  if (endpoint.transport === 'events' || answer === isWritten) return reply;
  if (endpoint.transport === 'download') return sendFile(raw, reply, answer as FileAnswer);
  const parsed: unknown = endpoint.response.parse(answer);
  if (parsed === null) return reply.code(204).send();
  return reply.code(endpoint.successStatus ?? 200).send(parsed);
}

async function sendFile(raw: FastifyRequest, reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const { size, etag, handle } = file;
  reply.header('cache-control', file.cacheControl);
  if (etag !== null) reply.header('accept-ranges', 'bytes').header('etag', etag);
  const part = etag === null || raw.method !== 'GET' ? 'whole' : chooseRange(raw.headers, { size, etag });
  if (part === 'unsatisfiable') {
    await handle.close();
    reply.header('content-range', `bytes */${size}`);
    throw new RequestError('noSuchPart', `The file has ${size} bytes: nothing of it is in this range`);
  }
  const { start, end } = part === 'whole' ? { start: 0, end: size - 1 } : part;
  if (part !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-type', file.contentType);
  reply.header('content-length', end + 1 - start);
  if (file.fileName !== null) reply.header('content-disposition', `attachment; filename="${file.fileName}"`);
  return reply.send(handle.createReadStream(part === 'whole' ? {} : part));
}
