import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ApiError, ServerUnreachableError, UnexpectedAnswerError } from '../contract/errors.ts';
import { createApiClient } from './api-client.ts';

interface Answer {
  status?: number;
  body?: unknown;
  raw?: string;
}
interface Seen {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  text: string;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const readAll = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

async function serve(answer: Answer): Promise<{ baseUrl: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const text = await readAll(request);
    seen.push({ method: request.method, url: request.url, authorization: request.headers.authorization, text });
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
    response.end(answer.raw ?? (answer.body === undefined ? '' : JSON.stringify(answer.body)));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const website = {
  id: 1,
  name: 'Shop',
  description: null,
  created_at: '2026-11-20T10:00:00.000Z',
  url_count: 0,
  network_monitor_count: 0,
  status: 'unknown',
  automatic_incidents: null,
};

test('sends method, path, body and bearer token, and answers the parsed entity', async () => {
  const { baseUrl, seen } = await serve({ status: 201, body: { ...website, secret: 'not in the contract' } });
  const api = createApiClient({ baseUrl, getToken: () => 'abc' });
  expect(await api.websites.create({ body: { name: 'Shop' } })).toEqual(website);
  expect(seen).toEqual([
    { method: 'POST', url: '/api/websites/', authorization: 'Bearer abc', text: '{"name":"Shop"}' },
  ]);
});

test('fills path parameters and sends query values', async () => {
  const { baseUrl, seen } = await serve({ body: [] });
  const api = createApiClient({ baseUrl, getToken: () => null });
  await api.networkMonitors.alerts({ params: { monitorId: 7 }, query: { limit: 3 } });
  expect(seen[0]).toMatchObject({ url: '/api/network/network-monitors/7/alerts?limit=3', authorization: undefined });
});

test('returns null for a deletion', async () => {
  const { baseUrl } = await serve({ status: 204 });
  const api = createApiClient({ baseUrl, getToken: () => 'abc' });
  expect(await api.websites.remove({ params: { websiteId: 1 } })).toBeNull();
});

test('throws the detail and the fields of a refused request', async () => {
  const errors = [{ field: 'name', message: 'Name is required' }];
  const { baseUrl } = await serve({ status: 422, body: { detail: 'Name is required', errors } });
  const api = createApiClient({ baseUrl, getToken: () => 'abc' });
  const failure = await api.websites.create({ body: { name: '' } }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ status: 422, message: 'Name is required', errors });
});

test.each([
  ["a proxy's page", '<html><h1>Bad Gateway</h1></html>'],
  ['nothing', ''],
  ['no detail', '{"error": "internal"}'],
  ['an empty detail', '{"detail": " "}'],
  ['a detail that is no text', '{"detail": [{"msg": "x"}]}'],
])('reports the status, and no detail, when a refusal says %s', async (_name, raw) => {
  const { baseUrl } = await serve({ status: 502, raw });
  const client = createApiClient({ baseUrl, getToken: () => null });
  const error = await client.websites.list().catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: 'ApiError', status: 502, detail: null, message: 'The server answered HTTP 502' });
});

test('keeps the detail of a refusal whose fields it cannot read', async () => {
  const { baseUrl } = await serve({ status: 422, body: { detail: 'Name is required', errors: { name: 'x' } } });
  const client = createApiClient({ baseUrl, getToken: () => null });
  await expect(client.websites.list()).rejects.toMatchObject({ detail: 'Name is required', errors: [] });
});

test('reports a refused token once, but not a wrong password', async () => {
  const { baseUrl } = await serve({ status: 401, body: { detail: 'Invalid password' } });
  let refusals = 0;
  const api = createApiClient({ baseUrl, getToken: () => 'abc', onUnauthorized: () => refusals++ });
  await expect(api.auth.login({ body: { password: 'x' } })).rejects.toThrow('Invalid password');
  expect(refusals).toBe(0);
  await expect(api.websites.list()).rejects.toThrow(ApiError);
  expect(refusals).toBe(1);
});

test('reports an unreachable server if nothing listens', async () => {
  const { baseUrl } = await serve({ body: [] });
  const server = servers.pop();
  await new Promise((resolve) => server?.close(resolve));
  const api = createApiClient({ baseUrl, getToken: () => null });
  await expect(api.websites.list()).rejects.toThrow(ServerUnreachableError);
});

test('rejects an answer that violates the contract', async () => {
  const { baseUrl } = await serve({ body: [{ id: 'one' }] });
  const api = createApiClient({ baseUrl, getToken: () => null });
  await expect(api.websites.list()).rejects.toThrow(UnexpectedAnswerError);
});

test('uploads a file as multipart field `file`', async () => {
  const { baseUrl, seen } = await serve({ body: { message: 'done', restored: { websites: 1 } } });
  const api = createApiClient({ baseUrl, getToken: () => 'abc' });
  const answer = await api.backup.restore({ file: new Blob(['content']), fileName: 'a.tar.gz' });
  expect(answer.restored).toEqual({ websites: 1 });
  expect(seen[0]?.text).toContain('name="file"; filename="a.tar.gz"');
});

test('streams a download with its size', async () => {
  const { baseUrl } = await serve({ raw: 'archive' });
  const api = createApiClient({ baseUrl, getToken: () => 'abc' });
  const { body } = await api.backup.download({ params: { name: 'a.tar.gz' } });
  expect(await new Response(body).text()).toBe('archive');
});

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('reads events with lines that end in %s, in pieces of one byte', async (_name, end) => {
  const lines = [': hello', 'data: {"website_id":3}', '', 'data: {"website_id":', 'data: null}', '', ': bye', ''];
  const fetch: typeof globalThis.fetch = async () => new Response(streamOf(lines.join(end)));
  const api = createApiClient({ baseUrl: 'http://upvigil', getToken: () => 'abc', fetch });
  const events: unknown[] = [];
  for await (const event of await api.events.stream()) events.push(event);
  expect(events).toEqual([{ website_id: 3 }, { website_id: null }]);
});

const streamOf = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const byte of new TextEncoder().encode(text)) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });

test('yields server-sent events and skips comments', async () => {
  const { baseUrl } = await serve({ raw: ': alive\n\ndata: {"website_id":3}\n\ndata: {"website_id":null}\n\n' });
  const api = createApiClient({ baseUrl, getToken: () => 'abc' });
  const events: unknown[] = [];
  for await (const event of await api.events.stream()) events.push(event);
  expect(events).toEqual([{ website_id: 3 }, { website_id: null }]);
});

test('a refused download carries the detail', async () => {
  const { baseUrl } = await serve({ status: 404, body: { detail: 'There is no backup "x"' } });
  const api = createApiClient({ baseUrl, getToken: () => 'abc' });
  const failure = await api.backup.download({ params: { name: 'x' } }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'ApiError', status: 404, message: 'There is no backup "x"' });
});
