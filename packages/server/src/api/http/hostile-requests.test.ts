import { connect } from 'node:net';
import { apiPrefix } from '@upvigil/core/contract/names/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ listen: true, env: { TRUST_PROXY: 'on' } });
  await test.request('POST', '/websites/', { name: 'Shop' });
  await test.request('POST', '/urls/website/1', { url: 'http://127.0.0.1:1/', enabled: false });
});
afterAll(() => test.close());

/** Sends raw bytes. Returns the response up to the close of the connection. */
function exchange(request: string): Promise<string> {
  const socket = connect(Number(new URL(test.baseUrl).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.write(request);
  return new Promise((resolve) => socket.once('close', () => resolve(answer)));
}

describe('a request whose end two programs could interpret differently', () => {
  const smuggled = 'GET /api/branding/ HTTP/1.1\r\nhost: a\r\n\r\n';
  const chunked = `0\r\n\r\n${smuggled}`;

  it.each([
    ['has a length and chunks', 'content-length: 4\r\ntransfer-encoding: chunked', chunked],
    ['has two lengths', `content-length: 0\r\ncontent-length: ${smuggled.length}`, smuggled],
    ['has chunks of another spelling', 'transfer-encoding: xchunked', chunked],
    ['has chunks that are not the last coding', 'transfer-encoding: chunked, identity', chunked],
    ['has a space before the colon', 'transfer-encoding : chunked', chunked],
    ['has a header that goes on in the next line', 'x: y\r\n transfer-encoding: chunked', chunked],
    ['has a length that is no number', 'content-length: +5', smuggled],
    ['ends its lines with a line feed alone', 'x: y\ntransfer-encoding: chunked', chunked],
  ])('is refused, and the connection closed: it %s', async (_what, headers, body) => {
    const answer = await exchange(`POST /api/auth/logout HTTP/1.1\r\nhost: a\r\n${headers}\r\n\r\n${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});

describe('a host name chosen by the request', () => {
  const evil = 'evil.example';
  const named = {
    host: evil,
    'x-forwarded-host': evil,
    'x-forwarded-server': evil,
    'x-host': evil,
    forwarded: `host=${evil}`,
    'x-original-url': '/api/websites/',
    'x-rewrite-url': '/api/websites/',
    'x-http-method-override': 'DELETE',
  };
  const places = [
    ...['/', '/login', '/status', '/status/1', '/status/99', '/nowhere', '/history.atom', '/history.rss'],
    ...['/api/v2/summary.json', '/badge/1/status.svg', '/api/public/status', '/api/branding/', '/healthz'],
  ];

  it.each(places)('does not change cacheable responses or links: %s', async (url) => {
    const usual = await test.inject({ method: 'GET', url });
    const answer = await test.inject({ method: 'GET', url, headers: named });
    expect([answer.statusCode, answer.body]).toEqual([usual.statusCode, usual.body]);
    expect(JSON.stringify(answer.headers)).not.toContain(evil);
  });

  it.each([
    '//evil.example',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/%09/evil.example',
    '/login?next=//evil.example',
  ])('is never a redirect target: %s', async (path) => {
    for (const url of [path, `${path}/`, `/status${path}`, `/api${path}`]) {
      const answer = await test.inject({ method: 'GET', url });
      expect([url, answer.headers.location, answer.headers.refresh]).toEqual([url, undefined, undefined]);
      expect(answer.statusCode, url).not.toSatisfy((status: number) => status >= 300 && status < 400);
    }
  });
});

describe('a form of another site', () => {
  const forms = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'];

  it.each([
    ['POST', '/auth/login'],
    ['POST', '/websites/'],
    ['PUT', '/settings/general'],
    ['DELETE', '/websites/1'],
    ['POST', '/backup/restore'],
  ] as const)('changes nothing: %s %s', async (method, path) => {
    for (const type of forms) {
      const headers = { 'content-type': type, origin: 'https://evil.example', cookie: `token=${test.token}` };
      const payload = '{"name":"Mine","password":"correct horse battery"}';
      const answer = await test.inject({ method, url: apiPrefix + path, headers, payload });
      expect([401, 415, 422], type).toContain(answer.statusCode);
    }
  });

  it('gets no cookie, and cannot choose a token', async () => {
    const chosen = 'a'.repeat(43);
    const headers = { cookie: `token=${chosen}; session=${chosen}`, authorization: `Bearer ${chosen}` };
    const payload = { password: testPassword, access_token: chosen };
    const answer = await test.inject({
      method: 'POST',
      url: `${apiPrefix}/auth/login?token=${chosen}`,
      headers,
      payload,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body).not.toContain(chosen);
    expect([test.token, await signIn(test.app)]).not.toContain(answer.json().access_token);
    const guarded = { method: 'GET', url: `${apiPrefix}/websites/`, headers } as const;
    expect((await test.inject(guarded)).statusCode).toBe(401);
  });
});

describe("an administrator's page", () => {
  it.each(['/', '/login', '/websites', '/settings', '/status', '/status/1', '/status/99', '/nowhere'])(
    'cannot be framed by another site: %s',
    async (url) => {
      const { headers } = await test.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    },
  );

  it.each(['/websites/', '/websites/1', '/settings/notifications', '/auth/me'])(
    'is not cacheable, whatever its path looks like: %s',
    async (path) => {
      for (const end of ['', '/a.css', '%2fa.css', ';a.css', '?a.css']) {
        const answer = await test.request('GET', path + end);
        const isKept = answer.statusCode < 300 && answer.headers['cache-control'] !== 'no-store';
        expect([end, isKept]).toEqual([end, false]);
      }
    },
  );

  it.each([':websiteId', '*', '%', '1%00', '1,2', '0x1', '01', ' 1', '1e0'])(
    'is not chosen by the pattern of its path: %s',
    async (id) => {
      expect((await test.request('GET', `/websites/${encodeURIComponent(id)}`)).statusCode).toBe(404);
    },
  );
});
