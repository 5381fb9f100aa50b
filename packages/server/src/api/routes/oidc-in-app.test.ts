import { limits } from '@upvigil/core/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../base/clock.ts';
import { startTestProvider, type TestProvider } from '../../testing/oidc-provider.ts';
import { createSignOnBrowser } from '../../testing/sign-on-browser.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const base = 'http://localhost:8080';
const callback = `${base}/api/auth/oidc/callback`;
let provider: TestProvider;
let test: TestApp;
let laterMs = 0;
/** Sign-ins are counted by address: each test has a minute of its own. */
let minutes = 0;
/** By their environment. */
const apps = new Map<string, TestApp>();
let browser: ReturnType<typeof createSignOnBrowser>;
const clock: Clock = {
  ...systemClock,
  now: () => systemClock.now() + laterMs,
  monotonic: () => systemClock.monotonic() + minutes * 60_000,
};

beforeAll(async () => {
  provider = await startTestProvider(callback);
  browser = createSignOnBrowser({ provider, base, inject: (request) => test.inject(request) });
});
afterAll(async () => {
  for (const app of apps.values()) await app.close();
  await provider.close();
});
beforeEach(() => {
  laterMs = 0;
  minutes += 1;
  provider.person = 'ann';
  provider.accounts.set('ann', { email: 'Ann@example.org', email_verified: true, name: 'Ann', groups: ['ops'] });
});

const withProvider = (changes: Record<string, string> = {}) => ({
  BASE_URL: base,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
  ...changes,
});
async function start(env: Record<string, string> = withProvider()): Promise<void> {
  const key = JSON.stringify(env);
  test = apps.get(key) ?? (await startTestApp({ clock, env }));
  apps.set(key, test);
  await test.resetAccess();
}
const byGroups = { OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: 'ops=admin,dev=editor' };

const invite = (email = 'ann@example.org', role: 'viewer' | 'editor' | 'admin' = 'viewer') =>
  test.db
    .insertInto('users')
    .values({ email, name: '', role, status: 'invited', created_at: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
const users = () => test.db.selectFrom('users').selectAll().orderBy('id').execute();

const me = async (token: string) => test.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });

describe('signing in with a provider', () => {
  it('signs invited users in, by code flow with PKCE, state and nonce', async () => {
    await start();
    const { id } = await invite();
    const { to } = await browser.begin();
    expect(Object.fromEntries(new URL(to).searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: callback,
      state: expect.stringMatching(/.{40}/),
      nonce: expect.stringMatching(/.{40}/),
    });
    const token = await browser.signIn();
    expect((await me(token)).json()).toMatchObject({ kind: 'user', scopes: ['read'] });
    expect(await users()).toMatchObject([{ id, status: 'active', name: 'Ann', role: 'viewer' }]);
    // Found by identity from now on: the address at the provider may change.
    provider.accounts.set('ann', { email: 'new@example.org', email_verified: false });
    expect((await me(await browser.signIn())).statusCode).toBe(200);
    expect(await users()).toHaveLength(1);
  });

  it('accepts the code once, within a minute, in the same browser', async () => {
    await start();
    await invite();
    const { fragment, cookie } = await browser.walk();
    const other = (await browser.begin()).cookie;
    expect((await browser.exchange(fragment, other)).statusCode).toBe(401);
    expect((await browser.exchange(fragment, '')).statusCode).toBe(401);
    const answer = await browser.exchange(fragment, cookie);
    expect(answer.statusCode).toBe(200);
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0');
    expect((await browser.exchange(fragment, cookie)).statusCode).toBe(401);
    const inTime = await browser.walk();
    laterMs = 50_000;
    expect((await browser.exchange(inTime.fragment, inTime.cookie)).statusCode).toBe(200);
    const late = await browser.walk();
    laterMs += 60_000;
    expect((await browser.exchange(late.fragment, late.cookie)).statusCode).toBe(401);
  });

  it('starts one session for a code that is exchanged twice at once', async () => {
    await start();
    const { id } = await invite();
    const { fragment, cookie } = await browser.walk();
    const answers = await Promise.all([1, 2, 3].map(() => browser.exchange(fragment, cookie)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
    const sessions = await test.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute();
    expect(sessions).toHaveLength(1);
  });

  it('leaves one event of the sign-in', async () => {
    await start();
    await invite();
    const count = async () => (await test.db.selectFrom('audit_events').selectAll().execute()).length;
    const before = await count();
    await browser.signIn();
    expect(await count()).toBe(before + 1);
  });
});

describe('is refused', () => {
  const tampered = async (change: (url: URL) => void): Promise<string> => {
    const { to, cookie } = await browser.begin();
    const url = await provider.walk(to);
    change(url);
    return browser.comeBack(url, cookie);
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
    const { to, cookie } = await browser.begin();
    const url = await provider.walk(to);
    const row = await test.db.selectFrom('auth_challenges').selectAll().executeTakeFirstOrThrow();
    const content = JSON.stringify({ ...JSON.parse(row.content), nonce: 'b'.repeat(43) });
    await test.db.updateTable('auth_challenges').set({ content }).execute();
    expect(await browser.comeBack(url, cookie)).toBe('error=failed');
  });

  it('with another verifier than at the start', async () => {
    const { to, cookie } = await browser.begin();
    const url = await provider.walk(to);
    const row = await test.db.selectFrom('auth_challenges').selectAll().executeTakeFirstOrThrow();
    const content = JSON.stringify({ ...JSON.parse(row.content), codeVerifier: 'c'.repeat(43) });
    await test.db.updateTable('auth_challenges').set({ content }).execute();
    expect(await browser.comeBack(url, cookie)).toBe('error=failed');
  });

  it('in another browser, twice, or after ten minutes', async () => {
    const { to, cookie } = await browser.begin();
    const url = await provider.walk(to);
    expect(await browser.comeBack(url, '')).toBe('error=expired');
    expect(await browser.comeBack(url, `upvigil_sign_on=${'d'.repeat(43)}`)).toBe('error=expired');
    expect(await browser.comeBack(url, cookie)).toMatch(/^code=/);
    expect(await browser.comeBack(url, cookie)).toBe('error=expired');
    const next = await browser.begin();
    const late = await provider.walk(next.to);
    laterMs = 600_000;
    expect(await browser.comeBack(late, next.cookie)).toBe('error=expired');
  });

  it('with an unverified address', async () => {
    provider.accounts.set('ann', { email: 'ann@example.org', email_verified: false });
    expect((await browser.walk()).fragment).toBe('error=unknown');
    provider.accounts.set('ann', { email: 'ann@example.org' });
    expect((await browser.walk()).fragment).toBe('error=unknown');
    expect(await users()).toMatchObject([{ status: 'invited' }]);
  });

  it('with the address of an active user', async () => {
    await test.db.updateTable('users').set({ status: 'active' }).execute();
    expect((await browser.walk()).fragment).toBe('error=unknown');
  });

  it('for a disabled user, also with a valid code', async () => {
    const { fragment, cookie } = await browser.walk();
    await test.db.updateTable('users').set({ status: 'disabled' }).execute();
    expect((await browser.walk()).fragment).toBe('error=unknown');
    const answer = await browser.exchange(fragment, cookie);
    const isIn = answer.statusCode === 200 && (await me(answer.json().access_token)).statusCode === 200;
    expect(isIn).toBe(false);
  });
});

describe('roles', () => {
  it('follow the claim at each sign-in, and a removed one ends the sessions', async () => {
    await start(withProvider(byGroups));
    await invite();
    const first = await browser.signIn();
    expect((await me(first)).json().scopes).toEqual(['admin']);
    provider.accounts.set('ann', { groups: ['dev', 'other'] });
    const second = await browser.signIn();
    expect((await me(second)).json().role).toBe('editor');
    expect((await me(first)).json().role).toBe('editor');
    provider.accounts.set('ann', { groups: ['other'] });
    expect((await browser.walk()).fragment).toBe('error=no_role');
    for (const token of [first, second]) expect((await me(token)).statusCode).toBe(401);
    // The owner's session stays valid.
    expect((await me(test.token)).statusCode).toBe(200);
  });

  it('that are lower end streams with more permissions within a second', async () => {
    await start(withProvider(byGroups));
    await test.composition.start();
    await invite();
    const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${await browser.signIn()}` };
    const stream = await fetch(`${url}/api/events`, { headers });
    provider.accounts.set('ann', { groups: ['dev'] });
    const again = await browser.walk();
    const since = performance.now();
    expect(await stream.text()).toContain(': connected');
    expect(performance.now() - since).toBeLessThan(5000);
    expect(again.fragment).toMatch(/^code=/);
    expect((await me(headers.authorization.slice(7))).json().role).toBe('editor');
  });

  it('are given to new users only with a default role, within the domains', async () => {
    await start(withProvider({ ...byGroups, OIDC_DEFAULT_ROLE: 'viewer', OIDC_DOMAINS: 'example.org' }));
    provider.person = 'ben';
    provider.accounts.set('ben', { email: 'ben@example.org', email_verified: true, groups: [] });
    expect((await me(await browser.signIn())).json().scopes).toEqual(['read']);
    provider.person = 'eve';
    provider.accounts.set('eve', { email: 'eve@example.net', email_verified: true, groups: ['ops'] });
    expect((await browser.walk()).fragment).toBe('error=unknown');
    expect((await users()).map(({ email }) => email)).toEqual(['ben@example.org']);
  });

  it('are not given beyond the limit of users', async () => {
    await start(withProvider({ ...byGroups, OIDC_DEFAULT_ROLE: 'viewer' }));
    const rows = Array.from({ length: limits.user.most }, (_, at) => ({
      email: `${at}@example.org`,
      name: '',
      role: 'viewer',
      status: 'invited',
      created_at: 0,
    }));
    await test.db.insertInto('users').values(rows).execute();
    provider.person = 'ben';
    provider.accounts.set('ben', { email: 'ben@example.org', email_verified: true, groups: [] });
    expect((await browser.walk()).fragment).toBe('error=full');
    await test.db.deleteFrom('users').where('email', '=', '0@example.org').execute();
    expect((await me(await browser.signIn())).json().scopes).toEqual(['read']);
  });
});

describe('a provider', () => {
  it('that is unavailable, or has another issuer, is reported on the login page', async () => {
    const issuer = provider.issuer.replace('127.0.0.1', 'localhost');
    await start(withProvider({ OIDC_ISSUER: issuer }));
    const answer = await test.inject({ url: '/api/auth/oidc/start' });
    expect(answer.headers.location).toBe(`${base}/login#error=away`);
    await start(withProvider({ OIDC_ISSUER: 'http://127.0.0.1:1' }));
    expect((await test.inject({ url: '/api/auth/oidc/start' })).headers.location).toBe(`${base}/login#error=away`);
  });

  it('that is not configured is not queried', async () => {
    await start({ BASE_URL: base });
    expect((await test.inject({ url: '/api/auth/oidc/start' })).statusCode).toBe(404);
    expect((await browser.exchange('code=a', '')).statusCode).toBe(404);
  });
});
