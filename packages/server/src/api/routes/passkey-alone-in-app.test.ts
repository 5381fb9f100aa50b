import { factorMessages } from '@upvigil/core/texts/factors';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../base/clock.ts';
import { acceptByPasskey, joinByPasskey } from '../../testing/join-by-passkey.ts';
import { createSoftPasskey, type SoftPasskey } from '../../testing/soft-passkey.ts';
import { startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

const origin = 'http://localhost:8080';
const dayMs = 86_400_000;
let test: TestApp;
/** Each test has a day of its own, so that the limits by address are empty. */
let now = Date.parse('2026-11-24T12:00:10Z');
let phone: SoftPasskey;
const clock: Clock = { ...systemClock, now: () => now, monotonic: () => now };
beforeAll(async () => {
  test = await startTestApp({ clock, env: { BASE_URL: origin } });
});
beforeEach(async () => {
  now += dayMs;
  await test.resetAccess();
  phone = createSoftPasskey(origin);
});
afterAll(() => test.close());

const post = (path: string, payload: object = {}) => test.inject({ method: 'POST', url: `/api${path}`, payload });
const said = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().detail];
const signInWith = async (key: SoftPasskey) =>
  post('/auth/passkey', { passkey: key.use((await post('/auth/passkey/options')).json()) });

describe('a user with a passkey and no password', () => {
  let id: number;
  let headers: { authorization: string };
  const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    test.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  beforeEach(async () => {
    const joined = await joinByPasskey(test, phone);
    id = joined.id;
    headers = { authorization: `Bearer ${joined.token}` };
  });
  const passkeyIds = async () =>
    (await ask('GET', '/auth/factors')).json().passkeys.map((each: { id: number }) => each.id);

  it('keeps the last passkey, which is needed to sign in, and removes any other', async () => {
    expect((await ask('GET', '/auth/factors')).json()).toMatchObject({
      passkeys: [{ name: 'First passkey' }],
      recovery_codes_left: 0,
    });
    const [first] = await passkeyIds();
    expect(said(await ask('DELETE', `/auth/passkeys/${first}`))).toEqual([409, factorMessages.passkey.onlyWayIn]);
    const laptop = createSoftPasskey(origin);
    const passkey = laptop.make((await ask('POST', '/auth/passkeys/options')).json());
    expect((await ask('POST', '/auth/passkeys', { name: 'Laptop', passkey })).statusCode).toBe(201);
    const both = await passkeyIds();
    const answers = await Promise.all(both.map((each: number) => ask('DELETE', `/auth/passkeys/${each}`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
    expect(await passkeyIds()).toHaveLength(1);
  });

  it.each([
    [
      'the provider',
      () => test.db.insertInto('identities').values({ user_id: id, issuer: 'i', subject: 's', created_at: now }),
    ],
    [
      'the proxy',
      () => test.db.updateTable('sessions').set({ proxy_name: 'ann@example.org' }).where('user_id', '=', id),
    ],
  ])('removes the last one with %s as sign-in method', async (_, enterBy) => {
    await enterBy().execute();
    const [first] = await passkeyIds();
    expect((await ask('DELETE', `/auth/passkeys/${first}`)).statusCode).toBe(204);
  });

  it('can be enabled again, and signs in with the same passkey', async () => {
    await test.request('PUT', `/users/${id}`, { status: 'disabled' });
    expect((await signInWith(phone)).statusCode).toBe(401);
    expect((await ask('GET', '/auth/me')).statusCode).toBe(401);
    expect((await test.request('PUT', `/users/${id}`, { status: 'active' })).statusCode).toBe(200);
    expect((await signInWith(phone)).statusCode).toBe(200);
  });

  it('is reset by an admin: the passkey is void, and accepts the new invitation', async () => {
    const { link } = (await test.request('POST', `/users/${id}/reset`)).json();
    expect((await signInWith(phone)).statusCode).toBe(401);
    expect(await acceptByPasskey(test, link, phone)).not.toBe('');
    expect((await signInWith(phone)).statusCode).toBe(200);
  });
});

async function setUpOwner(): Promise<number> {
  const passkey = createSoftPasskey(origin).make((await test.request('POST', '/auth/passkeys/options')).json());
  return (await test.request('POST', '/auth/passkeys', { name: 'Key', passkey })).statusCode;
}

it('the owner may remove their last passkey, because a password is left', async () => {
  expect(await setUpOwner()).toBe(201);
  const [own] = (await test.request('GET', '/auth/factors')).json().passkeys;
  expect((await test.request('DELETE', `/auth/passkeys/${own.id}`)).statusCode).toBe(204);
  expect((await post('/auth/login', { password: testPassword })).statusCode).toBe(200);
});

it('a user with a passkey and no password needs no other factor when a second one is required', async () => {
  await test.close();
  test = await startTestApp({ clock, env: { BASE_URL: origin, REQUIRE_SECOND_FACTOR: 'on' } });
  expect(await setUpOwner()).toBe(201);
  const { token } = await joinByPasskey(test, phone);
  const answer = await test.inject({ url: '/api/websites/', headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
});
