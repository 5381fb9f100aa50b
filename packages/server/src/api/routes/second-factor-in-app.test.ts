import type { AuditEvent } from '@upvigil/core/contract/audit';
import type { Factors } from '@upvigil/core/contract/factors';
import { limits } from '@upvigil/core/limits';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../access/password-store.ts';
import { type Clock, systemClock } from '../../base/clock.ts';
import { startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';
import { testHashCost } from '../../testing/test-hash-cost.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
let test: TestApp;
/** Each test has a day of its own, so that the limits by address are empty. */
let now = Date.parse('2026-11-24T12:00:10Z');
const clock: Clock = { ...systemClock, now: () => now, monotonic: () => now };
beforeAll(async () => {
  test = await startTestApp({ clock });
});
beforeEach(async () => {
  now += dayMs;
  await test.resetAccess();
});
afterAll(() => test.close());

let address = 0;
/** Each request has an address of its own, because addresses are limited. */
const post = (path: string, payload: object, remoteAddress = `192.0.2.${++address % 250}`) =>
  test.inject({ method: 'POST', url: `/api${path}`, payload, remoteAddress });
const login = (remoteAddress?: string) => post('/auth/login', { password: testPassword }, remoteAddress);
const challengeOf = async (): Promise<string> => (await login()).json().challenge;
const answer = (challenge: string, given: object, from?: string) =>
  post('/auth/second-factor', { challenge, ...given }, from);

const codeOf = (secret: string, at = now) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

async function setUp(): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await test.request('POST', '/auth/totp')).json();
  const confirmed = await test.request('POST', '/auth/totp/confirm', { code: codeOf(secret) });
  expect(confirmed.statusCode).toBe(200);
  // The step that confirmed the secret is used.
  now += 31_000;
  return { secret, codes: confirmed.json().recovery_codes };
}

const factors = async (): Promise<Factors> => (await test.request('GET', '/auth/factors')).json();
const sessions = () => test.db.selectFrom('sessions').selectAll().execute();
const events = async (action: string): Promise<AuditEvent[]> =>
  (await test.request('GET', `/audit?action=${action}`)).json();

describe('an authenticator app', () => {
  it('applies once a code was confirmed', async () => {
    const begun = (await test.request('POST', '/auth/totp')).json();
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    expect((await login()).statusCode).toBe(200);
    const wrong = await test.request('POST', '/auth/totp/confirm', { code: codeOf(begun.secret, now + 10 * minuteMs) });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([422, [{ field: 'code', message: 'The code is wrong' }]]);
    expect(await factors()).toMatchObject({ totp: false, recovery_codes_left: 0 });
    const right = await test.request('POST', '/auth/totp/confirm', { code: codeOf(begun.secret) });
    expect(right.json().recovery_codes).toHaveLength(limits.secondFactor.recoveryCodes);
    expect(await factors()).toMatchObject({ totp: true, recovery_codes_left: 10, is_required: false });
    const again = await test.request('POST', '/auth/totp/confirm', { code: codeOf(begun.secret) });
    expect(again.statusCode).toBe(409);
  });

  it('is required after a right password, and its code signs in', async () => {
    const { secret } = await setUp();
    const before = await sessions();
    const asked = await login();
    expect(asked.statusCode).toBe(403);
    expect(asked.json()).toEqual({
      detail: 'Enter the code from your authenticator app',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      methods: ['totp', 'recovery_code'],
    });
    expect(await sessions()).toEqual(before);
    const signedIn = await answer(asked.json().challenge, { code: codeOf(secret) });
    expect(signedIn.statusCode).toBe(200);
    expect(signedIn.json()).toEqual({ access_token: expect.stringMatching(/^[\w-]{43}$/), token_type: 'bearer' });
    const me = { authorization: `Bearer ${signedIn.json().access_token}` };
    expect((await test.inject({ url: '/api/auth/me', headers: me })).json()).toMatchObject({ kind: 'owner' });
  });

  it('cannot be guessed from many networks, while a recovery code still signs in', async () => {
    const { secret, codes } = await setUp();
    for (let wrong = 0; wrong < limits.secondFactor.wrongCodesPerHour; wrong++) {
      const refused = await answer(await challengeOf(), { code: '000000' }, `198.51.100.${wrong}`);
      expect(refused.statusCode).toBe(401);
      now += 31_000;
    }
    const right = await answer(await challengeOf(), { code: codeOf(secret) }, '198.51.100.200');
    expect(right.statusCode).toBe(429);
    expect((await test.request('GET', '/notices/')).json()).toMatchObject([{ kind: 'second_factor_guessed' }]);
    const byCode = await answer(await challengeOf(), { recovery_code: codes[0] }, '198.51.100.201');
    expect(byCode.statusCode).toBe(200);
    // The user is signed in there by now.
    expect((await answer(await challengeOf(), { code: codeOf(secret) }, '198.51.100.201')).statusCode).toBe(200);
  });

  it('accepts each step once, also for another challenge', async () => {
    const { secret } = await setUp();
    const code = codeOf(secret);
    expect((await answer(await challengeOf(), { code })).statusCode).toBe(200);
    const second = await answer(await challengeOf(), { code });
    expect([second.statusCode, second.json()]).toEqual([401, { detail: 'The code is wrong' }]);
    // The step before it is used too: a later sign-in must not revive a code that somebody saw.
    expect((await answer(await challengeOf(), { code: codeOf(secret, now - 30_000) })).statusCode).toBe(401);
    now += 30_000;
    expect((await answer(await challengeOf(), { code: codeOf(secret) })).statusCode).toBe(200);
  });

  it('accepts one of two concurrent codes', async () => {
    const { secret } = await setUp();
    const challenges = [await challengeOf(), await challengeOf()];
    const answers = await Promise.all(challenges.map((each) => answer(each, { code: codeOf(secret) })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });

  it('is not required any more once it was turned off, and its challenges are void', async () => {
    const { secret } = await setUp();
    const challenge = await challengeOf();
    expect((await test.request('DELETE', '/auth/totp')).statusCode).toBe(204);
    expect((await answer(challenge, { code: codeOf(secret) })).statusCode).toBe(401);
    expect((await login()).statusCode).toBe(200);
    expect(await factors()).toMatchObject({ totp: false, recovery_codes_left: 0 });
    expect((await test.request('DELETE', '/auth/totp')).statusCode).toBe(404);
  });

  it('is stored sealed, and appears in no response, log or audit event', async () => {
    const { secret, codes } = await setUp();
    const challenge = await challengeOf();
    const rows = await Promise.all(
      (['totp_secrets', 'recovery_codes', 'auth_challenges', 'audit_events'] as const).map((table) =>
        test.db.selectFrom(table).selectAll().execute(),
      ),
    );
    const stored = JSON.stringify(rows);
    for (const each of [secret, challenge, ...codes, ...codes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(each);
    expect(stored).toContain('sealed:');
  });
});

describe('a challenge', () => {
  it('ends after five attempts, from any address', async () => {
    const { secret } = await setUp();
    const challenge = await challengeOf();
    const wrong = codeOf(secret, now + 10 * minuteMs);
    for (let tries = 0; tries < limits.secondFactor.tries; tries++)
      expect((await answer(challenge, { code: wrong })).json()).toEqual({ detail: 'The code is wrong' });
    const late = await answer(challenge, { code: codeOf(secret) });
    expect(late.statusCode).toBe(401);
    expect(late.json().detail).toMatch(/^This sign-in took too long or had too many tries/);
    // The account is not locked: another challenge is open.
    expect((await answer(await challengeOf(), { code: codeOf(secret) })).statusCode).toBe(200);
  });

  it('ends after five minutes, and after it was answered', async () => {
    const { secret } = await setUp();
    const challenge = await challengeOf();
    now += limits.secondFactor.minutes * minuteMs;
    expect((await answer(challenge, { code: codeOf(secret) })).statusCode).toBe(401);
    const next = await challengeOf();
    expect((await answer(next, { code: codeOf(secret) })).statusCode).toBe(200);
    now += 30_000;
    expect((await answer(next, { code: codeOf(secret) })).statusCode).toBe(401);
  });

  it('is void once the password was changed', async () => {
    const { secret } = await setUp();
    const challenge = await challengeOf();
    const change = { current_password: testPassword, new_password: 'another horse battery' };
    expect((await test.request('POST', '/auth/password', change)).statusCode).toBe(204);
    expect((await answer(challenge, { code: codeOf(secret) })).statusCode).toBe(401);
  });

  it('is not created for a wrong password', async () => {
    await setUp();
    const refused = await post('/auth/login', { password: 'wrong' });
    expect([refused.statusCode, refused.json()]).toEqual([401, { detail: 'Invalid password' }]);
  });

  it('and its wrong answers are limited by their address', async () => {
    const { secret } = await setUp();
    const from = '198.51.100.7';
    for (let tries = 0; tries < limits.secondFactor.wrongPerMinute; tries++)
      expect((await answer('a'.repeat(43), { code: '000000' }, from)).statusCode).toBe(401);
    const refused = await answer(await challengeOf(), { code: codeOf(secret) }, from);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await answer(await challengeOf(), { code: codeOf(secret) }, '198.51.100.8')).statusCode).toBe(200);
  });
});

describe('a recovery code', () => {
  it('signs in once, in any notation', async () => {
    const { codes } = await setUp();
    const [first = '', second = ''] = codes;
    expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect((await answer(await challengeOf(), { recovery_code: first })).statusCode).toBe(200);
    expect((await factors()).recovery_codes_left).toBe(9);
    const again = await answer(await challengeOf(), { recovery_code: first });
    expect([again.statusCode, again.json().detail]).toEqual([401, 'The recovery code is wrong, or was used before']);
    const written = ` ${second.toUpperCase().replace('-', ' ')} `;
    expect((await answer(await challengeOf(), { recovery_code: written })).statusCode).toBe(200);
  });

  it('is void once there are new ones', async () => {
    const { codes } = await setUp();
    const renewed = (await test.request('POST', '/auth/recovery-codes')).json().recovery_codes;
    expect((await answer(await challengeOf(), { recovery_code: codes[0] })).statusCode).toBe(401);
    expect((await answer(await challengeOf(), { recovery_code: renewed[0] })).statusCode).toBe(200);
  });

  it('is not created without a second factor', async () => {
    const refused = await test.request('POST', '/auth/recovery-codes');
    expect([refused.statusCode, refused.json().detail]).toEqual([409, 'Set up a second factor first']);
  });
});

it("a user's factor follows their own password, and is theirs only", async () => {
  const user = { email: 'ann@example.org', name: 'Ann', role: 'viewer', status: 'active', created_at: now } as const;
  const password_hash = await hashPassword('correct horse of Ann', testHashCost);
  await test.db
    .insertInto('users')
    .values({ ...user, password_hash })
    .execute();
  const enter = () => post('/auth/login', { email: user.email, password: 'correct horse of Ann' });
  const headers = { authorization: `Bearer ${(await enter()).json().access_token}` };
  const ask = (url: string, payload: object = {}) =>
    test.inject({ method: 'POST', url: `/api${url}`, payload, headers });
  const { secret } = (await ask('/auth/totp')).json();
  expect((await ask('/auth/totp/confirm', { code: codeOf(secret) })).statusCode).toBe(200);
  now += 31_000;
  expect((await login()).statusCode).toBe(200);
  const asked = await enter();
  expect([asked.statusCode, asked.json().methods]).toEqual([403, ['totp', 'recovery_code']]);
  const signedIn = await answer(asked.json().challenge, { code: codeOf(secret) });
  const me = { authorization: `Bearer ${signedIn.json().access_token}` };
  expect((await test.inject({ url: '/api/auth/me', headers: me })).json()).toMatchObject({ kind: 'user', name: 'Ann' });
  const [newest] = await events('session.start');
  expect(newest?.actor).toMatchObject({ kind: 'user', name: 'Ann' });
  expect((await test.request('GET', '/users')).json()).toMatchObject([{ has_totp: true, passkeys: 0, sso: false }]);
});

it('the audit log has one event for each change and sign-in, and one a minute for refusals', async () => {
  const { secret } = await setUp();
  const challenge = await challengeOf();
  const before = (await events('session.start')).length;
  await answer(challenge, { code: codeOf(secret, now + 10 * minuteMs) }, '203.0.113.1');
  await answer(challenge, { code: codeOf(secret, now + 10 * minuteMs) }, '203.0.113.1');
  expect(await events('session.start')).toHaveLength(before);
  expect(await events('session.refuse')).toHaveLength(1);
  await answer(challenge, { code: codeOf(secret) });
  expect(await events('session.start')).toHaveLength(before + 1);
  expect(await events('totp.enable')).toHaveLength(1);
  await test.request('POST', '/auth/recovery-codes');
  expect(await events('recovery_codes.renew')).toHaveLength(1);
  await test.request('DELETE', '/auth/totp');
  expect(await events('totp.disable')).toHaveLength(1);
});
