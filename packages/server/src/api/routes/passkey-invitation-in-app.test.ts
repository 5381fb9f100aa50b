import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { factorMessages } from '@upvigil/core/texts/factors';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { usePasskeyApp } from '../../testing/passkey-app.ts';
import { createSoftPasskey, type SoftPasskey } from '../../testing/soft-passkey.ts';
import { passkeyOrigin } from '../../testing/usual-questions.ts';

const password = 'horse of the right battery';
const lab = usePasskeyApp();

const post = (path: string, payload: object = {}) => lab.test.inject({ method: 'POST', url: `/api${path}`, payload });
const said = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().detail];
async function invite(email = 'ann@example.org'): Promise<{ id: number; token: string }> {
  const { id, link } = (await lab.test.request('POST', '/users', { email, role: 'editor' })).json();
  return { id, token: link.split('#')[1] };
}
const optionsFor = (token: string, name?: string) => post('/auth/invitation/passkey-options', { token, name });
const challengeFor = async (token: string) => (await optionsFor(token)).json<{ challenge: string }>();
const accept = (token: string, passkey: object, name = 'Ann') => post('/auth/invitation', { token, name, passkey });
const join = async (token: string, key = lab.phone) => accept(token, key.make(await challengeFor(token)));
const signInWith = async (key: SoftPasskey) =>
  post('/auth/passkey', { passkey: key.use((await post('/auth/passkey/options')).json()) });
const meWith = async (access_token: string) =>
  (await lab.test.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${access_token}` } })).json();
const storedPasskeys = () => lab.test.db.selectFrom('passkeys').select(['user_id', 'name', 'credential_id']).execute();
const gone = [401, accessMessages.badInvitation];

describe('an invitation', () => {
  it('is accepted with a passkey, with which its person then signs in without a password', async () => {
    expect((await lab.test.inject({ url: '/api/auth/invitation' })).json()).toEqual(['password', 'passkey']);
    const { id, token } = await invite();
    expect((await optionsFor(token, 'Ann')).json()).toMatchObject({
      rp: { id: 'localhost', name: 'Upvigil' },
      user: { name: 'ann@example.org', displayName: 'Ann' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const accepted = await join(token);
    expect(accepted.statusCode, accepted.body).toBe(200);
    expect(accepted.json()).toEqual({ access_token: expect.stringMatching(/^[\w-]{43}$/), token_type: 'bearer' });
    const me = { kind: 'user', id, name: 'Ann', email: 'ann@example.org', role: 'editor' };
    expect(await meWith(accepted.json().access_token)).toMatchObject(me);
    expect(await meWith((await signInWith(lab.phone)).json().access_token)).toMatchObject(me);
    expect((await lab.test.request('GET', '/users')).json()).toMatchObject([{ id, status: 'active', passkeys: 1 }]);
    const stored = await lab.test.db.selectFrom('users').select(['password_hash']).executeTakeFirstOrThrow();
    expect(stored.password_hash).toBeNull();
    const byPassword = await post('/auth/login', { email: 'ann@example.org', password });
    expect(said(byPassword)).toEqual([401, accessMessages.wrongSignIn]);
  });

  it('leaves one event, in the name of the new user', async () => {
    const { id, token } = await invite();
    await lab.test.db.deleteFrom('audit_events').execute();
    await join(token);
    const events = await lab.test.db.selectFrom('audit_events').selectAll().execute();
    expect(events).toMatchObject([
      { action: 'user.accept', actor_kind: 'user', actor_id: id, actor_name: 'Ann', changes: '[]' },
    ]);
  });

  it('is used up at once, for passkey and password alike', async () => {
    const { token } = await invite();
    const made = lab.phone.make(await challengeFor(token));
    const other = createSoftPasskey(passkeyOrigin).make(await challengeFor(token));
    expect((await accept(token, made)).statusCode).toBe(200);
    expect(said(await accept(token, made))).toEqual(gone);
    expect(said(await accept(token, other))).toEqual(gone);
    expect(said(await optionsFor(token))).toEqual(gone);
    expect(said(await post('/auth/invitation', { token, name: 'Eve', password }))).toEqual(gone);
    expect(await storedPasskeys()).toHaveLength(1);
  });

  it('accepted with a password cannot be accepted with an earlier passkey', async () => {
    const { token } = await invite();
    const made = lab.phone.make(await challengeFor(token));
    expect((await post('/auth/invitation', { token, name: 'Ann', password })).statusCode).toBe(200);
    expect(said(await accept(token, made))).toEqual(gone);
    expect(await storedPasskeys()).toEqual([]);
  });

  it('accepted twice at once admits one, and keeps no passkey of the other', async () => {
    const { token } = await invite();
    const keys = [lab.phone, createSoftPasskey(passkeyOrigin), createSoftPasskey(passkeyOrigin)];
    const made: object[] = [];
    for (const key of keys) made.push(key.make(await challengeFor(token)));
    const answers = await Promise.all([
      ...made.map((each) => accept(token, each)),
      post('/auth/invitation', { token, name: 'Eve', password }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
    const byPassword = answers.at(-1)?.statusCode === 200;
    expect(await storedPasskeys()).toHaveLength(byPassword ? 0 : 1);
    expect(
      await lab.test.db.selectFrom('sessions').select('id').where('user_id', 'is not', null).execute(),
    ).toHaveLength(1);
  });

  it('of a user who was disabled, removed or invited again meanwhile admits nobody', async () => {
    for (const [way, path, body] of [
      ['PUT', '', { status: 'disabled' }],
      ['POST', '/reset', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const { id, token } = await invite(`${way.toLowerCase()}@example.org`);
      const made = lab.phone.make(await challengeFor(token));
      const link = (await lab.test.request(way, `/users/${id}${path}`, body)).body;
      expect(said(await accept(token, made)), way).toEqual(gone);
      // A challenge of the earlier invitation does not accept the later one.
      const anew = /invite#([\w-]+)/.exec(link)?.[1];
      if (anew) expect(said(await accept(anew, made))).toEqual([422, factorMessages.passkey.refused]);
    }
    expect(await storedPasskeys()).toEqual([]);
  });
});

describe('a passkey is refused, and the invitation still holds,', () => {
  const refused = [422, factorMessages.passkey.refused];
  let token: string;
  beforeEach(async () => {
    ({ token } = await invite());
  });
  const isStillValid = async () => {
    expect(await storedPasskeys()).toEqual([]);
    expect((await join(token, createSoftPasskey(passkeyOrigin))).statusCode).toBe(200);
  };

  it('without user verification', async () => {
    const answer = await accept(token, lab.phone.make(await challengeFor(token), { isVerified: false }));
    expect(said(answer)).toEqual(refused);
    expect(answer.json().errors).toEqual([{ field: 'passkey', message: factorMessages.passkey.refused }]);
    await isStillValid();
  });

  it('with an expired or used challenge', async () => {
    const late = lab.phone.make(await challengeFor(token));
    lab.now += limits.secondFactor.minutes * 60_000;
    expect(said(await accept(token, late))).toEqual(refused);
    const challenge = await challengeFor(token);
    expect(said(await accept(token, lab.phone.make(challenge, { isVerified: false })))).toEqual(refused);
    expect(said(await accept(token, lab.phone.make(challenge)))).toEqual(refused);
    await isStillValid();
  });

  it('with a challenge of another invitation, of a sign-in, or of adding one', async () => {
    const other = await invite('bob@example.org');
    const foreign = [
      await challengeFor(other.token),
      (await post('/auth/passkey/options')).json(),
      (await lab.test.request('POST', '/auth/passkeys/options')).json(),
      { challenge: 'a'.repeat(43) },
    ];
    for (const challenge of foreign) expect(said(await accept(token, lab.phone.make(challenge)))).toEqual(refused);
    await isStillValid();
  });

  it('that is already stored', async () => {
    const other = await invite('bob@example.org');
    expect((await join(other.token)).statusCode).toBe(200);
    const owners = await storedPasskeys();
    expect(said(await join(token))).toEqual([409, factorMessages.passkey.known]);
    expect(await storedPasskeys()).toEqual(owners);
    expect(
      (await lab.test.db.selectFrom('users').select('status').execute()).map(({ status }) => status).sort(),
    ).toEqual([...['active', 'invited']]);
    expect((await join(token, createSoftPasskey(passkeyOrigin))).statusCode).toBe(200);
  });
});

it('the challenge of an invitation neither signs in nor adds a passkey', async () => {
  const { token } = await invite();
  const added = { name: 'Phone', passkey: lab.phone.make(await challengeFor(token)) };
  expect((await lab.test.request('POST', '/auth/passkeys', added)).statusCode).toBe(422);
  await join(token);
  const next = await invite('bob@example.org');
  const used = lab.phone.use(await challengeFor(next.token));
  expect(said(await post('/auth/passkey', { passkey: used }))).toEqual([401, factorMessages.passkey.refused]);
});

it('either a password or a passkey is given, and a name', async () => {
  const { token } = await invite();
  const passkey = lab.phone.make(await challengeFor(token));
  const both = await post('/auth/invitation', { token, name: 'Ann', password, passkey });
  expect([both.statusCode, both.json().errors]).toEqual([
    422,
    [{ field: 'password', message: 'Proof must be one of password, passkey' }],
  ]);
  const neither = await post('/auth/invitation', { token, name: 'Ann' });
  expect([neither.statusCode, neither.json().errors]).toEqual([
    422,
    [{ field: 'password', message: 'Password is required' }],
  ]);
  const unnamed = await optionsFor(token, ' ');
  expect([unnamed.statusCode, unnamed.json().errors]).toEqual([422, [{ field: 'name', message: 'Name is required' }]]);
  expect((await accept(token, passkey)).statusCode).toBe(200);
});

it('guessed invitations and passkeys are counted by address', async () => {
  const guess = async () => (await accept('a'.repeat(43), lab.phone.make({ challenge: 'a'.repeat(43) }))).statusCode;
  const answers: number[] = [];
  for (let attempt = 0; attempt < limits.wrongPasswordsPerMinute + 1; attempt++) answers.push(await guess());
  expect(answers.slice(-2)).toEqual([401, 429]);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < limits.signOn.perMinute + 1; attempt++)
    statuses.push((await optionsFor('a'.repeat(43))).statusCode);
  expect(statuses.slice(-2)).toEqual([401, 429]);
});

it('when passkeys are off, invitations are accepted with a password only', async () => {
  await lab.restart({});
  expect((await lab.test.inject({ url: '/api/auth/invitation' })).json()).toEqual(['password']);
  const { token } = await invite();
  expect(said(await optionsFor(token))).toEqual([409, factorMessages.passkey.off.noAddress]);
  const made = lab.phone.make({ challenge: 'a'.repeat(43) });
  expect(said(await accept(token, made))).toEqual([409, factorMessages.passkey.off.noAddress]);
  expect((await post('/auth/invitation', { token, name: 'Ann', password })).statusCode).toBe(200);
});
