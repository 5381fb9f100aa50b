import type { Endpoint, ResponseOf } from '../contract/endpoint.ts';
import { type ErrorBody, errorKinds, RequestError } from '../contract/errors.ts';
import { parseRequest } from '../rules/parse-request.ts';
import { requireFakeAccess } from './fake-access.ts';
import { type EndpointName, type EndpointNamed, type FakeEndpoint, fakeEndpoints } from './fake-endpoints.ts';
import { fakeHandlers } from './fake-handlers.ts';
import { emptyState, type FakeState } from './fake-state.ts';

/** A parsed request. */
interface SeenRequest {
  name: EndpointName;
  params: unknown;
  query: unknown;
  body: unknown;
  token: string | null;
}

export interface FakeApi {
  state: FakeState;
  /** All valid requests, oldest first. */
  requests: SeenRequest[];
  requestsOf: (name: EndpointName) => SeenRequest[];
  /** Sets the answer of one endpoint. */
  answer: <N extends EndpointName>(name: N, value: ResponseOf<EndpointNamed<N>>) => void;
  /** Makes one endpoint fail until `recover`. */
  fail: (name: EndpointName, status: number, body?: Partial<ErrorBody>) => void;
  /** Replaces the raw response of one endpoint until `recover`, as a proxy might. */
  intercept: (name: EndpointName, answer: () => Response) => void;
  recover: (name: EndpointName) => void;
  /** Blocks one endpoint until the returned function is called. */
  hold: (name: EndpointName) => () => void;
  /** Sends a change of a website to every open event stream; null: of them all. */
  publish: (websiteId: number | null) => void;
  handle: (request: Request) => Promise<Response>;
}

/** Replaces the handler's response, or, with undefined, delays it. */
type Override = () => Promise<Response | undefined>;
type LooseHandler = (request: Record<string, unknown>) => unknown;

/**
 * A whole server in memory, built from the contract. It parses requests and validates its own answers by the schemas. A
 * test of the server sends the same requests to both and compares the answers.
 */
export function createFakeApi(state: FakeState = emptyState()): FakeApi {
  const requests: SeenRequest[] = [];
  const overrides = new Map<EndpointName, Override>();
  const handlers: Record<string, Record<string, unknown>> = fakeHandlers(state);
  const answerOf = async ({ name, endpoint }: FakeEndpoint, seen: SeenRequest): Promise<Response> => {
    requests.push(seen);
    const overridden = await overrides.get(name)?.();
    if (overridden) return overridden;
    const [group = '', entry = ''] = name.split('.');
    const handler = handlers[group]?.[entry] as LooseHandler;
    const answer = handler({ params: seen.params, query: seen.query, body: seen.body, token: seen.token });
    return answer instanceof Response ? answer : answerWith(endpoint, answer);
  };
  return {
    state,
    requests,
    requestsOf: (name) => requests.filter((request) => request.name === name),
    answer: (name, value) => overrides.set(name, async () => answerWith(endpointOf(name), value)),
    fail: (name, status, body = {}) =>
      overrides.set(name, async () => Response.json({ detail: 'Refused for this test', ...body }, { status })),
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
    publish: (website_id) => {
      const event = new TextEncoder().encode(`data: ${JSON.stringify({ website_id })}\n\n`);
      state.published.push({ event, at: performance.now() });
      for (const stream of state.streams) stream.enqueue(event);
    },
    handle: (request) => serve(request, state, answerOf),
  };
}

const endpointOf = (name: EndpointName) => fakeEndpoints.find((each) => each.name === name)?.endpoint;

async function serve(
  request: Request,
  state: FakeState,
  answerOf: (asked: FakeEndpoint, seen: SeenRequest) => Promise<Response>,
): Promise<Response> {
  const url = new URL(request.url);
  const isAsked = ({ endpoint, pattern }: FakeEndpoint) =>
    endpoint.method === request.method && pattern.test(url.pathname);
  const asked = fakeEndpoints.find(isAsked);
  try {
    if (!asked) throw new RequestError('notFound', `There is no ${request.method} ${url.pathname}`);
    const token = requireFakeAccess(asked.endpoint, request, state);
    const groups = Object.entries(asked.pattern.exec(url.pathname)?.groups ?? {});
    const raw = {
      params: Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)])),
      query: Object.fromEntries(url.searchParams),
      body: await readBody(asked.endpoint, request),
    };
    const { params, query, body = raw.body } = parseRequest(asked.endpoint, raw);
    return await answerOf(asked, { name: asked.name, params, query, body, token });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { kind, message: detail, errors, facts } = error;
    return Response.json({ detail, ...(errors ? { errors } : {}), ...facts }, { status: errorKinds[kind].status });
  }
}

/** The parsed JSON, or the file of an upload. */
async function readBody({ body, transport }: Endpoint, request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (transport === 'upload') {
    if (type.startsWith('multipart/form-data')) return (await request.formData()).get('file');
    throw new RequestError('wrongType', 'The body must be multipart/form-data with one field named file');
  }
  const text = body ? await request.text() : '';
  if (text === '') return undefined;
  if (type.startsWith('text/plain')) return text;
  if (!type.startsWith('application/json')) {
    throw new RequestError('wrongType', 'The body must be JSON: send it with content-type application/json');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestError('malformed', 'The body is not valid JSON');
  }
}

/** Throws on an answer that violates the contract, which is a bug of the test. */
function answerWith(endpoint: Endpoint | undefined, value: unknown): Response {
  const data = endpoint?.response.parse(value);
  if (data === null) return new Response(null, { status: 204 });
  return Response.json(data, { status: endpoint?.successStatus ?? 200 });
}
