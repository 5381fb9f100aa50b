import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiClient } from '@upvigil/core/client/api-client';
import { ApiError, ServerUnreachableError, UnexpectedAnswerError } from '@upvigil/core/contract/errors';
import { expect, onTestFinished, test } from 'vitest';
import { failureSentence } from '../failures.ts';
import { httpFetch } from './http-fetch.ts';

async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const clientOf = (baseUrl: string) => createApiClient({ baseUrl, getToken: () => 'abc', fetch: httpFetch });
const failureOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

test('sends method, headers and body, and reads JSON', async () => {
  const seen: unknown[] = [];
  const { url } = await serve(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    seen.push([request.method, request.url, request.headers.authorization, text]);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"t","token_type":"bearer"}');
  });
  const answer = await clientOf(url).auth.login({ body: { password: 'geheim ✓' } });
  expect(answer).toEqual({ access_token: 't', token_type: 'bearer' });
  expect(seen).toEqual([['POST', '/api/auth/login', 'Bearer abc', '{"password":"geheim ✓"}']]);
});

test('names itself in the user agent, for the audit log', async () => {
  const seen: unknown[] = [];
  const { url } = await serve(({ headers }, response) => {
    seen.push(headers['user-agent']);
    response.writeHead(204).end();
  });
  await clientOf(url).auth.logout();
  expect(seen).toEqual(['upvigil-cli']);
});

test('an answer without a body is null', async () => {
  const { url } = await serve((_request, response) => response.writeHead(204).end());
  expect(await clientOf(url).auth.logout()).toBeNull();
});

test('a refusal carries the detail; for a page of another program it is the status', async () => {
  const { url } = await serve(({ url: path }, response) => {
    if (path?.includes('websites'))
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"There is no backup"}');
  });
  const refused = await failureOf(clientOf(url).backup.list());
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ status: 404, message: 'There is no backup' });
  expect(await failureOf(clientOf(url).websites.list())).toMatchObject({
    status: 502,
    message: 'The server answered HTTP 502',
  });
});

test('another program on the port is recognised', async () => {
  const { url } = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('hello'),
  );
  expect(await failureOf(clientOf(url).websites.list())).toBeInstanceOf(UnexpectedAnswerError);
});

test('a download comes as a stream with its size', async () => {
  const { url } = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': 6 }).end('abcdef'),
  );
  const { body, size } = await clientOf(url).backup.download({ params: { name: 'x' } });
  expect(size).toBe(6);
  let text = '';
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) text += Buffer.from(chunk).toString();
  expect(text).toBe('abcdef');
});

test('events arrive one by one', async () => {
  const { url } = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\ndata: {"website_id":3}\n\n');
    setTimeout(() => response.end('data: {"website_id":null}\n\n'), 20);
  });
  const seen: unknown[] = [];
  for await (const event of await clientOf(url).events.stream()) seen.push(event);
  expect(seen).toEqual([{ website_id: 3 }, { website_id: null }]);
});

test('a redirect is not followed: the token would go to another address', async () => {
  const { url } = await serve((_request, response) =>
    response.writeHead(301, { location: 'https://status.example.org/api/websites/' }).end(),
  );
  const failure = await failureOf(clientOf(url).websites.list());
  expect(failure).toBeInstanceOf(ServerUnreachableError);
  expect(failureSentence(failure)).toContain('(it redirects to https://status.example.org: give that address)');
});

test('a redirect to no valid address has a sentence', async () => {
  const { url } = await serve((_request, response) => response.writeHead(302, { location: 'http://[' }).end());
  const failure = await failureOf(clientOf(url).websites.list());
  expect(failureSentence(failure)).toContain('(it redirects to an invalid address)');
});

test('a server that switches to another protocol does not keep a command waiting', async () => {
  const { url } = await serve((request) => {
    request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  const failure = await failureOf(clientOf(url).websites.list());
  expect(failureSentence(failure)).toContain('(connection closed)');
});

test('an abort ends a request with its reason, before and after the answer has begun', async () => {
  const { url } = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[');
  });
  const abort = new AbortController();
  const reading = failureOf(httpFetch(`${url}/x`, { signal: abort.signal }));
  setTimeout(() => abort.abort(new DOMException('enough', 'TimeoutError')), 20);
  expect(await reading).toMatchObject({ name: 'TimeoutError', message: 'enough' });
  expect(await failureOf(httpFetch(url, { signal: AbortSignal.abort(new Error('before')) }))).toMatchObject({
    message: 'before',
  });
});

test('a kept connection that the server closes meanwhile is opened again for a reading request', async () => {
  let requests = 0;
  const { url, server } = await serve((request, response) => {
    requests += 1;
    // The second request uses the kept connection, which breaks.
    if (requests === 2) request.socket.destroy();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  expect(server.listening).toBe(true);
  expect(await clientOf(url).websites.list()).toEqual([]);
  expect(await clientOf(url).websites.list()).toEqual([]);
  expect(requests).toBe(3);
});
