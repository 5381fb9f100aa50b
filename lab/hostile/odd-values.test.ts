import { contract } from '@upvigil/core/contract/contract';
import type { Contract, Endpoint } from '@upvigil/core/contract/endpoint';
import { apiPrefix } from '@upvigil/core/contract/names/paths';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { startTestApp, type TestApp } from '../../packages/server/src/testing/test-app.ts';

/** For a path or query: invalid and too large numbers, and text that a database may refuse. */
const oddParts = [
  ...['0', '-1', '-0', '1.5', '1e3', '0x10', '%205', '%2B5', 'NaN', 'Infinity', 'null', '%D9%A3', 'a%0D%0Ab'],
  ...['2147483648', '999999999999999', '9007199254740993', '9223372036854775808', '1'.repeat(40)],
  ...['%00', '1%00', '%ED%A0%80', '%FF', '%', '__proto__', 'constructor'],
];
/**
 * For a body, as JSON: numbers that parse to Infinity, minus zero or another number than written, and text as above.
 */
const oddNumbers = ['"1e3"', '" 5"', '"0x10"', '"60"'];
const oddJson = [
  ...['1e400', '-1e400', '-0', '1e-400', '5e-324', '0.1', '-1', '2147483648', '9007199254740993', '1e30'],
  ...['9223372036854775808', 'true', 'null', '[]', '{}', '[1]', '{"toString":1}', '""'],
  ...['"\\u0000"', '"a\\u0000 b"', '"\\ud800"', '"a \\udc00 b"', '"a b\\r\\nc"', '"\\u001b[2J \\u0085"'],
];
const oddBodies = ['null', '[]', '5', '"text"', 'NaN', '{"a":', '{"__proto__":{"name":"a"}}', '\u0000'];

/** Valid values for required fields. All other fields are optional. */
const fineFields: Record<string, unknown> = {
  url: 'http://127.0.0.1:1/',
  name: 'Shop',
  host: '127.0.0.1',
  port: 1,
  channel_id: 'C1',
  enabled: false,
  password: 'wrong',
  current_password: 'wrong',
  new_password: 'new password',
  webhook_url: '',
  title: 'Slow',
  body: 'The disk is replaced.',
  status: 'investigating',
  label: 'v1.4.2',
  minutes: 30,
  ends_at: '2090-01-01T00:00:00.000Z',
  kind: 'ntfy',
  config: { topic: 'ops', base_url: 'http://127.0.0.1:1' },
  period: 3600,
  text: '127.0.0.1:1',
};

const endpoints = Object.entries(contract as Contract).flatMap(([group, entries]) =>
  Object.entries(entries).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);
const fieldsOf = (schema: z.ZodType | undefined): Record<string, { type?: string }> => {
  if (!schema) return {};
  const { properties, oneOf = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  // For a body with several forms, the fields of all forms.
  const ofForms = oneOf.map((form) => (typeof form === 'object' ? form.properties : {}));
  return Object.assign({}, ...ofForms, properties) as Record<string, { type?: string }>;
};
/** With 1 for each parameter of its path: the test has created these objects. */
const fineUrl = ({ path }: Endpoint): string => apiPrefix + path.replace(/:\w+/g, '1');

function isReadable(url: string): boolean {
  try {
    return decodeURI(url) !== '';
  } catch {
    return false;
  }
}

interface OddRequest {
  url: string;
  payload?: string;
}

function finePayload({ body }: Endpoint): Record<string, unknown> | null {
  if (!body) return null;
  const fields = fieldsOf(body);
  const fine = Object.entries(fineFields).filter(([name]) => name in fields);
  // The same name may mean something else here, as the status of a user does.
  const { error } = body.safeParse(Object.fromEntries(fine));
  const other = new Set(error?.issues.map(({ path }) => path[0]));
  return Object.fromEntries(fine.filter(([name]) => !other.has(name)));
}

function oddPaths(endpoint: Endpoint): OddRequest[] {
  const fine = finePayload(endpoint);
  const payload = fine && { payload: JSON.stringify(fine) };
  return Object.keys(endpoint.params?.shape ?? {}).flatMap((name) =>
    oddParts.map((part) => ({
      url: apiPrefix + endpoint.path.replace(`:${name}`, part).replace(/:\w+/g, '1'),
      ...payload,
    })),
  );
}

const oddQueries = (endpoint: Endpoint): OddRequest[] =>
  Object.keys(endpoint.query?.shape ?? {}).flatMap((name) =>
    ['', ...oddParts, `1&${name}=2`].map((part) => ({ url: `${fineUrl(endpoint)}?${name}=${part}` })),
  );

function oddBodiesOf(endpoint: Endpoint): OddRequest[] {
  const fine = finePayload(endpoint);
  const withOdd = (name: string, json: string): string =>
    JSON.stringify({ ...fine, [name]: '<odd>' }).replace('"<odd>"', () => json);
  const payloads = Object.entries(fieldsOf(endpoint.body)).flatMap(([name, { type }]) =>
    [...oddJson, ...(type === 'string' ? [] : oddNumbers)].map((json) => withOdd(name, json)),
  );
  return (fine === null ? [] : [...payloads, ...oddBodies]).map((payload) => ({ url: fineUrl(endpoint), payload }));
}

const oddRequests = endpoints
  .map(({ name, endpoint }) => ({
    name,
    endpoint,
    requests: [...oddPaths(endpoint), ...oddQueries(endpoint), ...oddBodiesOf(endpoint)],
  }))
  .filter(({ requests }) => requests.length > 0);

describe('an odd value', () => {
  let test: TestApp;
  let offsetMs = 0;
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + offsetMs };

  beforeAll(async () => {
    test = await startTestApp({ clock, listen: true, env: { SENDSMS_API_URL: 'http://127.0.0.1:1/' } });
    await test.request('POST', '/websites/', { name: 'Shop' });
    await test.request('POST', '/urls/website/1', { url: 'http://127.0.0.1:1/', enabled: false });
  });
  afterAll(() => test.close());

  const send = async (method: Endpoint['method'], { url, payload }: OddRequest, app: FastifyInstance = test.app) => {
    // So that earlier sign-ins do not count towards the limit.
    offsetMs += 61_000;
    const json = payload === undefined ? {} : { 'content-type': 'application/json' };
    const headers = { authorization: `Bearer ${test.token}`, ...json };
    return app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  };

  /** Reads only the head, because an open stream never ends. */
  const statusOfStream = async ({ url }: OddRequest): Promise<number> => {
    const abort = new AbortController();
    const headers = { authorization: `Bearer ${test.token}` };
    const { status } = await fetch(test.baseUrl + url, { headers, signal: abort.signal });
    abort.abort();
    return status;
  };
  const statusOf = async ({ method, transport }: Endpoint, request: OddRequest): Promise<number> =>
    transport === 'events' ? statusOfStream(request) : (await send(method, request)).statusCode;

  it('reaches every field of every body', () => {
    const untouched = oddRequests.filter(
      ({ endpoint }) => endpoint.body && Object.keys(fieldsOf(endpoint.body)).length < 1,
    );
    expect(untouched.map(({ name }) => name)).toEqual([]);
    expect(oddRequests.length).toBeGreaterThan(35);
  });

  it.each(oddRequests)('is never our failure: $name', async ({ endpoint, requests }) => {
    const failures: unknown[] = [];
    for (const request of requests) {
      const status = await statusOf(endpoint, request);
      const isOurs = status >= 500 && status !== 502;
      if (isOurs) failures.push({ ...request, status });
    }
    expect(failures).toEqual([]);
  });

  it.each(oddRequests.filter(({ endpoint }) => endpoint.params))(
    'in a path names nothing: $name',
    async ({ endpoint }) => {
      for (const request of oddPaths(endpoint)) {
        expect((await send(endpoint.method, request)).statusCode, request.url).toBe(
          isReadable(request.url) ? 404 : 400,
        );
      }
    },
  );

  it('in a path outside the contract is never our failure', async () => {
    const paths = oddParts.flatMap((part) => [
      ...[`/badge/${part}/status.svg`, `/badge/${part}/uptime.json`, `/api/v2/${part}.json`, `/api/${part}`],
      ...[`/${part}`, `/assets/${part}`, `/websites/${part}`, `/status/${part}`, `/status?hours=${part}`],
    ]);
    for (const url of paths) expect((await send('GET', { url })).statusCode, url).toBeLessThan(500);
  });

  it('that was accepted breaks no page', async () => {
    const open = endpoints.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.transport === undefined);
    for (const { name, endpoint } of open) {
      expect((await send('GET', { url: fineUrl(endpoint) })).statusCode, name).toBeLessThan(500);
    }
    for (const url of ['/status', '/history.atom', '/history.rss', '/api/v2/summary.json', '/badge/1/status.svg']) {
      expect((await send('GET', { url })).statusCode, url).toBe(200);
    }
  });
});
