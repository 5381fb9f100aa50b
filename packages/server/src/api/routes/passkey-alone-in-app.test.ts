import { factorMessages } from '@upvigil/core/texts/factors';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { acceptByPasskey, joinByPasskey } from '../../testing/join-by-passkey.ts';
import { usePasskeyApp } from '../../testing/passkey-app.ts';
import { createSoftPasskey, type SoftPasskey } from '../../testing/soft-passkey.ts';
import { testPassword } from '../../testing/test-app.ts';
import { passkeyOrigin } from '../../testing/usual-questions.ts';

const lab = usePasskeyApp();

const post = (path: string, payload: object = {}) => lab.test.inject({ method: 'POST', url: `/api${path}`, payload });
const said = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().detail];
const signInWith = async (key: SoftPasskey) =>
  post('/auth/passkey', { passkey: key.use((await post('/auth/passkey/options')).json()) });

describe('a user with a passkey and no password', () => {
  let id: number;
  let headers: { authorization: string };
  const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    lab.test.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  beforeEach(async () => {
    const joined = await joinByPasskey(lab.test, lab.phone);
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
    const laptop = createSoftPasskey(passkeyOrigin);
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
      () =>
        lab.test.db.insertInto('identities').values({ user_id: id, issuer: 'i', subject: 's', created_at: lab.now }),
    ],
    [
      'the proxy',
      () => lab.test.db.updateTable('sessions').set({ proxy_name: 'ann@example.org' }).where('user_id', '=', id),
    ],
  ])('removes the last one with %s as sign-in method', async (_, enterBy) => {
    await enterBy().execute();
    const [first] = await passkeyIds();
    expect((await ask('DELETE', `/auth/passkeys/${first}`)).statusCode).toBe(204);
  });

  it('can be enabled again, and signs in with the same passkey', async () => {
    await lab.test.request('PUT', `/users/${id}`, { status: 'disabled' });
    expect((await signInWith(lab.phone)).statusCode).toBe(401);
    expect((await ask('GET', '/auth/me')).statusCode).toBe(401);
    expect((await lab.test.request('PUT', `/users/${id}`, { status: 'active' })).statusCode).toBe(200);
    expect((await signInWith(lab.phone)).statusCode).toBe(200);
  });

  it('is reset by an admin: the passkey is void, and accepts the new invitation', async () => {
    const { link } = (await lab.test.request('POST', `/users/${id}/reset`)).json();
    expect((await signInWith(lab.phone)).statusCode).toBe(401);
    expect(await acceptByPasskey(lab.test, link, lab.phone)).not.toBe('');
    expect((await signInWith(lab.phone)).statusCode).toBe(200);
  });
});

async function setUpOwner(): Promise<number> {
  const passkey = createSoftPasskey(passkeyOrigin).make(
    (await lab.test.request('POST', '/auth/passkeys/options')).json(),
  );
  return (await lab.test.request('POST', '/auth/passkeys', { name: 'Key', passkey })).statusCode;
}

it('the owner may remove their last passkey, because a password is left', async () => {
  expect(await setUpOwner()).toBe(201);
  const [own] = (await lab.test.request('GET', '/auth/factors')).json().passkeys;
  expect((await lab.test.request('DELETE', `/auth/passkeys/${own.id}`)).statusCode).toBe(204);
  expect((await post('/auth/login', { password: testPassword })).statusCode).toBe(200);
});

it('a user with a passkey and no password needs no other factor when a second one is required', async () => {
  await lab.restart({ BASE_URL: passkeyOrigin, REQUIRE_SECOND_FACTOR: 'on' });
  expect(await setUpOwner()).toBe(201);
  const { token } = await joinByPasskey(lab.test, lab.phone);
  const answer = await lab.test.inject({ url: '/api/websites/', headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
});
