import type { RequestListener } from 'node:http';
import { defaultRequest } from '@upvigil/core/contract/check-options/default-options';
import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ProbeOutcome } from '../../../../base/domain/check.ts';
import { type Certificate, makeCertificate } from '../../../../testing/targets/certificates.ts';
import { answering, askedPage, type EchoTarget, startEchoTarget } from '../../../../testing/targets/echo-target.ts';
import { runProbe } from '../conformance.ts';

type Method = RequestOptions['method'];

async function echo(...given: Parameters<typeof startEchoTarget>): Promise<EchoTarget> {
  const target = await startEchoTarget(...given);
  onTestFinished(target.close);
  return target;
}
/** Redirects its first page; every other page exists. */
const leading = (status: number, location: string): RequestListener => {
  const [lead, arrive] = [answering(status, location), answering(200)];
  return (request, response) => (request.url === '/' ? lead : arrive)(request, response);
};

const check = (port: number, request: Partial<RequestOptions>, scheme = 'http'): Promise<ProbeOutcome> =>
  runProbe(askedPage(`${scheme}://127.0.0.1:${port}/`, request), { timeoutSeconds: 20 });

const secrets: Partial<RequestOptions> = {
  auth: { ...defaultRequest.auth, type: 'bearer', token: 'tok-xyzzy' },
  headers: [
    { name: 'X-Key', value: 'key-xyzzy', secret: true },
    { name: 'Cookie', value: 'cook-xyzzy', secret: false },
    { name: 'X-Plain', value: 'plain', secret: false },
  ],
};
const sent = { authorization: 'Bearer tok-xyzzy', 'x-key': 'key-xyzzy', cookie: 'cook-xyzzy', 'x-plain': 'plain' };
const body = '{"a":1}';

/** By status, the method after a redirect of each method; in brackets those that keep their body. */
const methodsAfter: Record<number, Record<Exclude<Method, 'OPTIONS'>, string>> = {
  301: { GET: 'GET', HEAD: 'HEAD', POST: 'GET', PUT: '[PUT]', PATCH: '[PATCH]', DELETE: '[DELETE]' },
  302: { GET: 'GET', HEAD: 'HEAD', POST: 'GET', PUT: '[PUT]', PATCH: '[PATCH]', DELETE: '[DELETE]' },
  303: { GET: 'GET', HEAD: 'HEAD', POST: 'GET', PUT: 'GET', PATCH: 'GET', DELETE: 'GET' },
  307: { GET: 'GET', HEAD: 'HEAD', POST: '[POST]', PUT: '[PUT]', PATCH: '[PATCH]', DELETE: '[DELETE]' },
  308: { GET: 'GET', HEAD: 'HEAD', POST: '[POST]', PUT: '[PUT]', PATCH: '[PATCH]', DELETE: '[DELETE]' },
};
const redirects = Object.entries(methodsAfter).flatMap(([status, methods]) =>
  Object.entries(methods).map(([method, then]) => [Number(status), method as Method, then] as const),
);

describe('after a redirect to the same origin', () => {
  it.each(redirects)('by %i a %s is sent as %s, with all its secrets', async (status, method, then) => {
    const { port, heard } = await echo(leading(status, '/next'));
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const given = hasBody ? ({ body_type: 'json', body } as const) : {};

    expect(await check(port, { method, ...given, ...secrets })).toMatchObject({ outcome: 'up', status_code: 200 });

    const keepsBody = then.startsWith('[');
    expect(heard).toMatchObject([
      { method, path: '/', body: hasBody ? body : '', headers: sent },
      { method: then.replace(/\W/g, ''), path: '/next', body: keepsBody ? body : '', headers: sent },
    ]);
    expect(heard[1]?.headers['content-type']).toBe(keepsBody ? 'application/json' : undefined);
    expect(heard[1]?.headers['content-length']).toBe(keepsBody ? String(body.length) : undefined);
  });
});

describe('after a redirect to another origin', () => {
  it.each([301, 302, 303, 307, 308])('by %i the log of the target has no token', async (status) => {
    const other = await echo(answering(200));
    const { port, heard } = await echo(answering(status, `http://127.0.0.1:${other.port}/`));

    expect(await check(port, { ...secrets })).toMatchObject({ outcome: 'up' });

    expect(heard).toMatchObject([{ headers: sent }]);
    expect(other.heard).toMatchObject([{ method: 'GET', headers: { 'x-plain': 'plain' } }]);
    expect(JSON.stringify(other.heard)).not.toContain('xyzzy');
  });

  it('which is another name of the same server, it has none either', async () => {
    const { port, heard } = await echo((request, response) =>
      leading(302, `http://localhost:${port}/next`)(request, response),
    );
    expect(await check(port, { ...secrets })).toMatchObject({ outcome: 'up' });
    expect(heard).toMatchObject([{ headers: sent }, { path: '/next', headers: { 'x-plain': 'plain' } }]);
    expect(JSON.stringify(heard[1])).not.toContain('xyzzy');
  });

  it('nothing secret is sent any more, also when it leads back', async () => {
    const home: EchoTarget = await echo((request, response) =>
      leading(302, `http://127.0.0.1:${other.port}/`)(request, response),
    );
    const other = await echo(answering(302, `http://127.0.0.1:${home.port}/back`));
    expect(await check(home.port, { ...secrets })).toMatchObject({ outcome: 'up' });
    expect(home.heard).toMatchObject([{ headers: sent }, { path: '/back', headers: { 'x-plain': 'plain' } }]);
    expect(JSON.stringify(home.heard[1])).not.toContain('xyzzy');
  });

  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
  ] as const)('by %i a %s leaves its body behind and is sent as %s', async (status, method, then) => {
    const other = await echo(answering(200));
    const { port } = await echo(answering(status, `http://127.0.0.1:${other.port}/`));
    expect(await check(port, { method, body_type: 'json', body })).toMatchObject({ outcome: 'up' });
    expect(other.heard).toMatchObject([{ method: then, body: '' }]);
  });

  it.each([
    [307, 'POST'],
    [308, 'POST'],
    [302, 'PUT'],
  ] as const)('by %i the body of a %s goes nowhere: the check is down', async (status, method) => {
    const other = await echo(answering(200));
    const { port } = await echo(answering(status, `http://127.0.0.1:${other.port}/`));
    expect(await check(port, { method, body_type: 'json', body })).toMatchObject({
      outcome: 'down',
      reason: `redirected with its body to another origin, http://127.0.0.1:${other.port}: it is not sent there`,
    });
    expect(other.heard).toEqual([]);
  });
});

describe('the client certificate', () => {
  let authority: Certificate;
  let client: Certificate;
  let server: Certificate;
  beforeAll(async () => {
    authority = await makeCertificate({ isAuthority: true });
    client = await makeCertificate({ authority });
    server = await makeCertificate({ authority });
  });
  const secure = () => ({ ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: false });
  const shown = () => ({ ca: authority.cert, client_certificate: client.cert, client_key: client.key });

  it('is shown again after a redirect to the same origin', async () => {
    const { port, heard } = await echo(leading(302, '/next'), secure());
    expect(await check(port, shown(), 'https')).toMatchObject({ outcome: 'up' });
    expect(heard).toMatchObject([{ hasCertificate: true }, { path: '/next', hasCertificate: true }]);
  });

  it('is not shown to another origin, which the own CA verifies all the same', async () => {
    const other = await echo(answering(200), secure());
    const { port, heard } = await echo(answering(302, `https://127.0.0.1:${other.port}/`), secure());
    expect(await check(port, shown(), 'https')).toMatchObject({ outcome: 'up' });
    expect([heard, other.heard]).toMatchObject([[{ hasCertificate: true }], [{ hasCertificate: false }]]);
  });
});

describe('the user name and password of an address', () => {
  const at = (port: number, user: string, path = '/'): Promise<ProbeOutcome> =>
    runProbe(askedPage(`http://${user}@127.0.0.1:${port}${path}`, {}), { timeoutSeconds: 20 });
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

  it.each([
    ['me:p%40ss', 'me:p@ss'],
    ['me', 'me:'],
    [':token', ':token'],
  ])('%s are sent on after a redirect to the same origin', async (user, text) => {
    const target: EchoTarget = await echo((request, response) =>
      leading(302, `http://127.0.0.1:${target.port}/next`)(request, response),
    );
    expect(await at(target.port, user)).toMatchObject({ outcome: 'up' });
    const authorization = basic(text);
    expect(target.heard).toMatchObject([{ headers: { authorization } }, { path: '/next', headers: { authorization } }]);
  });

  it('are not sent to another origin, and not when it leads back', async () => {
    const home: EchoTarget = await echo((request, response) =>
      leading(302, `http://127.0.0.1:${other.port}/`)(request, response),
    );
    const other = await echo(answering(302, `http://127.0.0.1:${home.port}/back`));
    expect(await at(home.port, 'me:secret')).toMatchObject({ outcome: 'up' });
    expect(home.heard[0]?.headers.authorization).toBe(basic('me:secret'));
    expect([home.heard[1], other.heard[0]].map((heard) => heard?.headers.authorization)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('a cookie that a redirect sets', () => {
  const cookieOf = ({ heard }: EchoTarget) => heard.map(({ headers }) => headers.cookie);
  const setting =
    (location: string): RequestListener =>
    (request, response) =>
      request.headers.cookie?.includes('seen=1')
        ? response.end('welcome')
        : response.writeHead(302, { location, 'set-cookie': ['seen=1; Path=/', 'gone=1; Max-Age=0'] }).end();

  it('is sent with the next request, and the next check begins without', async () => {
    const target = await echo(setting('/'));
    const { url_options, ...plain } = askedPage(`http://127.0.0.1:${target.port}/`, {});
    for (const page of [plain, { ...plain, ...(url_options ? { url_options } : {}) }]) {
      expect(await runProbe(page, { timeoutSeconds: 20 })).toMatchObject({ outcome: 'up' });
    }
    expect(cookieOf(target)).toEqual([undefined, 'seen=1', undefined, 'seen=1']);
  });

  it('is added to those of the monitor', async () => {
    const target = await echo(setting('/'));
    expect(await check(target.port, secrets)).toMatchObject({ outcome: 'up' });
    expect(cookieOf(target)).toEqual(['cook-xyzzy', 'cook-xyzzy; seen=1']);
  });

  it('is not sent to another host', async () => {
    const target: EchoTarget = await echo((request, response) =>
      request.headers.host?.startsWith('localhost')
        ? response.end()
        : setting(`http://localhost:${target.port}/`)(request, response),
    );
    expect(await check(target.port, {})).toMatchObject({ outcome: 'up' });
    expect(cookieOf(target)).toEqual([undefined, undefined]);
  });
});
