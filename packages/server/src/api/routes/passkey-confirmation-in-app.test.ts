import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { factorMessages } from '@upvigil/core/texts/factors';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../base/clock.ts';
import { joinByPasskey } from '../../testing/join-by-passkey.ts';
import { createSoftPasskey, type SoftPasskey } from '../../testing/soft-passkey.ts';
import { startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

const origin = 'http://localhost:8080';
const minuteMs = 60_000;
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

const said = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().detail];
const ask = (token: string | null, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
  test.inject({
    method,
    url: `/api${path}`,
    ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(payload ? { payload } : {}),
  });

/** Adds an admin with this passkey and no password. Returns their session token. */
const join = async (key = phone, email = 'ann@example.org') => (await joinByPasskey(test, key, { email })).token;
const optionsOf = async (token: string) => (await ask(token, 'POST', '/auth/confirm/passkey-options')).json();
const confirm = (token: string, passkey: object) => ask(token, 'POST', '/auth/confirm', { passkey });
const invite = (token: string) => ask(token, 'POST', '/users', { email: 'new@example.org', role: 'viewer' });
const proofs = async (token: string) => (await ask(token, 'GET', '/auth/confirm')).json();

describe('a user with a passkey and no password', () => {
  let token: string;
  beforeEach(async () => {
    token = await join();
    now += limits.user.confirmedMinutes * minuteMs;
  });

  it('confirms with it, and the session continues with another token', async () => {
    expect((await invite(token)).json()).toEqual({ detail: accessMessages.confirmFirst, confirm: true });
    expect(await proofs(token)).toEqual(['passkey']);
    const options = await optionsOf(token);
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: phone.id, type: 'public-key' }],
    });
    const confirmed = await confirm(token, phone.use(options));
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    const next = confirmed.json().access_token;
    expect((await ask(token, 'GET', '/auth/me')).statusCode).toBe(401);
    expect((await invite(next)).statusCode).toBe(201);
    expect(await test.db.selectFrom('sessions').select('id').where('user_id', 'is not', null).execute()).toHaveLength(
      1,
    );
  });

  it('leaves one event', async () => {
    const used = phone.use(await optionsOf(token));
    await test.db.deleteFrom('audit_events').execute();
    await confirm(token, used);
    expect(await test.db.selectFrom('audit_events').select(['action', 'actor_name']).execute()).toEqual([
      { action: 'session.confirm', actor_name: 'Ann' },
    ]);
  });

  it('gets that reason when a password is given', async () => {
    expect(said(await ask(token, 'POST', '/auth/confirm', { password: testPassword }))).toEqual([
      422,
      accessMessages.confirmByPasskey,
    ]);
  });

  it('confirms once with each signature', async () => {
    const used = phone.use(await optionsOf(token));
    const answers = await Promise.all([confirm(token, used), confirm(token, used)]);
    const right = answers.find(({ statusCode }) => statusCode === 200);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(said(await confirm(right?.json().access_token, used))).toEqual([422, factorMessages.passkey.refused]);
  });

  it('does not confirm with a copy, whose counter is behind', async () => {
    const confirmed = await confirm(token, phone.use(await optionsOf(token), { counter: 7 }));
    token = confirmed.json().access_token;
    const answer = await confirm(token, phone.use(await optionsOf(token), { counter: 0 }));
    expect(said(answer)).toEqual([422, factorMessages.passkey.refused]);
    expect((await ask(token, 'GET', '/auth/me')).statusCode).toBe(200);
  });

  it('does not confirm with a challenge that has expired, or has another purpose or session', async () => {
    const late = phone.use(await optionsOf(token));
    now += limits.secondFactor.minutes * minuteMs;
    const forSignIn = phone.use((await ask(null, 'POST', '/auth/passkey/options')).json());
    const signedIn = phone.use((await ask(null, 'POST', '/auth/passkey/options')).json());
    const other = (await ask(null, 'POST', '/auth/passkey', { passkey: signedIn })).json().access_token;
    const ofOther = phone.use(await optionsOf(other));
    for (const used of [late, forSignIn, ofOther])
      expect(said(await confirm(token, used))).toEqual([422, factorMessages.passkey.refused]);
    // A re-authentication challenge does not sign anybody in.
    const used = phone.use(await optionsOf(token));
    expect((await ask(null, 'POST', '/auth/passkey', { passkey: used })).statusCode).toBe(401);
  });

  it("does not confirm with another person's passkey", async () => {
    const key = createSoftPasskey(origin);
    now -= limits.user.confirmedMinutes * minuteMs;
    const other = await join(key, 'bob@example.org');
    expect(said(await confirm(token, key.use(await optionsOf(token))))).toEqual([422, factorMessages.passkey.refused]);
    expect((await confirm(other, key.use(await optionsOf(other)))).statusCode).toBe(200);
  });

  it('does not confirm once they are disabled', async () => {
    const used = phone.use(await optionsOf(token));
    await test.db.updateTable('users').set({ status: 'disabled' }).execute();
    expect((await confirm(token, used)).statusCode).toBe(401);
    expect((await ask(token, 'POST', '/auth/confirm/passkey-options')).statusCode).toBe(401);
  });
});

it('wrong passkeys are counted by address', async () => {
  const token = await join();
  const answers: number[] = [];
  for (let attempt = 0; attempt < limits.wrongPasswordsPerMinute + 1; attempt++)
    answers.push((await confirm(token, phone.use({ challenge: 'a'.repeat(43) }))).statusCode);
  expect(answers.slice(-2)).toEqual([422, 429]);
});

it('the owner confirms with the password, or with a passkey if there is one', async () => {
  expect(await proofs(test.token)).toEqual(['password']);
  expect(said(await ask(test.token, 'POST', '/auth/confirm/passkey-options'))).toEqual([
    409,
    factorMessages.passkey.none,
  ]);
  const passkey = phone.make((await ask(test.token, 'POST', '/auth/passkeys/options')).json());
  expect((await ask(test.token, 'POST', '/auth/passkeys', { name: 'Phone', passkey })).statusCode).toBe(201);
  expect(await proofs(test.token)).toEqual(['password', 'passkey']);
  now += limits.user.confirmedMinutes * minuteMs;
  const confirmed = await confirm(test.token, phone.use(await optionsOf(test.token)));
  expect((await invite(confirmed.json().access_token)).statusCode).toBe(201);
});

it('a user of single sign-on has neither: they must sign in again, and can be enabled again like others', async () => {
  const token = await join();
  const { id: user_id } = await test.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  await test.db.deleteFrom('passkeys').execute();
  await test.db.insertInto('identities').values({ user_id, issuer: 'i', subject: 's', created_at: now }).execute();
  expect(await proofs(token)).toEqual([]);
  const answer = await ask(token, 'POST', '/auth/confirm', { password: 'anything at all' });
  expect(said(answer)).toEqual([422, accessMessages.signInAgain]);
  for (const status of ['disabled', 'active'])
    expect((await test.request('PUT', `/users/${user_id}`, { status })).statusCode, status).toBe(200);
});
