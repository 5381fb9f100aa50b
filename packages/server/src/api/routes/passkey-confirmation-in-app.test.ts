import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { factorMessages } from '@upvigil/core/texts/factors';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { joinByPasskey } from '../../testing/join-by-passkey.ts';
import { usePasskeyApp } from '../../testing/passkey-app.ts';
import { createSoftPasskey } from '../../testing/soft-passkey.ts';
import { testPassword } from '../../testing/test-app.ts';
import { passkeyOrigin } from '../../testing/usual-questions.ts';

const minuteMs = 60_000;
const lab = usePasskeyApp();

const said = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().detail];
const ask = (token: string | null, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
  lab.test.inject({
    method,
    url: `/api${path}`,
    ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(payload ? { payload } : {}),
  });

/** Adds an admin with this passkey and no password. Returns their session token. */
const join = async (key = lab.phone, email = 'ann@example.org') =>
  (await joinByPasskey(lab.test, key, { email })).token;
const optionsOf = async (token: string) => (await ask(token, 'POST', '/auth/confirm/passkey-options')).json();
const confirm = (token: string, passkey: object) => ask(token, 'POST', '/auth/confirm', { passkey });
const invite = (token: string) => ask(token, 'POST', '/users', { email: 'new@example.org', role: 'viewer' });
const proofs = async (token: string) => (await ask(token, 'GET', '/auth/confirm')).json();

describe('a user with a passkey and no password', () => {
  let token: string;
  beforeEach(async () => {
    token = await join();
    lab.now += limits.user.confirmedMinutes * minuteMs;
  });

  it('confirms with it, and the session continues with another token', async () => {
    expect((await invite(token)).json()).toEqual({ detail: accessMessages.confirmFirst, confirm: true });
    expect(await proofs(token)).toEqual(['passkey']);
    const options = await optionsOf(token);
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: lab.phone.id, type: 'public-key' }],
    });
    const confirmed = await confirm(token, lab.phone.use(options));
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    const next = confirmed.json().access_token;
    expect((await ask(token, 'GET', '/auth/me')).statusCode).toBe(401);
    expect((await invite(next)).statusCode).toBe(201);
    expect(
      await lab.test.db.selectFrom('sessions').select('id').where('user_id', 'is not', null).execute(),
    ).toHaveLength(1);
  });

  it('leaves one event', async () => {
    const used = lab.phone.use(await optionsOf(token));
    await lab.test.db.deleteFrom('audit_events').execute();
    await confirm(token, used);
    expect(await lab.test.db.selectFrom('audit_events').select(['action', 'actor_name']).execute()).toEqual([
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
    const used = lab.phone.use(await optionsOf(token));
    const answers = await Promise.all([confirm(token, used), confirm(token, used)]);
    const right = answers.find(({ statusCode }) => statusCode === 200);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(said(await confirm(right?.json().access_token, used))).toEqual([422, factorMessages.passkey.refused]);
  });

  it('does not confirm with a copy, whose counter is behind', async () => {
    const confirmed = await confirm(token, lab.phone.use(await optionsOf(token), { counter: 7 }));
    token = confirmed.json().access_token;
    const answer = await confirm(token, lab.phone.use(await optionsOf(token), { counter: 0 }));
    expect(said(answer)).toEqual([422, factorMessages.passkey.refused]);
    expect((await ask(token, 'GET', '/auth/me')).statusCode).toBe(200);
  });

  it('does not confirm with a challenge that has expired, or has another purpose or session', async () => {
    const late = lab.phone.use(await optionsOf(token));
    lab.now += limits.secondFactor.minutes * minuteMs;
    const forSignIn = lab.phone.use((await ask(null, 'POST', '/auth/passkey/options')).json());
    const signedIn = lab.phone.use((await ask(null, 'POST', '/auth/passkey/options')).json());
    const other = (await ask(null, 'POST', '/auth/passkey', { passkey: signedIn })).json().access_token;
    const ofOther = lab.phone.use(await optionsOf(other));
    for (const used of [late, forSignIn, ofOther])
      expect(said(await confirm(token, used))).toEqual([422, factorMessages.passkey.refused]);
    // A re-authentication challenge does not sign anybody in.
    const used = lab.phone.use(await optionsOf(token));
    expect((await ask(null, 'POST', '/auth/passkey', { passkey: used })).statusCode).toBe(401);
  });

  it("does not confirm with another person's passkey", async () => {
    const key = createSoftPasskey(passkeyOrigin);
    lab.now -= limits.user.confirmedMinutes * minuteMs;
    const other = await join(key, 'bob@example.org');
    expect(said(await confirm(token, key.use(await optionsOf(token))))).toEqual([422, factorMessages.passkey.refused]);
    expect((await confirm(other, key.use(await optionsOf(other)))).statusCode).toBe(200);
  });

  it('does not confirm once they are disabled', async () => {
    const used = lab.phone.use(await optionsOf(token));
    await lab.test.db.updateTable('users').set({ status: 'disabled' }).execute();
    expect((await confirm(token, used)).statusCode).toBe(401);
    expect((await ask(token, 'POST', '/auth/confirm/passkey-options')).statusCode).toBe(401);
  });
});

it('wrong passkeys are counted by address', async () => {
  const token = await join();
  const answers: number[] = [];
  for (let attempt = 0; attempt < limits.wrongPasswordsPerMinute + 1; attempt++)
    answers.push((await confirm(token, lab.phone.use({ challenge: 'a'.repeat(43) }))).statusCode);
  expect(answers.slice(-2)).toEqual([422, 429]);
});

it('the owner confirms with the password, or with a passkey if there is one', async () => {
  expect(await proofs(lab.test.token)).toEqual(['password']);
  expect(said(await ask(lab.test.token, 'POST', '/auth/confirm/passkey-options'))).toEqual([
    409,
    factorMessages.passkey.none,
  ]);
  const passkey = lab.phone.make((await ask(lab.test.token, 'POST', '/auth/passkeys/options')).json());
  expect((await ask(lab.test.token, 'POST', '/auth/passkeys', { name: 'Phone', passkey })).statusCode).toBe(201);
  expect(await proofs(lab.test.token)).toEqual(['password', 'passkey']);
  lab.now += limits.user.confirmedMinutes * minuteMs;
  const confirmed = await confirm(lab.test.token, lab.phone.use(await optionsOf(lab.test.token)));
  expect((await invite(confirmed.json().access_token)).statusCode).toBe(201);
});

it('a user of single sign-on has neither: they must sign in again, and can be enabled again like others', async () => {
  const token = await join();
  const { id: user_id } = await lab.test.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  await lab.test.db.deleteFrom('passkeys').execute();
  await lab.test.db
    .insertInto('identities')
    .values({ user_id, issuer: 'i', subject: 's', created_at: lab.now })
    .execute();
  expect(await proofs(token)).toEqual([]);
  const answer = await ask(token, 'POST', '/auth/confirm', { password: 'anything at all' });
  expect(said(answer)).toEqual([422, accessMessages.signInAgain]);
  for (const status of ['disabled', 'active'])
    expect((await lab.test.request('PUT', `/users/${user_id}`, { status })).statusCode, status).toBe(200);
});
