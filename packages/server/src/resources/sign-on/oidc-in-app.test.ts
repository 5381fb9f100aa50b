import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../clock.ts';
import { startTestProvider, type TestProvider } from '../../testing/oidc-provider.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const base = 'http://localhost:8080';
const callback = `${base}/api/auth/oidc/callback`;
let provider: TestProvider;
let test: TestApp;
let laterMs: number;
const clock: Clock = { ...systemClock, now: () => systemClock.now() + laterMs };

beforeAll(async () => {
  provider = await startTestProvider(callback);
});
afterAll(() => provider.close());
beforeEach(() => {
  laterMs = 0;
  provider.person = 'ann';
  provider.accounts.set('ann', { email: 'Ann@example.org', email_verified: true, name: 'Ann', groups: ['ops'] });
});
afterEach(() => test.close());

const start = async (env: Record<string, string> = {}) => {
  test = await startTestApp({
    clock,
    env: {
      ...{ BASE_URL: base, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId },
      ...{ OIDC_CLIENT_SECRET: provider.clientSecret, ...env },
    },
  });
};
const byGroups = { OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: 'ops=admin,dev=editor' };

const invite = (email = 'ann@example.org', role: 'viewer' | 'editor' | 'admin' = 'viewer') =>
  test.db
    .insertInto('users')
    .values({ email, name: '', role, status: 'invited', created_at: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
const users = () => test.db.selectFrom('users').selectAll().orderBy('id').execute();

/** Begins in a browser. Resolves with where it goes, and with its cookie. */
async function begin(): Promise<{ to: string; cookie: string }> {
  const answer = await test.inject({ url: '/api/auth/oidc/start' });
  const set = String(answer.headers['set-cookie']);
  expect(answer.statusCode).toBe(302);
  expect(set).toMatch(/^upvigil_sign_on=[\w-]{43}; Path=\/api\/auth; Max-Age=600; HttpOnly; SameSite=Lax$/);
  return { to: String(answer.headers.location), cookie: set.split(';', 1)[0] ?? '' };
}

/** Comes back from the provider. Resolves with what the login page gets: 'code=…' or 'error=…'. */
async function comeBack(url: URL, cookie: string): Promise<string> {
  const answer = await test.inject({ url: url.pathname + url.search, headers: { cookie } });
  expect(answer.statusCode).toBe(302);
  expect(answer.headers['cache-control']).toBe('no-store');
  const [page, fragment = ''] = String(answer.headers.location).split('#');
  expect(page).toBe(`${base}/login`);
  return fragment;
}

const exchange = (fragment: string, cookie: string) =>
  test.inject({
    method: 'POST',
    url: '/api/auth/exchange',
    payload: { code: fragment.replace(/^code=/, '') },
    headers: { cookie },
  });

async function walk(): Promise<{ fragment: string; cookie: string }> {
  const { to, cookie } = await begin();
  return { fragment: await comeBack(await provider.walk(to), cookie), cookie };
}

async function signIn(): Promise<string> {
  const { fragment, cookie } = await walk();
  const answer = await exchange(fragment, cookie);
  expect(answer.statusCode, fragment).toBe(200);
  return answer.json().access_token;
}

const me = async (token: string) => test.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });

describe('signing in with a provider', () => {
  it('lets in who was invited, by code flow with PKCE, state and nonce', async () => {
    await start();
    const { id } = await invite();
    const { to } = await begin();
    expect(Object.fromEntries(new URL(to).searchParams)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', redirect_uri: callback },
      ...{ state: expect.stringMatching(/.{40}/), nonce: expect.stringMatching(/.{40}/) },
    });
    const token = await signIn();
    expect((await me(token)).json()).toMatchObject({ kind: 'user', scopes: ['read'] });
    expect(await users()).toMatchObject([{ id, status: 'active', name: 'Ann', role: 'viewer' }]);
    // By the identity from now on: the address at the provider may change.
    provider.accounts.set('ann', { email: 'new@example.org', email_verified: false });
    expect((await me(await signIn())).statusCode).toBe(200);
    expect(await users()).toHaveLength(1);
  });

  it('takes the code once, within a minute, in the same browser', async () => {
    await start();
    await invite();
    const { fragment, cookie } = await walk();
    const other = (await begin()).cookie;
    expect((await exchange(fragment, other)).statusCode).toBe(401);
    expect((await exchange(fragment, '')).statusCode).toBe(401);
    const answer = await exchange(fragment, cookie);
    expect(answer.statusCode).toBe(200);
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0');
    expect((await exchange(fragment, cookie)).statusCode).toBe(401);
    const late = await walk();
    laterMs = 60_000;
    expect((await exchange(late.fragment, late.cookie)).statusCode).toBe(401);
  });

  it('leaves one event of the sign-in', async () => {
    await start();
    await invite();
    const count = async () => (await test.db.selectFrom('audit_events').selectAll().execute()).length;
    const before = await count();
    await signIn();
    expect(await count()).toBe(before + 1);
  });
});

describe('is refused', () => {
  const tampered = async (change: (url: URL) => void): Promise<string> => {
    const { to, cookie } = await begin();
    const url = await provider.walk(to);
    change(url);
    return comeBack(url, cookie);
  };
  beforeEach(async () => {
    await start();
    await invite();
  });

  it('with another state', async () => {
    expect(await tampered((url) => url.searchParams.set('state', 'a'.repeat(43)))).toBe('error=failed');
    expect(await tampered((url) => url.searchParams.delete('state'))).toBe('error=failed');
  });

  it('with another iss', async () => {
    expect(await tampered((url) => url.searchParams.set('iss', 'https://evil.example.org'))).toBe('error=failed');
    expect(await tampered((url) => url.searchParams.delete('iss'))).toBe('error=failed');
  });

  it('with an ID token of another nonce', async () => {
    const { to, cookie } = await begin();
    const url = await provider.walk(to);
    const row = await test.db.selectFrom('auth_challenges').selectAll().executeTakeFirstOrThrow();
    const content = JSON.stringify({ ...JSON.parse(row.content), nonce: 'b'.repeat(43) });
    await test.db.updateTable('auth_challenges').set({ content }).execute();
    expect(await comeBack(url, cookie)).toBe('error=failed');
  });

  it('with another verifier than the one that began', async () => {
    const { to, cookie } = await begin();
    const url = await provider.walk(to);
    const row = await test.db.selectFrom('auth_challenges').selectAll().executeTakeFirstOrThrow();
    const content = JSON.stringify({ ...JSON.parse(row.content), codeVerifier: 'c'.repeat(43) });
    await test.db.updateTable('auth_challenges').set({ content }).execute();
    expect(await comeBack(url, cookie)).toBe('error=failed');
  });

  it('in another browser, twice, or after ten minutes', async () => {
    const { to, cookie } = await begin();
    const url = await provider.walk(to);
    expect(await comeBack(url, '')).toBe('error=expired');
    expect(await comeBack(url, `upvigil_sign_on=${'d'.repeat(43)}`)).toBe('error=expired');
    expect(await comeBack(url, cookie)).toMatch(/^code=/);
    expect(await comeBack(url, cookie)).toBe('error=expired');
    const next = await begin();
    const late = await provider.walk(next.to);
    laterMs = 600_000;
    expect(await comeBack(late, next.cookie)).toBe('error=expired');
  });

  it('whose address is not verified', async () => {
    provider.accounts.set('ann', { email: 'ann@example.org', email_verified: false });
    expect((await walk()).fragment).toBe('error=unknown');
    provider.accounts.set('ann', { email: 'ann@example.org' });
    expect((await walk()).fragment).toBe('error=unknown');
    expect(await users()).toMatchObject([{ status: 'invited' }]);
  });

  it('who comes with the address of somebody active', async () => {
    await test.db.updateTable('users').set({ status: 'active' }).execute();
    expect((await walk()).fragment).toBe('error=unknown');
  });

  it('who was disabled, also with a code at hand', async () => {
    const { fragment, cookie } = await walk();
    await test.db.updateTable('users').set({ status: 'disabled' }).execute();
    expect((await walk()).fragment).toBe('error=unknown');
    const answer = await exchange(fragment, cookie);
    const isIn = answer.statusCode === 200 && (await me(answer.json().access_token)).statusCode === 200;
    expect(isIn).toBe(false);
  });
});

describe('roles', () => {
  it('follow the claim at each sign-in, and one that is gone ends the sessions', async () => {
    await start(byGroups);
    await invite();
    const first = await signIn();
    expect((await me(first)).json().scopes).toEqual(['admin']);
    provider.accounts.set('ann', { groups: ['dev', 'other'] });
    const second = await signIn();
    expect((await me(second)).json().role).toBe('editor');
    expect((await me(first)).json().role).toBe('editor');
    provider.accounts.set('ann', { groups: ['other'] });
    expect((await walk()).fragment).toBe('error=no_role');
    for (const token of [first, second]) expect((await me(token)).statusCode).toBe(401);
    // The owner's session goes on.
    expect((await me(test.token)).statusCode).toBe(200);
  });

  it('are given to whoever comes only where there is one for all, within the domains', async () => {
    await start({ ...byGroups, OIDC_DEFAULT_ROLE: 'viewer', OIDC_DOMAINS: 'example.org' });
    provider.person = 'ben';
    provider.accounts.set('ben', { email: 'ben@example.org', email_verified: true, groups: [] });
    expect((await me(await signIn())).json().scopes).toEqual(['read']);
    provider.person = 'eve';
    provider.accounts.set('eve', { email: 'eve@example.net', email_verified: true, groups: ['ops'] });
    expect((await walk()).fragment).toBe('error=unknown');
    expect((await users()).map(({ email }) => email)).toEqual(['ben@example.org']);
  });
});

describe('a provider', () => {
  it('that is away, or calls itself otherwise, is told on the login page', async () => {
    const issuer = provider.issuer.replace('127.0.0.1', 'localhost');
    await start({ OIDC_ISSUER: issuer });
    const answer = await test.inject({ url: '/api/auth/oidc/start' });
    expect(answer.headers.location).toBe(`${base}/login#error=away`);
    await test.close();
    await start({ OIDC_ISSUER: 'http://127.0.0.1:1' });
    expect((await test.inject({ url: '/api/auth/oidc/start' })).headers.location).toBe(`${base}/login#error=away`);
  });

  it('that is none is not asked', async () => {
    test = await startTestApp({ env: { BASE_URL: base } });
    expect((await test.inject({ url: '/api/auth/oidc/start' })).statusCode).toBe(404);
    expect((await exchange('code=a', '')).statusCode).toBe(404);
  });
});
