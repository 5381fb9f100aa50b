import type { FileHandle } from 'node:fs/promises';
import { type AuditAction, auditActions, type ChangingEndpoint } from '@upvigil/core/contract/audit-actions';
import { type ApiContract, contract } from '@upvigil/core/contract/contract';
import type { Endpoint, EndpointGroup, ParsedRequestOf, ResponseOf } from '@upvigil/core/contract/endpoint';
import { RequestError } from '@upvigil/core/contract/errors';
import type { ConcurrencyLimit } from '@upvigil/core/limit-concurrency';
import { parseRequest } from '@upvigil/core/rules/parse-request';
import { requestMessages } from '@upvigil/core/texts/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Audit, ChangeContext } from '../../access/audit/audit.ts';
import { chooseRange } from './byte-range.ts';
import { allowedMethods } from './cached-response.ts';

export interface FileAnswer {
  /** The name for saving the file; null: the browser shows it. */
  fileName: string | null;
  contentType: string;
  /** Bytes. */
  size: number;
  cacheControl: string;
  /** Unique for each content, so that clients may request ranges. Null: no ranges. */
  etag: string | null;
  /** An open handle; closed after the file was sent. */
  handle: FileHandle;
}

/** Fastify's request and reply, for uploads, events and the sender's address. */
export interface RawExchange {
  raw: FastifyRequest;
  reply: FastifyReply;
}

/** The result of a handler. An `events` handler takes over the reply; an `upload` handler reads from `raw`. */
type AnswerOf<E extends Endpoint> = E extends { transport: 'download' }
  ? FileAnswer
  : E extends { transport: 'events' }
    ? undefined
    : ResponseOf<E>;

/** Returned by a handler that wrote the response itself, from bytes that the contract's schema produced. */
export const isWritten = Symbol('the answer is written');

/** Handlers of a group without audited actions. */
type GroupHandlers<G extends EndpointGroup> = {
  [Name in keyof G]: (request: ParsedRequestOf<G[Name]> & RawExchange) => Promise<AnswerOf<G[Name]> | typeof isWritten>;
};

type GroupName = keyof ApiContract & string;
type ActionOf<Path extends string> = Path extends ChangingEndpoint ? (typeof auditActions)[Path] : null;
type ChangeFor<Action> = Action extends AuditAction ? ChangeContext<Action> : unknown;

/** Handlers of a group of the contract. Those with an audit action get a `change` function. */
export type Handlers<Group extends GroupName> = {
  [Name in keyof ApiContract[Group] & string]: (
    request: ParsedRequestOf<EndpointOf<Group, Name>> & RawExchange & ChangeFor<ActionOf<`${Group}.${Name}`>>,
  ) => Promise<AnswerOf<EndpointOf<Group, Name>> | typeof isWritten>;
};
type EndpointOf<Group extends GroupName, Name extends keyof ApiContract[Group]> = Extract<
  ApiContract[Group][Name],
  Endpoint
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's entry, by which guard-access.ts decides. Absent on routes outside the contract. */
    endpoint?: Endpoint;
  }
  interface FastifyInstance {
    /** Limits concurrent reads. Absent when routes are tested alone. */
    reads?: ConcurrencyLimit;
    /** Records changes in the audit log. Absent when nothing is recorded. */
    audit?: Audit;
  }
}

/** Mounts one group of the contract. A missing handler or a wrong response type does not compile. */
export function serveEndpoints<Group extends GroupName>(
  app: FastifyInstance,
  group: Group,
  handlers: Handlers<Group>,
): void {
  for (const [name, endpoint] of Object.entries<Endpoint>(contract[group])) {
    const handler = handlers[name as keyof Handlers<Group>] as unknown as Handler;
    const action = actions[`${group}.${name}`] ?? null;
    serveEndpoint(app, endpoint, action === null ? handler : audited(app, action, handler));
  }
}

/** Mounts a group that is not in the contract. */
export function serveGroup<G extends EndpointGroup>(app: FastifyInstance, group: G, handlers: GroupHandlers<G>): void {
  for (const [name, endpoint] of Object.entries(group)) serveEndpoint(app, endpoint, handlers[name] as Handler);
}

type Handler = (request: ParsedParts & RawExchange) => Promise<unknown>;
interface ParsedParts {
  params?: object;
  query?: object;
}

const actions: Readonly<Record<string, AuditAction | null>> = auditActions;

/** Passes the `change` function to a handler. @throws Error when the handler did not use it, which is a bug */
function audited({ audit }: FastifyInstance, action: AuditAction, handler: Handler): Handler {
  if (!audit) throw new Error(`${action} needs an audit`);
  return async (request) => {
    const { raw, params, query } = request;
    const begun = audit.begin({
      action,
      caller: raw.caller,
      ip: raw.ip,
      userAgent: raw.headers['user-agent'] ?? '',
      params: { ...params },
      query: { ...query },
    });
    const answer = await handler({ ...request, change: begun.change, event: begun.event } as typeof request);
    if (!begun.isSettled()) throw new Error(`${action} was done without its event`);
    return answer;
  };
}

function serveEndpoint(app: FastifyInstance, endpoint: Endpoint, handler: Handler): void {
  app.route({
    method: isDocument(endpoint) ? ['GET', 'OPTIONS'] : endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    handler: async (raw, reply) => {
      if (raw.method === 'OPTIONS') return reply.code(204).header('allow', allowedMethods).send();
      refuseForms(endpoint, raw);
      const parsed = parseRequest(endpoint, raw);
      const answer = async () => toWire(endpoint, await handler({ raw, reply, ...parsed }));
      const found = app.reads && isRead(endpoint) ? inTurn(app.reads, { raw, reply }, answer) : answer();
      return sendAnswer(endpoint, { raw, reply }, await found);
    },
  });
}

/** Whether the endpoint only reads and uses this process's time. Public documents are ready in memory. */
const isRead = ({ access, method, waits, transport = 'json' }: Endpoint): boolean =>
  access !== 'public' && method === 'GET' && transport === 'json' && !waits;

/** Limits concurrent reads, so that the process handles other work in between. */
const inTurn = (reads: ConcurrencyLimit, { raw, reply }: RawExchange, find: () => Promise<unknown>): Promise<unknown> =>
  reads.run(async () => {
    if (raw.raw.socket.destroyed) {
      // The client has disconnected.
      reply.hijack();
      return isWritten;
    }
    const found = await find();
    await new Promise(setImmediate);
    return found;
  });

/** Whether the endpoint is a public document. */
const isDocument = ({ access, method }: Endpoint): boolean => access === 'public' && method === 'GET';

/**
 * Forms of other sites can send requests without a CORS preflight, and a public endpoint has no token to tell them
 * apart. So public changes require JSON or an empty body.
 */
function refuseForms({ access, method, body }: Endpoint, { headers }: FastifyRequest): void {
  const type = headers['content-type'];
  if (access !== 'public' || method === 'GET' || type === undefined) return;
  // The schema rejects all other bodies.
  const isRefused = body ? /^multipart\//i.test(type) : !/^application\/json\s*(;|$)/i.test(type);
  if (!isRefused) return;
  throw new RequestError('wrongType', requestMessages.notJson);
}

/** The response body; for JSON only the fields of the contract. */
const toWire = ({ transport, response }: Endpoint, answer: unknown): unknown =>
  transport === 'events' || transport === 'download' || answer === isWritten ? answer : response.parse(answer);

function sendAnswer(endpoint: Endpoint, { raw, reply }: RawExchange, answer: unknown): unknown {
  if (endpoint.transport === 'events' || answer === isWritten) return reply;
  if (endpoint.transport === 'download') return sendFile(raw, reply, answer as FileAnswer);
  if (answer === null) return reply.code(204).send();
  return reply.code(endpoint.successStatus ?? 200).send(answer);
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
