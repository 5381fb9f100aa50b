import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { contract } from '@upvigil/core/contract/contract';
import type { Contract, Endpoint } from '@upvigil/core/contract/endpoint';
import { apiPrefix } from '@upvigil/core/contract/names/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, startTestApp, type TestApp } from '../../packages/server/src/testing/test-app.ts';

const adminEndpoints = Object.entries(contract as Contract).flatMap(([group, entries]) =>
  Object.entries(entries)
    .map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint }))
    .filter(({ endpoint }) => endpoint.access !== 'public'),
);
const urlOf = ({ path: pattern }: Endpoint): string => apiPrefix + pattern.replace(/:\w+/g, '1');

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await startTestApp({ listen: true });
  port = Number(new URL(test.baseUrl).port);
  await test.request('POST', '/websites/', { name: 'Shop' });
});
afterAll(() => test.close());

/** Sends a raw request, because a client would normalise its path. Resolves with the raw response. */
function exchange(lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.write(`${lines.join('\r\n')}\r\nhost: a\r\nconnection: close\r\n\r\n`);
  return new Promise((resolve) => socket.once('close', () => resolve(answer)));
}

describe('a path that leads outside', () => {
  const steps = [
    '../../packages/server/src/',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '..%5c',
    '..\\',
    '....//',
    '..;/',
    '%252e%252e%252f',
    '../../packages/server/src/',
  ];
  const goals = ['etc/passwd', 'upvigil.sqlite'];
  const places = ['/', '/assets/', '/badge/', '/status/', '/api/screenshots/', '/api/backup/download/', '/api/v2/'];

  it.each(places)('opens no file: %s', async (place) => {
    expect(readdirSync(test.folder)).toContain('upvigil.sqlite');
    const up = steps.flatMap((step) => [1, 3, 8].map((times) => step.repeat(times)));
    const paths = goals.flatMap((goal) =>
      up.flatMap((each) => [place + each + goal, `${place + each + goal}%00.webp`]),
    );
    paths.push(
      `${place}${path.join(test.folder, 'upvigil.sqlite')}`,
      `${place}%2fetc%2fpasswd`,
      `${place}C:%5cboot.ini`,
    );
    for (const each of paths) {
      const answer = await exchange([`GET ${each} HTTP/1.1`, `authorization: Bearer ${test.token}`]);
      expect(answer, each).toMatch(/^HTTP\/1\.1 (200|3\d\d|4\d\d) /);
      expect(answer, each).not.toMatch(/root:.*:0:0:|SQLite format 3/);
    }
  });
});

describe('a session of somebody else', () => {
  let other: TestApp;
  let ended: string;
  beforeAll(async () => {
    other = await startTestApp();
    ended = await signIn(test.app);
    await test.inject({
      method: 'POST',
      url: `${apiPrefix}/auth/logout`,
      headers: { authorization: `Bearer ${ended}` },
    });
  });
  afterAll(() => other.close());

  it.each(adminEndpoints)(
    'opens nothing, whether it ended or is another installation’s: $name',
    async ({ endpoint }) => {
      for (const token of [ended, other.token]) {
        const url = endpoint.tokenInQuery ? `${urlOf(endpoint)}?token=${token}` : urlOf(endpoint);
        const headers = { authorization: `Bearer ${token}`, cookie: `token=${test.token}`, 'x-token': test.token };
        expect((await test.inject({ method: endpoint.method, url, headers })).statusCode).toBe(401);
      }
    },
  );
});

describe('a field that is not the caller’s to set', () => {
  const planted = {
    id: 4711,
    website_id: 4711,
    created_at: '1999-01-01T00:00:00.000Z',
    revision: 99,
    is_up: false,
    last_check_id: 4711,
    last_check: { is_up: true },
    recent_checks: '!!!',
    outage_alert_id: 1,
    lease_owner: 'x',
  };

  it.each([
    ['/websites/', { name: 'Mine' }],
    ['/urls/website/1', { url: 'http://127.0.0.1:1/', enabled: false }],
    ['/network/websites/1/network-monitors', { name: 'Edge', host: '127.0.0.1', port: 1, enabled: false }],
  ])('is refused, or left out of what is made at %s', async (place, fine) => {
    const refused = await test.request('POST', place, { ...fine, ...planted });
    expect(refused.statusCode).toBe(422);
    const unknown = refused.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field);
    expect(unknown).toContain('lease_owner');
    // The others are fields of the answer, which a caller may send back.
    const ofAnswer = Object.entries(planted).filter(([name]) => !unknown.includes(name));
    const answer = await test.request('POST', place, { ...fine, ...Object.fromEntries(ofAnswer) });
    expect(answer.statusCode).toBe(201);
    const made = answer.json<Record<string, unknown>>();
    expect(made.id).not.toBe(4711);
    expect(made.created_at).not.toBe(planted.created_at);
    expect(made.website_id ?? 1).toBe(1);
    expect(made.last_check ?? null).toBeNull();
    const rows = await test.db.selectFrom('monitors').selectAll().execute();
    for (const row of rows) {
      expect(row).toMatchObject({ website_id: 1, last_check_id: null, recent_checks: null, outage_alert_id: null });
      expect(row.revision).toBeLessThan(99);
    }
  });

  it('is refused in settings', async () => {
    const body = {
      email_list: 'a@example.com',
      admin_password_hash: 'x',
      access: 'public',
      key: 'admin_password_hash',
    };
    expect((await test.request('PUT', '/settings/notifications', body)).statusCode).toBe(422);
    const rows = await test.db.selectFrom('settings').selectAll().execute();
    const text = JSON.stringify(rows.filter(({ key }) => key !== 'admin_password_hash'));
    expect(text).not.toContain('a@example.com');
    expect(text).not.toMatch(/access|admin_password_hash/);
  });
});

describe('an answer', () => {
  const places = [
    '/',
    '/status',
    '/api/websites/',
    '/api/branding/',
    '/api/public/status',
    '/history.atom',
    '/nowhere',
  ];

  it.each(places)('lets no other site read it, and sends no referrer: %s', async (url) => {
    const headers = { origin: 'https://evil.example', authorization: `Bearer ${test.token}` };
    for (const method of ['GET', 'OPTIONS'] as const) {
      const answer = await test.inject({ method, url, headers });
      const credentials = answer.headers['access-control-allow-credentials'];
      expect([url, credentials]).toEqual([url, undefined]);
      if (!/status|history/.test(url)) expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    const page = await test.inject({ method: 'GET', url });
    if (String(page.headers['content-type']).startsWith('text/html')) {
      expect(page.headers['referrer-policy']).toBe('same-origin');
      expect(page.body).not.toContain(test.token);
    }
  });

  it('has no header that somebody wrote', async () => {
    const name = 'a\r\nset-cookie: b=1';
    await test.request('PUT', '/branding/', { brand_text: name });
    await test.request('POST', '/websites/', { name });
    await test.request('POST', `/backup/create?name=${encodeURIComponent(name)}`);
    for (const url of [...places, '/badge/1/status.svg', '/api/backup/list']) {
      const { headers } = await test.inject({ method: 'GET', url, headers: { authorization: `Bearer ${test.token}` } });
      expect(headers['set-cookie'], url).toBeUndefined();
    }
    const smuggled = await exchange(['GET /%0d%0aset-cookie:%20b=1 HTTP/1.1']);
    expect(smuggled.split('\r\n\r\n', 1)[0]).not.toMatch(/set-cookie/i);
  });
});

it('a compressed body is not inflated', async () => {
  const payload = gzipSync(Buffer.from(`{"name":"${'a'.repeat(50 * 1024 * 1024)}"}`));
  const headers = {
    authorization: `Bearer ${test.token}`,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  };
  const before = process.memoryUsage().rss;
  const answer = await test.inject({ method: 'POST', url: '/api/websites/', headers, payload });
  expect(answer.statusCode).toBe(400);
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
});
