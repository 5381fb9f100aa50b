import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { startTestProvider, type TestProvider } from '../../testing/oidc-provider.ts';
import { createSignOnBrowser } from '../../testing/sign-on-browser.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const base = 'http://localhost:8080';
let provider: TestProvider;
let test: TestApp;
/** Sign-ins are counted by address: each test has a minute of its own. */
let minutes = 0;
let browser: ReturnType<typeof createSignOnBrowser>;
beforeAll(async () => {
  provider = await startTestProvider(`${base}/api/auth/oidc/callback`);
  browser = createSignOnBrowser({ provider, base, inject: (request) => test.inject(request) });
  test = await startTestApp({
    clock: { ...systemClock, monotonic: () => systemClock.monotonic() + minutes * 60_000 },
    env: {
      BASE_URL: base,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
    },
  });
});
afterAll(async () => {
  await test.close();
  await provider.close();
});
beforeEach(async () => {
  minutes += 1;
  provider.person = 'ann';
  provider.forged = null;
  provider.accounts.set('ann', { email: 'ann@example.org', email_verified: true, name: 'Ann' });
  await test.resetAccess();
  const invited = { email: 'ann@example.org', name: '', role: 'viewer', status: 'invited', created_at: Date.now() };
  await test.db.insertInto('users').values(invited).execute();
});

const state = async () => ({
  users: (await test.db.selectFrom('users').select('status').execute()).map(({ status }) => status),
  identities: (await test.db.selectFrom('identities').selectAll().execute()).length,
});

describe('an ID token', () => {
  it('that the provider signed again with the same claims is accepted', async () => {
    provider.forged = { claims: {}, by: 'provider' };
    expect((await browser.walk()).fragment).toMatch(/^code=/);
    expect(await state()).toEqual({ users: ['active'], identities: 1 });
  });

  it.each<[string, NonNullable<TestProvider['forged']>]>([
    ['of another issuer', { claims: { iss: 'https://evil.example.org' }, by: 'provider' }],
    ['for another client', { claims: { aud: 'another' }, by: 'provider' }],
    [
      'for another client too, that does not say who asked',
      { claims: { aud: ['upvigil', 'another'] }, by: 'provider' },
    ],
    ['of another nonce', { claims: { nonce: 'b'.repeat(43) }, by: 'provider' }],
    ['without a nonce', { claims: { nonce: undefined }, by: 'provider' }],
    ['that is over', { claims: { iat: 1_000_000_000, exp: 1_000_000_600 }, by: 'provider' }],
    ['of nobody', { claims: { sub: undefined }, by: 'provider' }],
    ['that a stranger signed', { claims: {}, by: 'stranger' }],
  ])('%s is refused, and changes nothing', async (_what, forged) => {
    provider.forged = forged;
    expect((await browser.walk()).fragment).toBe('error=failed');
    expect(await state()).toEqual({ users: ['invited'], identities: 0 });
    provider.forged = null;
    expect((await browser.walk()).fragment).toMatch(/^code=/);
  });
});
