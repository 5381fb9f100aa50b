import type { Factors } from '@upvigil/core/contract/factors';
import { limits } from '@upvigil/core/limits';
import { beforeEach, describe, expect, it } from 'vitest';
import { usePasskeyApp } from '../../testing/passkey-app.ts';
import { createSoftPasskey } from '../../testing/soft-passkey.ts';
import { testPassword } from '../../testing/test-app.ts';
import { passkeyOrigin } from '../../testing/usual-questions.ts';

const lab = usePasskeyApp();

const post = (path: string, payload: object = {}) => lab.test.inject({ method: 'POST', url: `/api${path}`, payload });
const newOptions = async () => (await lab.test.request('POST', '/auth/passkeys/options')).json();
const add = async (key = lab.phone, name = 'Phone') =>
  lab.test.request('POST', '/auth/passkeys', { name, passkey: key.make(await newOptions()) });
const options = async (body: object = {}) => (await post('/auth/passkey/options', body)).json();
const signInWith = (passkey: object) => post('/auth/passkey', { passkey });
const factors = async (): Promise<Factors> => (await lab.test.request('GET', '/auth/factors')).json();

describe('adding a passkey', () => {
  it('requires one with user verification, for this host', async () => {
    expect(await newOptions()).toMatchObject({
      rp: { id: 'localhost', name: 'Upvigil' },
      user: { name: 'owner' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
  });

  it('gives recovery codes with the first, and lists it', async () => {
    const added = await add();
    expect(added.statusCode).toBe(201);
    expect(added.json().recovery_codes).toHaveLength(10);
    expect((await add(createSoftPasskey(passkeyOrigin), 'Laptop')).json().recovery_codes).toBeNull();
    const { passkeys, passkeys_off } = await factors();
    expect(passkeys.map(({ name, last_used_at }) => [name, last_used_at])).toEqual([
      ...[
        ['Laptop', null],
        ['Phone', null],
      ],
    ]);
    expect(passkeys_off).toBeNull();
    expect((await newOptions()).excludeCredentials).toHaveLength(2);
  });

  it('of two concurrent first ones one gives recovery codes, and they stay valid', async () => {
    const keys = [lab.phone, createSoftPasskey(passkeyOrigin)];
    const begun = await Promise.all(keys.map(async (key) => key.make(await newOptions())));
    const answers = await Promise.all(
      begun.map((passkey) => lab.test.request('POST', '/auth/passkeys', { name: 'a', passkey })),
    );
    const given = answers.map((answer) => answer.json().recovery_codes as string[] | null);
    expect(given.filter((codes) => codes === null)).toHaveLength(1);
    const { challenge } = (await post('/auth/login', { password: testPassword })).json();
    const recovery_code = given.find((codes) => codes !== null)?.[0];
    expect((await post('/auth/second-factor', { challenge, recovery_code })).statusCode).toBe(200);
  });

  it('is refused a second time, with the same challenge, and for the same key', async () => {
    const made = lab.phone.make(await newOptions());
    expect((await lab.test.request('POST', '/auth/passkeys', { name: 'a', passkey: made })).statusCode).toBe(201);
    const replayed = await lab.test.request('POST', '/auth/passkeys', { name: 'b', passkey: made });
    expect([replayed.statusCode, replayed.json().detail]).toEqual([422, 'The passkey was not accepted']);
    expect((await add()).statusCode).toBe(409);
  });

  it('is refused over the limit, also when several were started before', async () => {
    expect((await add()).statusCode).toBe(201);
    const rows = Array.from({ length: limits.passkey.most - 2 }, (_, at) => ({
      user_id: null,
      credential_id: `${at}`,
      public_key: '',
      counter: 0,
      transports: '',
      name: 'a',
      created_at: lab.now,
      last_used_at: null,
    }));
    await lab.test.db.insertInto('passkeys').values(rows).execute();
    const keys = [1, 2, 3].map(() => createSoftPasskey(passkeyOrigin));
    const begun = await Promise.all(keys.map(async (key) => key.make(await newOptions())));
    const answers = await Promise.all(
      begun.map((passkey) => lab.test.request('POST', '/auth/passkeys', { name: 'b', passkey })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect((await factors()).passkeys).toHaveLength(limits.passkey.most);
  });

  it.each([
    ['of another page', { origin: 'http://localhost:8081' }],
    ['of another site', { origin: 'https://evil.example.org' }],
    ['without user verification', { isVerified: false }],
  ])('%s is refused', async (_, deviation) => {
    const passkey = lab.phone.make(await newOptions(), deviation);
    expect((await lab.test.request('POST', '/auth/passkeys', { name: 'Phone', passkey })).statusCode).toBe(422);
    expect((await factors()).passkeys).toEqual([]);
  });

  it('with a challenge of another purpose, or an expired one, is refused', async () => {
    const foreign = lab.phone.make(await options());
    expect((await lab.test.request('POST', '/auth/passkeys', { name: 'a', passkey: foreign })).statusCode).toBe(422);
    const asked = await newOptions();
    lab.now += limits.secondFactor.minutes * 60_000;
    const late = await lab.test.request('POST', '/auth/passkeys', { name: 'a', passkey: lab.phone.make(asked) });
    expect(late.statusCode).toBe(422);
  });
});

describe('signing in with a passkey', () => {
  beforeEach(async () => {
    expect((await add()).statusCode).toBe(201);
  });

  it('needs no password and no code', async () => {
    const answer = await signInWith(lab.phone.use(await options()));
    expect(answer.statusCode).toBe(200);
    const headers = { authorization: `Bearer ${answer.json().access_token}` };
    expect((await lab.test.inject({ url: '/api/auth/me', headers })).json()).toMatchObject({ kind: 'owner' });
    expect((await factors()).passkeys).toMatchObject([{ last_used_at: new Date(lab.now).toISOString() }]);
  });

  it('is refused when it is replayed', async () => {
    const used = lab.phone.use(await options());
    expect((await signInWith(used)).statusCode).toBe(200);
    const replayed = await signInWith(used);
    expect([replayed.statusCode, replayed.json()]).toEqual([401, { detail: 'The passkey was not accepted' }]);
  });

  it.each([
    ['from another page', { origin: 'https://localhost:8080' }],
    ['of who was not verified', { isVerified: false }],
    ['of a copy, whose count is behind', { counter: 1 }],
  ])('%s is refused', async (_, deviation) => {
    expect((await signInWith(lab.phone.use(await options()))).statusCode).toBe(200);
    expect((await signInWith(lab.phone.use(await options(), deviation))).statusCode).toBe(401);
  });

  it('that is unknown or was removed is refused', async () => {
    const stranger = createSoftPasskey(passkeyOrigin);
    expect((await signInWith(stranger.use(await options()))).statusCode).toBe(401);
    expect(
      (await signInWith({ ...stranger.use(await options()), id: lab.phone.id, rawId: lab.phone.id })).statusCode,
    ).toBe(401);
    const [own] = (await factors()).passkeys;
    expect((await lab.test.request('DELETE', `/auth/passkeys/${own?.id}`)).statusCode).toBe(204);
    expect((await signInWith(lab.phone.use(await options()))).statusCode).toBe(401);
    expect((await lab.test.request('DELETE', `/auth/passkeys/${own?.id}`)).statusCode).toBe(404);
  });
});

it('of a disabled user is refused', async () => {
  const user = {
    email: 'ann@example.org',
    name: 'Ann',
    role: 'viewer',
    status: 'active',
    created_at: lab.now,
  } as const;
  const { id } = await lab.test.db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  await add();
  await lab.test.db.updateTable('passkeys').set({ user_id: id }).execute();
  const answer = await signInWith(lab.phone.use(await options()));
  const headers = { authorization: `Bearer ${answer.json().access_token}` };
  expect((await lab.test.inject({ url: '/api/auth/me', headers })).json()).toMatchObject({
    kind: 'user',
    scopes: ['read'],
  });
  await lab.test.db.updateTable('users').set({ status: 'disabled' }).execute();
  expect((await signInWith(lab.phone.use(await options()))).statusCode).toBe(401);
});

describe('as a second factor', () => {
  it('answers the challenge after a right password', async () => {
    await add();
    const asked = await post('/auth/login', { password: testPassword });
    expect(asked.statusCode).toBe(403);
    const { challenge, methods } = asked.json();
    expect(methods).toEqual(['passkey', 'recovery_code']);
    const ofBrowser = await options({ challenge });
    expect(ofBrowser.allowCredentials).toEqual([{ id: lab.phone.id, type: 'public-key' }]);
    const passkey = lab.phone.use(ofBrowser);
    expect((await post('/auth/second-factor', { challenge, passkey })).statusCode).toBe(200);
    expect((await post('/auth/second-factor', { challenge, passkey })).statusCode).toBe(401);
  });

  it('lists no passkeys without a challenge', async () => {
    await add();
    expect((await options()).allowCredentials ?? []).toEqual([]);
    expect((await post('/auth/passkey/options', { challenge: 'a'.repeat(43) })).statusCode).toBe(401);
  });
});

it('without a public address passkeys are off, with the reason', async () => {
  await lab.restart({});
  const reason = 'Passkeys need the public address of this server: set BASE_URL';
  expect((await factors()).passkeys_off).toBe(reason);
  for (const answer of [
    await lab.test.request('POST', '/auth/passkeys/options'),
    await post('/auth/passkey/options'),
    await lab.test.request('POST', '/auth/passkeys', { name: 'a', passkey: lab.phone.make({ challenge: 'a' }) }),
  ])
    expect([answer.statusCode, answer.json().detail]).toEqual([409, reason]);
  expect((await signInWith(lab.phone.use({ challenge: 'a' }))).statusCode).toBe(401);
});
