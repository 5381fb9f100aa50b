import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../base/clock.ts';
import { signIn, startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

const dayMs = 86_400_000;
/** Slow enough that concurrent sign-ins wait for each other. */
const someMilliseconds = { memoryCost: 4096, timeCost: 1, parallelism: 1 };

describe('signing in', () => {
  let test: TestApp;
  let offsetMs = 0;
  const clock: Clock = {
    ...systemClock,
    now: () => systemClock.now() + offsetMs,
    monotonic: () => systemClock.monotonic() + offsetMs,
  };

  beforeAll(async () => {
    test = await startTestApp({ clock, hashCost: someMilliseconds });
  });
  beforeEach(async () => {
    // A day of its own, so that the limits by address are empty.
    offsetMs += dayMs;
    await test.resetAccess();
  });
  afterAll(() => test.close());

  const login = (password: unknown, remoteAddress = '192.0.2.1') =>
    test.inject({ method: 'POST', url: '/api/auth/login', payload: { password } as object, remoteAddress });
  const changePassword = (token: string, current_password: string, new_password: string) =>
    test.inject({
      method: 'POST',
      url: '/api/auth/password',
      headers: { authorization: `Bearer ${token}` },
      payload: { current_password, new_password },
    });
  const statusWith = async (token: string) =>
    (await test.inject({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${token}` } }))
      .statusCode;

  it('answers a bearer token for the right password', async () => {
    const answer = await login(testPassword);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ access_token: expect.stringMatching(/^[\w-]{43}$/), token_type: 'bearer' });
  });

  it('refuses a wrong password with the sentence of the contract', async () => {
    const answer = await login('wrong');
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ detail: 'Invalid password' });
  });

  it('names the field when the password is missing', async () => {
    const answer = await login('');
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({
      detail: 'Password is required',
      errors: [{ field: 'password', message: 'Password is required' }],
    });
  });

  it('answers 429 after ten wrong passwords a minute from one address, and lets others in', async () => {
    const wrong = await Promise.all(Array.from({ length: 10 }, () => login('wrong')));
    expect(wrong.map((answer) => answer.statusCode)).toEqual(Array(10).fill(401));

    const refused = await login(testPassword);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(testPassword, '192.0.2.2')).statusCode).toBe(200);

    offsetMs += 61_000;
    expect((await login(testPassword)).statusCode).toBe(200);
  });

  it('counts the address from the proxy, whatever the visitor sent', async () => {
    const proxied = await startTestApp({ clock, env: { TRUST_PROXY: '1' } });
    const guess = (forged: number) =>
      proxied.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { password: 'wrong' },
        remoteAddress: '10.0.0.2',
        headers: { 'x-forwarded-for': `198.51.100.${forged}, 203.0.113.5` },
      });
    const wrong = await Promise.all(Array.from({ length: 12 }, (_, forged) => guess(forged)));
    await proxied.close();
    expect(wrong.map((answer) => answer.statusCode).sort()).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('answers 503 at once when too many wait, but serves known users and password changes', async () => {
    expect((await login(testPassword, '198.51.100.1')).statusCode).toBe(200);
    const flood = Array.from({ length: 60 }, (_, host) => login('wrong', `192.0.2.${host + 10}`));
    const mine = login(testPassword, '198.51.100.1');
    const change = changePassword(test.token, testPassword, 'another password');
    const answers = await Promise.all(flood);
    const refused = answers.filter((answer) => answer.statusCode === 503);
    expect(answers.filter((answer) => answer.statusCode === 401).length).toBeLessThan(40);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused[0]?.headers['retry-after']).toBe('5');
    expect(refused[0]?.json()).toEqual({ detail: 'Too many sign-ins at once: try again in 5 seconds' });
    expect((await mine).statusCode).toBe(200);
    expect((await change).statusCode).toBe(204);
  });

  it('does not count a sign-in refused by the full queue as a wrong password', async () => {
    const flood = Array.from({ length: 40 }, (_, host) => login('wrong', `192.0.2.${host + 10}`));
    for (let attempt = 0; attempt < 15; attempt++) {
      expect((await login(testPassword, '198.51.100.1')).statusCode).not.toBe(429);
    }
    await Promise.all(flood);
    expect((await login(testPassword, '198.51.100.1')).statusCode).toBe(200);
  });

  it('ends only its own session on sign-out', async () => {
    const other = await signIn(test.app);
    expect(await statusWith(test.token)).toBe(204);
    expect(await statusWith(test.token)).toBe(401);
    expect(await statusWith(other)).toBe(204);
  });

  it('changes the password and ends all sessions', async () => {
    const other = await signIn(test.app);
    expect((await changePassword(test.token, testPassword, 'another password')).statusCode).toBe(204);
    expect(await statusWith(test.token)).toBe(401);
    expect(await statusWith(other)).toBe(401);
    expect((await login(testPassword)).statusCode).toBe(401);
    expect((await login('another password')).statusCode).toBe(200);
  });

  it('refuses a change with a wrong current password or a short new one', async () => {
    const wrong = await changePassword(test.token, 'wrong', 'another password');
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({ errors: [{ field: 'current_password' }] });
    const short = await changePassword(test.token, testPassword, 'short');
    expect(short.json()).toMatchObject({ errors: [{ field: 'new_password' }] });
  });
});
