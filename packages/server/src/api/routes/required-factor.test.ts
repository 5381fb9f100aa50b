import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signIn, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await startTestApp({ env: { REQUIRE_SECOND_FACTOR: 'on' } });
});
afterEach(() => test.close());

it('when a second factor is required, a user without one may only set one up', async () => {
  const refused = await test.request('GET', '/websites/');
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    { detail: 'This installation requires a second factor: set one up first', set_up_second_factor: true },
  ]);
  // Not even actions without a scope: a token would bypass the requirement.
  const made = await test.request('POST', '/tokens', { name: 'CI', scopes: ['read'] });
  expect(made.statusCode).toBe(403);
  expect((await test.request('POST', '/auth/device/approve', { user_code: 'BCDF-GHJK' })).statusCode).toBe(403);
  expect((await test.request('GET', '/auth/me')).statusCode).toBe(200);
  expect((await test.request('GET', '/auth/factors')).json()).toMatchObject({ is_required: true, totp: false });
  const { secret } = (await test.request('POST', '/auth/totp')).json();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await test.request('POST', '/auth/totp/confirm', { code })).statusCode).toBe(200);
  expect((await test.request('GET', '/websites/')).statusCode).toBe(200);
  expect((await test.request('POST', '/tokens', { name: 'CI', scopes: ['read'] })).statusCode).toBe(201);
  await test.request('DELETE', '/auth/totp');
  expect((await test.request('GET', '/websites/')).statusCode).toBe(403);
});

it('API tokens keep working', async () => {
  const other = await startTestApp();
  const { token } = (await other.request('POST', '/tokens', { name: 'CI', scopes: ['read'] })).json();
  const { id: _, ...row } = await other.db.selectFrom('api_tokens').selectAll().executeTakeFirstOrThrow();
  await other.close();
  await test.db.insertInto('api_tokens').values(row).execute();
  const answer = await test.inject({ url: '/api/websites', headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
  expect(await signIn(test.app)).toMatch(/^[\w-]{43}$/);
});
