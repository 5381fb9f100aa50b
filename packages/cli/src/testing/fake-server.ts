import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { apiPrefix } from '@upvigil/core/api-prefix';
import { type ApiContract, contract } from '@upvigil/core/contract/contract';
import type { Contract, Endpoint } from '@upvigil/core/contract/endpoint';
import { emptyData, type FakeData } from './fake-data.ts';
import { createHandlers } from './fake-handlers.ts';
import { fakeToken, type Handlers, Refusal } from './handlers.ts';

export interface FakeServer {
  /** Scheme, host and port. */
  url: string;
  data: FakeData;
  /** Requests so far: `GET /api/websites/`. */
  seen: string[];
  /** Tokens that are accepted. */
  tokens: Set<string>;
  /** Tells the open event streams that a website changed. */
  announce(websiteId: number): void;
  /** Refuses connections, and breaks the open ones, until `comeBack`. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export interface FakeServerOptions {
  data?: FakeData;
  /** Takes the place of handlers. */
  handlers?: Handlers;
  /** Milliseconds that each answer takes. */
  delayMs?: number;
}

/** A server on loopback that speaks the contract, made from its table: what it answers, it answers by the schemas. */
export async function startFakeServer(options: FakeServerOptions = {}): Promise<FakeServer> {
  const data = options.data ?? emptyData();
  const state: State = {
    data,
    handlers: mergeHandlers(createHandlers(data), options.handlers ?? {}),
    delayMs: options.delayMs ?? 0,
    seen: [],
    tokens: new Set([fakeToken]),
    streams: new Set(),
  };
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => void answer(state, request, response));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const goAway = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${port}`,
    data,
    seen: state.seen,
    tokens: state.tokens,
    announce: (website_id) => {
      for (const stream of state.streams) stream.write(`data: ${JSON.stringify({ website_id })}\n\n`);
    },
    goAway,
    comeBack: () => listen(server, port),
    close: goAway,
  };
}

interface State {
  data: FakeData;
  handlers: Handlers;
  delayMs: number;
  seen: string[];
  tokens: Set<string>;
  streams: Set<ServerResponse>;
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

function mergeHandlers(base: Handlers, over: Handlers): Handlers {
  const groups = Object.keys(contract) as (keyof ApiContract)[];
  return Object.fromEntries(groups.map((group) => [group, { ...base[group], ...over[group] }])) as Handlers;
}

interface Route {
  endpoint: Endpoint;
  group: string;
  name: string;
  pattern: RegExp;
}

const routes: Route[] = Object.entries(contract as Contract)
  .flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({
      endpoint,
      group,
      name,
      pattern: new RegExp(`^${apiPrefix}${endpoint.path.replace(/\/$/, '').replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
    })),
  )
  // Literal paths go before those with parameters.
  .sort((a, b) => Number(a.endpoint.path.includes(':')) - Number(b.endpoint.path.includes(':')));

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://fake');
  state.seen.push(`${request.method} ${url.pathname}`);
  try {
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    await answerRoute(state, request, response, url);
  } catch (error) {
    const status = error instanceof Refusal ? error.status : 500;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ detail: (error as Error).message }));
  }
}

async function answerRoute(state: State, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const route = routes.find(
    ({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(url.pathname),
  );
  if (!route) throw new Refusal(404, `There is no ${request.method} ${url.pathname}`);
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? url.searchParams.get('token') ?? '';
  if (route.endpoint.access === 'admin' && !state.tokens.has(token)) throw new Refusal(401, 'Not signed in');
  if (route.endpoint.transport === 'events') {
    openStream(state, response);
    return;
  }
  const body = await readBody(request);
  if (route.endpoint.transport === 'download') {
    sendBackup(state, request, response, decodeURIComponent(route.pattern.exec(url.pathname)?.groups?.name ?? ''));
    return;
  }
  const result = await callHandler(state, route, url, body);
  if (route.group === 'auth' && route.name === 'login') state.tokens.add(fakeToken);
  const status = result === null ? 204 : (route.endpoint.successStatus ?? 200);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(result === null ? '' : JSON.stringify(route.endpoint.response.parse(result)));
}

async function callHandler(state: State, route: Route, url: URL, body: Buffer): Promise<unknown> {
  const { endpoint, group, name } = route;
  const handlers = state.handlers as Record<string, Record<string, (request: unknown) => unknown>>;
  const handler = handlers[group]?.[name];
  if (!handler) throw new Refusal(501, `The fake server does not answer ${group}.${name}`);
  const parse = (schema: Endpoint['params'] | Endpoint['body'], value: unknown): unknown => {
    const parsed = schema?.safeParse(value);
    if (parsed && !parsed.success) throw new Refusal(422, parsed.error.issues[0]?.message ?? 'invalid');
    return parsed?.data;
  };
  return await handler({
    params: parse(endpoint.params, route.pattern.exec(url.pathname)?.groups ?? {}),
    query: parse(endpoint.query, Object.fromEntries(url.searchParams)),
    body: endpoint.transport === 'upload' ? body : parse(endpoint.body, JSON.parse(body.toString() || 'null')),
  });
}

function openStream(state: State, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': open\n\n');
  state.streams.add(response);
  response.once('close', () => state.streams.delete(response));
}

function sendBackup({ data }: State, request: IncomingMessage, response: ServerResponse, name: string): void {
  const content = data.backupFiles.get(name);
  if (!content) throw new Refusal(404, `There is no backup "${name}"`);
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (from > 0 && from >= content.length) throw new Refusal(416, 'Nothing follows');
  const part = content.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, { 'content-type': 'application/gzip', 'content-length': part.length });
  response.end(part);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
