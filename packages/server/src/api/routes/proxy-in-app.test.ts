import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const proxy = '10.0.0.5';
let test: TestApp;
/** Refusals are counted by address: each test has a minute of its own. */
let minutes = 0;
const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + minutes * 60_000 };
beforeAll(async () => {
  const env = { AUTH_PROXY_HEADER: 'X-Forwarded-Email', AUTH_PROXY_FROM: proxy, TRUST_PROXY: 'on' };
  test = await startTestApp({ clock, env });
});
beforeEach(async () => {
  minutes += 1;
  await test.resetAccess();
  const made = { name: '', created_at: Date.now() };
  await test.db
    .insertInto('users')
    .values([
      { ...made, email: 'ann@example.org', role: 'editor', status: 'active' },
      { ...made, email: 'ben@example.org', role: 'viewer', status: 'disabled' },
      { ...made, email: 'cat@example.org', role: 'viewer', status: 'invited' },
    ])
    .execute();
});
afterAll(() => test.close());

const enter = (headers: Record<string, string | string[]>, remoteAddress = proxy) =>
  test.inject({ method: 'POST', url: '/api/auth/proxy', headers, remoteAddress });
const named = (email: string) => ({ 'x-forwarded-email': email });
const ask = (token: string, headers: Record<string, string> = {}) =>
  test.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}`, ...headers } });

it('the proxy signs in the user whom it names', async () => {
  const answer = await enter(named('Ann@example.org'));
  expect(answer.statusCode).toBe(200);
  const me = await ask(answer.json().access_token);
  expect(me.json()).toMatchObject({ kind: 'user', role: 'editor' });
});

it('an invited user is active from then on', async () => {
  expect((await enter(named('cat@example.org'))).statusCode).toBe(200);
  const found = await test.db.selectFrom('users').select('status').where('email', '=', 'cat@example.org').execute();
  expect(found).toEqual([{ status: 'active' }]);
});

it.each([
  ['names a stranger', named('eve@example.org'), proxy],
  ['names who is disabled', named('ben@example.org'), proxy],
  ['names nobody', {}, proxy],
  ['names two', { 'x-forwarded-email': ['ann@example.org', 'ann@example.org'] }, proxy],
  ['names a list', named('ann@example.org, eve@example.org'), proxy],
  ['is somebody else', named('ann@example.org'), '192.0.2.1'],
  ['is somebody else who says to be it', { ...named('ann@example.org'), 'x-forwarded-for': proxy }, '192.0.2.1'],
  ['forwards what a visitor wrote', { ...named('ann@example.org'), forwarded: `for=${proxy}` }, '192.0.2.1'],
])('a user who %s is refused', async (_, headers, from) => {
  const before = await test.db.selectFrom('sessions').selectAll().execute();
  const answer = await enter(headers, from);
  expect([answer.statusCode, answer.json().detail]).toEqual([401, 'The proxy sent no user who may sign in']);
  expect(await test.db.selectFrom('sessions').selectAll().execute()).toEqual(before);
});

it('the header has no effect on other endpoints', async () => {
  const answer = await test.inject({
    url: '/api/auth/me',
    headers: named('ann@example.org'),
    remoteAddress: proxy,
  });
  expect(answer.statusCode).toBe(401);
});

it('a session of one name is refused with another, whatever its source', async () => {
  const { access_token: token } = (await enter(named('ann@example.org'))).json();
  expect((await ask(token, named('ann@example.org'))).statusCode).toBe(200);
  const other = await ask(token, named('eve@example.org'));
  expect([other.statusCode, other.json().detail]).toEqual([
    401,
    'The proxy sent another user than the one of this session: sign in again',
  ]);
  // Sessions of other sign-in methods have no name; the header does not apply to them.
  expect((await ask(test.token, named('eve@example.org'))).statusCode).toBe(200);
});

it('a disabled user without a password can be enabled again, and one who never signed in cannot', async () => {
  const { access_token: token } = (await enter(named('cat@example.org'))).json();
  await ask(token);
  const enable = async (email: string) => {
    const { id } = await test.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    await test.request('PUT', `/users/${id}`, { status: 'disabled' });
    return (await test.request('PUT', `/users/${id}`, { status: 'active' })).statusCode;
  };
  expect(await enable('cat@example.org')).toBe(200);
  expect((await enter(named('cat@example.org'))).statusCode).toBe(200);
  expect(await enable('ben@example.org')).toBe(422);
});

it('leaves one event, and none for a refused sign-in', async () => {
  const actions = async () => {
    const rows = await test.db.selectFrom('audit_events').selectAll().orderBy('id').execute();
    return rows.map(({ action, actor_kind, actor_name }) => [action, actor_kind, actor_name]);
  };
  const before = (await actions()).length;
  await enter(named('ann@example.org'));
  await enter(named('eve@example.org'));
  expect((await actions()).slice(before)).toEqual([
    ['session.start', 'user', 'ann@example.org'],
    ['session.refuse', 'system', 'nobody'],
  ]);
});

it('without a configured proxy the header signs nobody in', async () => {
  await test.close();
  test = await startTestApp();
  const answer = await enter(named('ann@example.org'));
  expect(answer.statusCode).toBe(404);
});
