import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { defaultUrlOptions } from '@upvigil/core/check-options/options';
import { defaultRequest, type RequestOptions } from '@upvigil/core/check-options/request';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ProbeOutcome, TargetOf } from '../../../domain/check.ts';
import { type Certificate, makeCertificate } from '../../../testing/targets/certificates.ts';
import {
  type Behaviour,
  behaviours,
  listening,
  portOf,
  startTcpTarget,
  unusedPort,
} from '../../../testing/targets/tcp-target.ts';
import { secretsRemover } from '../../tracing/remove-secrets.ts';
import { runProbe } from '../conformance.ts';

interface Heard {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}
interface Echo {
  port: number;
  heard: Heard[];
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A server that remembers the exact bytes it was sent. */
async function echo(
  answer: RequestListener,
  tls?: Certificate & { ca?: string; requestCert?: boolean },
): Promise<Echo> {
  const heard: Heard[] = [];
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    heard.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
    answer(request, response);
  };
  const server = tls ? createTlsServer({ ...tls, rejectUnauthorized: true }, listener) : createServer(listener);
  await listening(server);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: portOf(server), heard };
}
async function tcp(behaviour: Behaviour): Promise<number> {
  const target = await startTcpTarget(behaviour);
  closers.push(target.close);
  return target.port;
}

const page = (url: string, request: Partial<RequestOptions>): TargetOf<'URL'> => ({
  ...{ kind: 'URL', url, metadata_tag: null, metadata_value: null, check_mode: 'http' },
  asks: { ...defaultUrlOptions, request: { ...defaultRequest, ...request } },
});
const at = (port: number, request: Partial<RequestOptions>, seconds = 20): Promise<ProbeOutcome> =>
  runProbe(page(`http://127.0.0.1:${port}/`, request), { timeoutSeconds: seconds });
const auth = (changes: Partial<RequestOptions['auth']>) => ({ auth: { ...defaultRequest.auth, ...changes } });
const status =
  (code: number, location?: string): RequestListener =>
  (_, response) =>
    response.writeHead(code, location ? { location } : {}).end();
const jsonPost = { method: 'POST', body_type: 'json', body: '{"a": "é"}' } as const;

describe('what a check sends', () => {
  it('is, as a JSON POST with a bearer token and 201 accepted, up; the target has the exact bytes', async () => {
    const { port, heard } = await echo(status(201));
    const outcome = await at(port, {
      ...jsonPost,
      ...auth({ type: 'bearer', token: 'tok-123' }),
      accepted_status: '201',
    });
    expect(outcome).toMatchObject({ outcome: 'up', status_code: 201 });
    expect(heard).toMatchObject([{ method: 'POST', body: '{"a": "é"}' }]);
    expect(heard[0]?.headers).toMatchObject({
      authorization: 'Bearer tok-123',
      'content-type': 'application/json',
      'content-length': '11',
    });
  });

  it.each<[string, Partial<RequestOptions>, object]>([
    ['HEAD', { method: 'HEAD' }, { method: 'HEAD' }],
    ['DELETE', { method: 'DELETE' }, { method: 'DELETE' }],
    [
      'own Host and User-Agent',
      {
        headers: [
          { name: 'Host', value: 'shop.test', secret: false },
          { name: 'User-Agent', value: 'me', secret: false },
        ],
      },
      { headers: { host: 'shop.test', 'user-agent': 'me' } },
    ],
    [
      'a form',
      { method: 'POST', body_type: 'form', body: 'a=1' },
      { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    [
      'own content type',
      { ...jsonPost, headers: [{ name: 'Content-Type', value: 'text/x', secret: false }] },
      { headers: { 'content-type': 'text/x' } },
    ],
    [
      'basic auth',
      auth({ type: 'basic', username: 'me', password: 'pw' }),
      { headers: { authorization: 'Basic bWU6cHc=' } },
    ],
    [
      'cache buster',
      { cache_buster: true },
      { path: expect.stringMatching(/^\/\?_upvigil=[0-9a-f]{16}$/), headers: { 'cache-control': 'no-cache' } },
    ],
  ])('has %s', async (_, request, expected) => {
    const { port, heard } = await echo(status(200));
    expect(await at(port, request)).toMatchObject({ outcome: 'up' });
    expect(heard).toMatchObject([expected]);
  });

  it.each<[number, string, string]>([
    [404, '404', 'up'],
    [200, '201', 'down'],
    [404, '200-399', 'down'],
    [503, '200-499', 'down'],
  ])('answered %i where %s is accepted is %s', async (code, accepted_status, expected) => {
    const { port } = await echo(status(code));
    expect(await at(port, { accepted_status })).toMatchObject({ outcome: expected, status_code: code });
  });

  it('takes a redirect for the answer where none is followed', async () => {
    const { port, heard } = await echo(status(302, '/next'));
    expect(await at(port, { max_redirects: 0, accepted_status: '302' })).toMatchObject({
      outcome: 'up',
      status_code: 302,
    });
    expect(heard).toHaveLength(1);
  });
});

describe('after a redirect to another port', () => {
  const secret = {
    ...auth({ type: 'bearer', token: 'tok-123' }),
    headers: [
      { name: 'X-Key', value: 'key-123', secret: true },
      { name: 'Cookie', value: 'cook-123', secret: false },
      { name: 'X-Plain', value: 'plain', secret: false },
    ],
  };
  it('the log of the target has no token', async () => {
    const other = await echo(status(200));
    const { port } = await echo(status(302, `http://127.0.0.1:${other.port}/`));
    expect(await at(port, { ...jsonPost, ...secret })).toMatchObject({ outcome: 'up' });
    expect(other.heard).toMatchObject([{ method: 'GET', body: '', headers: { 'x-plain': 'plain' } }]);
    expect(JSON.stringify(other.heard)).not.toContain('123');
  });

  it.each([307, 308])('with %i a body goes nowhere: the check is down', async (code) => {
    const other = await echo(status(200));
    const { port } = await echo(status(code, `http://127.0.0.1:${other.port}/`));
    expect(await at(port, jsonPost)).toMatchObject({
      outcome: 'down',
      reason: expect.stringContaining('redirected with its body'),
    });
    expect(other.heard).toEqual([]);
  });
});

describe('the family of addresses', () => {
  it.each<TargetOf<'TCP_PORT'> | TargetOf<'IMAP'> | TargetOf<'ICMP_PING'> | TargetOf<'URL'>>([
    { kind: 'TCP_PORT', host: 'v4.test', port: 9, expected_response: null, ip_family: '6' },
    { kind: 'IMAP', host: 'v4.test', port: 9, expected_response: null, ip_family: '6' },
    { kind: 'ICMP_PING', host: 'v4.test', packet_loss_threshold: 1, ip_family: '6' },
    { ...page('http://v4.test/', {}), asks: { ...defaultUrlOptions, ip_family: '6' } },
    { ...page('http://127.0.0.1/', {}), asks: { ...defaultUrlOptions, ip_family: '6' } },
  ])('that a host lacks is down in words: $kind', async (target) => {
    const resolveName = async () => [{ address: '127.0.0.1', family: 4 }];
    expect(await runProbe(target, { dialer: { resolveName } })).toMatchObject({
      outcome: 'down',
      reason: expect.stringMatching(/has no IPv6 address$/),
    });
  });
});

describe('TLS', () => {
  it('shows a client certificate and trusts the own CA alone', async () => {
    const authority = await makeCertificate({ isAuthority: true });
    const client = await makeCertificate({ authority });
    const { port } = await echo(status(200), {
      ...(await makeCertificate({ authority })),
      ca: authority.cert,
      requestCert: true,
    });
    const ask = (request: Partial<RequestOptions>) =>
      runProbe(page(`https://127.0.0.1:${port}/`, request), { timeoutSeconds: 20 });
    const shown = { client_certificate: client.cert, client_key: client.key };
    expect(await ask({ ca: authority.cert, ...shown })).toMatchObject({ outcome: 'up' });
    expect(await ask({ ca: authority.cert })).toMatchObject({
      outcome: 'down',
      reason: expect.stringContaining('TLS handshake failed'),
    });
    expect(await ask(shown)).toMatchObject({
      outcome: 'down',
      reason: expect.stringContaining('self-signed certificate in the chain'),
    });
    expect(await ask({ tls_verify: false, ...shown })).toMatchObject({ outcome: 'up' });
    expect(await ask({ ca: authority.cert, ...shown, server_name: 'other.test' })).toMatchObject({
      reason: 'certificate is not valid for the host name',
    });
  });
});

/** An HTTP proxy that opens every tunnel. */
const tunnels: Behaviour = (client) => {
  client.once('data', (bytes) => {
    const [, port] = /^CONNECT [^ ]+:(\d+) /.exec(bytes.toString()) ?? [];
    const target: Socket = connect(Number(port), '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    target.on('error', () => client.destroy());
    client.on('close', () => target.destroy());
    client.pipe(target).pipe(client);
  });
};

describe('a proxy', () => {
  it('leads to the target', async () => {
    const { port, heard } = await echo(status(200));
    expect(await at(port, { proxy: `http://127.0.0.1:${await tcp(tunnels)}` })).toMatchObject({ outcome: 'up' });
    expect(heard).toHaveLength(1);
  });

  it('that is dead is a fault, no DOWN', async () => {
    const dead = await unusedPort();
    for (const scheme of ['http', 'https', 'socks5']) {
      expect(await at(9, { proxy: `${scheme}://127.0.0.1:${dead}` })).toMatchObject({
        outcome: 'fault',
        fault: 'proxy',
      });
    }
  });

  it.each<[string, Behaviour, object]>([
    ['wants a password', behaviours.closes('HTTP/1.1 407 No\r\n\r\n'), { fault: 'proxy' }],
    ['answers nonsense', behaviours.closes('SSH-2.0\r\n\r\n'), { fault: 'proxy' }],
    ['is silent', behaviours.silent(), { fault: 'proxy' }],
    ['closes', behaviours.closes(), { fault: 'proxy' }],
    ['sends headers without an end', behaviours.drips(`X: ${'x'.repeat(4000)}\r\n`, 1), { fault: 'proxy' }],
    [
      'cannot reach the target',
      behaviours.closes('HTTP/1.1 502 No\r\n\r\n'),
      { outcome: 'down', reason: 'the proxy cannot reach the target (502)' },
    ],
    ['is silent after its answer', behaviours.says('HTTP/1.1 200 OK\r\n\r\n'), { outcome: 'down' }],
  ])('that %s is told as such, in time', async (_, behaviour, expected) => {
    expect(await at(9, { proxy: `http://127.0.0.1:${await tcp(behaviour)}` }, 2)).toMatchObject(expected);
  });

  it.each([
    ['nonsense', behaviours.says('HTTP/1.1 400\r\n\r\n'), { fault: 'proxy' }],
    [
      'that the target refuses',
      behaviours.says('\u0005\u0000\u0005\u0005\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0000'),
      { outcome: 'down' },
    ],
  ])('of SOCKS that answers %s', async (_, behaviour, expected) => {
    expect(await at(9, { proxy: `socks5://127.0.0.1:${await tcp(behaviour)}` }, 5)).toMatchObject(expected);
  });

  it('is refused at a cloud metadata address, and so is a target', async () => {
    expect(await at(9, { proxy: 'http://169.254.169.254' })).toMatchObject({ fault: 'proxy' });
    const proxy = `http://127.0.0.1:${await tcp(tunnels)}`;
    expect(await runProbe(page('http://169.254.169.254/', { proxy }))).toMatchObject({
      outcome: 'down',
      reason: expect.stringContaining('never opened'),
    });
  });
});

it('a target that never reads the body is down in time', async () => {
  const port = await tcp((socket) => socket.pause());
  expect(await at(port, { method: 'POST', body_type: 'text', body: 'x'.repeat(64 * 1024) }, 1)).toMatchObject({
    outcome: 'down',
  });
});

it('what echoes a secret is stored without it', async () => {
  const request = { ...defaultRequest, ...auth({ type: 'bearer', token: 'tok&"123' }) };
  const remove = secretsRemover(request);
  for (const text of ['tok&"123', 'tok%26%22123', 'tok&amp;&quot;123', 'tok&\\"123'])
    expect(remove(text)).toBe('[removed]');
  const { port } = await echo((asked, response) =>
    response.writeHead(302, { location: `http://[${asked.headers.authorization}` }).end(),
  );
  await vi.waitFor(async () => expect(JSON.stringify(await at(port, request))).toContain('[removed]'));
});
