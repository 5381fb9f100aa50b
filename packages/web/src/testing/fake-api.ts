import { apiPrefix } from '@upvigil/core/api-prefix';
import { type ApiContract, contract } from '@upvigil/core/contract/contract';
import type { Contract, Endpoint, ResponseOf } from '@upvigil/core/contract/endpoint';
import { type ErrorBody, errorKinds, RequestError } from '@upvigil/core/errors';
import { HttpResponse, http } from 'msw';
import type { z } from 'zod';
import { fakeHandlers } from './fake-handlers.ts';
import { emptyState, type FakeState } from './fake-state.ts';

/** 'websites.create': one endpoint of the contract. */
export type EndpointName = {
  [G in keyof ApiContract & string]: `${G}.${keyof ApiContract[G] & string}`;
}[keyof ApiContract & string];
type EndpointNamed<N extends EndpointName> = N extends `${infer G extends keyof ApiContract & string}.${infer E}`
  ? ApiContract[G][E & keyof ApiContract[G]] extends infer Found extends Endpoint
    ? Found
    : never
  : never;

/** A request as the fake received it, parsed. */
export interface SeenRequest {
  name: EndpointName;
  params: unknown;
  query: unknown;
  body: unknown;
  token: string | null;
}

export interface FakeApi {
  state: FakeState;
  /** Everything that was asked, oldest first. */
  requests: SeenRequest[];
  /** What was asked of one endpoint. */
  requestsOf: (name: EndpointName) => SeenRequest[];
  /** Answers one endpoint with this from now on. */
  answer: <N extends EndpointName>(name: N, value: ResponseOf<EndpointNamed<N>>) => void;
  /** Refuses one endpoint from now on, until `recover`. */
  fail: (name: EndpointName, status: number, body?: Partial<ErrorBody>) => void;
  /** Lets something between page and server answer one endpoint from now on, until `recover`. */
  intercept: (name: EndpointName, answer: () => Response) => void;
  recover: (name: EndpointName) => void;
  /** Leaves one endpoint without an answer until the returned function is called. */
  hold: (name: EndpointName) => () => void;
  /** Says on every open event stream that a website changed; null: something of them all. */
  tell: (websiteId: number | null) => void;
  /** Answers a request of the contract, as a server would. */
  handle: (request: Request) => Promise<Response>;
  mswHandler: ReturnType<typeof http.all>;
}

/** Answers in place of the handler, or with nothing, late. */
type Override = () => Promise<Response | undefined>;
type LooseHandler = (request: Record<string, unknown>) => unknown;
interface Route {
  name: EndpointName;
  endpoint: Endpoint;
  pattern: RegExp;
  handler: LooseHandler;
}

/** A whole server in memory, made from the contract: it parses requests and checks its own answers by the schemas. */
export function createFakeApi(state: FakeState = emptyState()): FakeApi {
  const requests: SeenRequest[] = [];
  const overrides = new Map<EndpointName, Override>();
  const routes = routesOf(state);
  const handle = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const route = routes.find(({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(pathname));
    if (!route) return refusal('notFound', `There is no ${request.method} ${pathname}`);
    return await serve(route, request, state, { requests, override: overrides.get(route.name) });
  };
  const endpointOf = (name: EndpointName) => routes.find((route) => route.name === name)?.endpoint;
  return {
    state,
    requests,
    requestsOf: (name) => requests.filter((request) => request.name === name),
    answer: (name, value) => overrides.set(name, async () => answerWith(endpointOf(name), value)),
    fail: (name, status, body = {}) =>
      overrides.set(name, async () => HttpResponse.json({ detail: 'Refused for this test', ...body }, { status })),
    intercept: (name, answer) => overrides.set(name, async () => answer()),
    recover: (name) => overrides.delete(name),
    hold: (name) => {
      let release = () => {};
      const held = new Promise<undefined>((resolve) => {
        release = () => resolve(undefined);
      });
      overrides.set(name, () => held);
      return () => {
        overrides.delete(name);
        release();
      };
    },
    tell: (websiteId) => {
      const event = new TextEncoder().encode(`data: ${JSON.stringify({ website_id: websiteId })}\n\n`);
      state.told.push({ event, at: performance.now() });
      for (const stream of state.streams) stream.enqueue(event);
    },
    handle,
    mswHandler: http.all(`*${apiPrefix}/*`, ({ request }) => handle(request)),
  };
}

function routesOf(state: FakeState): Route[] {
  const handlers: Record<string, Record<string, unknown>> = fakeHandlers(state);
  return Object.entries(contract as Contract).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({
      name: `${group}.${name}` as EndpointName,
      endpoint,
      pattern: new RegExp(`^${apiPrefix}${endpoint.path.replace(/\/$/, '').replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
      handler: handlers[group]?.[name] as LooseHandler,
    })),
  );
}

interface Serving {
  requests: SeenRequest[];
  override: Override | undefined;
}

async function serve(route: Route, request: Request, state: FakeState, serving: Serving): Promise<Response> {
  const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? null;
  if (route.endpoint.access === 'admin' && token !== state.token) return refusal('unauthorized', 'Please sign in');
  try {
    const parsed = await parseRequest(route, request);
    serving.requests.push({ name: route.name, ...parsed, token });
    const overridden = await serving.override?.();
    if (overridden) return overridden;
    const answer = route.handler(parsed);
    return answer instanceof Response ? answer : answerWith(route.endpoint, answer);
  } catch (error) {
    if (error instanceof RequestError) return refusal(error.kind, error.message, error.errors);
    throw error;
  }
}

async function parseRequest({ endpoint, pattern }: Route, request: Request) {
  const url = new URL(request.url);
  const groups = pattern.exec(url.pathname)?.groups ?? {};
  const raw = {
    params: Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)])),
    query: Object.fromEntries(url.searchParams),
    body: endpoint.body ? await request.json() : undefined,
  };
  return {
    params: parsePart(endpoint.params, raw.params),
    query: parsePart(endpoint.query, raw.query),
    body: parsePart(endpoint.body, raw.body),
  };
}

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return value;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  throw new RequestError('invalid', errors[0]?.message ?? 'Invalid', { errors });
}

/** A wrong answer of the fake itself is a bug of the test and throws. */
function answerWith(endpoint: Endpoint | undefined, value: unknown): Response {
  const data = endpoint?.response.parse(value);
  if (data === null) return new HttpResponse(null, { status: 204 });
  return HttpResponse.json(data as object, { status: endpoint?.successStatus ?? 200 });
}

const refusal = (kind: keyof typeof errorKinds, detail: string, errors?: ErrorBody['errors']): Response =>
  HttpResponse.json({ detail, ...(errors ? { errors } : {}) }, { status: errorKinds[kind].status });
