import { once } from 'node:events';
import { connect } from 'node:net';
import { apiPrefix } from '@upvigil/core/contract/names/paths';
import { startTestApp, type TestApp } from '@upvigil/server/testing/test-app';
import fc from 'fast-check';
import { bytesLike, headerValue, textLike, wellFormed } from '../../hostile.ts';
import { defineParser, type FuzzedParser, mustHold, type OpenParser } from '../../parser.ts';
import { type AnsweringApp, mustBeAnswered, openAnswering, openReading } from './answering.ts';
import { type AnyRequest, askedEndpoints, requestsOf } from './requests.ts';

/**
 * These endpoints contact addresses of the input or of stored data, run checks, or end the session of the request. Only
 * their schemas are tested, and so are those of event streams, which do not end.
 */
const leftOut = new Set([
  ...[
    'settings.test',
    'settings.testEmail',
    'settings.testSms',
    'slack.test',
    'networkMonitors.test',
    'diagnostics.run',
  ],
  ...['urls.check', 'networkMonitors.check', 'auth.changePassword'],
]);

/** The running program on a port, which trusts a proxy for the client's address. */
async function openWorking<Input>(parse: (app: TestApp, input: Input) => Promise<unknown>): Promise<OpenParser<Input>> {
  const app = await startTestApp({ listen: true, env: { TRUST_PROXY: 'on' } });
  await app.request('POST', '/websites/', { name: 'Shop' });
  await app.request('POST', '/urls/website/1', { url: 'http://127.0.0.1:1/', enabled: false });
  return { parse: (input) => parse(app, input), close: () => app.close() };
}

const pathOf = (pattern: string, params: AnyRequest['params'], known: AnsweringApp['known']): string =>
  pattern.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(wellFormed(params[name] ?? known[name] ?? '1')),
  );

/** Each endpoint, answered by the running program. */
const endpointParsers = askedEndpoints
  .filter(({ name, endpoint }) => !leftOut.has(name) && endpoint.transport !== 'events')
  .map(({ name, endpoint }) =>
    defineParser<AnyRequest>({
      name: `endpoint ${name}`,
      file: 'packages/server/src/api/http/serve-endpoints.ts',
      inputs: requestsOf(endpoint),
      shortRuns: 8,
      // It writes a whole archive.
      ...(name === 'backup.create' && { boundMs: 10_000 }),
      open: () =>
        (endpoint.method === 'GET' ? openReading : openAnswering)<AnyRequest>(
          async ({ inject, headers, known }, { params, query, body }) => {
            const asText = Object.entries(query).map(([key, value]) => [key, wellFormed(value)]);
            const answer = await inject({
              method: endpoint.method,
              url: `${apiPrefix}${pathOf(endpoint.path, params, known)}?${new URLSearchParams(asText)}`,
              headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
              ...(body && { payload: body }),
            });
            mustBeAnswered(answer.statusCode, name);
          },
        ),
    }),
  );

const boundary = 'a-boundary';
const uploadForm = (content: string): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.tar.gz"\r\ncontent-type: application/gzip\r\n\r\n${content}\r\n--${boundary}--\r\n`;

/** Bodies of uploads: the form with a file, and the file. */
const uploadParsers = ['/backup/restore', '/branding/upload-logo'].map((path) =>
  defineParser({
    name: `upload ${path}`,
    file: 'packages/server/src/api/http/receive-upload.ts',
    inputs: fc.record({
      body: bytesLike(Buffer.from(uploadForm('content')), Buffer.from(uploadForm('<svg/>').replace('file', 'other'))),
      type: headerValue(`multipart/form-data; boundary=${boundary}`, 'multipart/form-data', 'application/json'),
    }),
    shortRuns: 30,
    open: () =>
      openAnswering<{ body: Buffer; type: string }>(async ({ inject, headers }, { body, type }) => {
        const { statusCode } = await inject({
          method: 'POST',
          url: apiPrefix + path,
          payload: body,
          headers: { ...headers, 'content-type': type },
        });
        mustBeAnswered(statusCode, path);
      }),
  }),
);

const places = ['/api/websites/', '/api/dashboard/stats', '/api/branding/', '/status', '/badge/1/status.svg', '/'];

/** Headers for identity, origin and accepted formats. */
const headerParser = defineParser({
  name: 'request headers',
  file: 'packages/server/src/api/http/guard-access.ts',
  inputs: fc.record({
    url: fc.constantFrom(...places),
    authorization: headerValue('Bearer abc', 'Basic YTpi', 'bearer  x y'),
    cookie: headerValue('session=abc; path=/', 'a=b', '__proto__=1'),
    'x-forwarded-for': headerValue('203.0.113.5, 10.0.0.1', '[2001:db8::1]:443', 'unknown', '::ffff:1.2.3.4'),
    'accept-language': headerValue('de-DE,de;q=0.9,en;q=0.8', '*'),
    'accept-encoding': headerValue('gzip, br;q=0.5', 'identity;q=0'),
    accept: headerValue('text/html,text/plain;q=0.9', 'application/json'),
    'if-none-match': headerValue('W/"abc", "def"', '*'),
    range: headerValue('bytes=0-5', 'bytes=-5'),
  }),
  open: () =>
    openWorking<Record<string, string>>(async (app, { url = '/', ...headers }) => {
      const { statusCode } = await app.inject({ method: 'GET', url, headers });
      mustBeAnswered(statusCode, url);
      const isPublic = !/stats|websites/.test(url);
      mustHold(
        isPublic || statusCode === 401,
        `${url} is refused without a token, and not answered with ${statusCode}`,
      );
    }),
});

/** A query with a token, and the parameters of public pages. */
const queryParser = defineParser({
  name: 'public query',
  file: 'packages/server/src/public/status/ready-requests.ts',
  inputs: fc.record({
    path: fc.constantFrom('/status', '/status/1', '/history.atom', '/badge/1/uptime.svg', '/api/public/status'),
    query: textLike('lang=de', 'lang=en&token=abc', 'hours=24', 'period=7d&label=a'),
  }),
  open: () =>
    openReading<{ path: string; query: string }>(async ({ inject }, { path, query }) => {
      const url = `${path}?${encodeURI(wellFormed(query))}`;
      mustBeAnswered((await inject({ method: 'GET', url })).statusCode, url);
    }),
});

const rawRequests = [
  'GET /status HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  'POST /api/auth/logout HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}',
  'POST /api/websites/ HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'GET /badge/1/status.svg?x=%00 HTTP/1.0\r\nif-none-match: *\r\n\r\n',
].map((text) => Buffer.from(text));

/** Raw bytes on the port. */
const wireParser = defineParser({
  name: 'bytes on the port',
  file: 'packages/server/src/api/http/connections/make-server.ts',
  inputs: bytesLike(...rawRequests),
  open: () =>
    openWorking<Buffer>(async ({ baseUrl }, bytes) => {
      const answer = await exchange(Number(new URL(baseUrl).port), bytes);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      if (status !== undefined) mustBeAnswered(Number(status), 'what came');
    }),
});

/** Sends bytes and ends the connection. Resolves with the received bytes when the server closes it. */
async function exchange(port: number, bytes: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.end(bytes);
  await once(socket, 'close');
  return answer;
}

export const servedParsers: readonly FuzzedParser[] = [
  ...endpointParsers,
  ...uploadParsers,
  headerParser,
  queryParser,
  wireParser,
];
