import { limits } from '@upvigil/core/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../base/clock.ts';
import { startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

const dayMs = 86_400_000;
let test: TestApp;
/** Each test has a day of its own, so that the limits by address are empty. */
let now = Date.parse('2026-11-24T12:00:10Z');
const clock: Clock = { ...systemClock, now: () => now, monotonic: () => now };
beforeAll(async () => {
  test = await startTestApp({ clock, env: { BASE_URL: 'https://status.example.org' } });
});
beforeEach(async () => {
  now += dayMs;
  await test.resetAccess();
});
afterAll(() => test.close());

const post = (path: string, payload: object = {}, remoteAddress = '192.0.2.1') =>
  test.inject({ method: 'POST', url: `/api/auth/device${path}`, payload, remoteAddress });
const begin = async (): Promise<{ device_code: string; user_code: string }> => (await post('')).json();
const approve = (user_code: string) => test.request('POST', '/auth/device/approve', { user_code });
const token = (device_code: string) => post('/token', { device_code });
const errorOf = async (device_code: string) => {
  const answer = await token(device_code);
  return [answer.statusCode, answer.json().error];
};

describe('a program without a browser', () => {
  it('gets a code to show, as in RFC 8628', async () => {
    const answer = await post('');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: 'https://status.example.org/device',
      verification_uri_complete: `https://status.example.org/device#${answer.json().user_code}`,
      expires_in: 600,
      interval: 5,
    });
  });

  it('gets a token once a person entered the code, once, as that person', async () => {
    const { device_code, user_code } = await begin();
    expect(await errorOf(device_code)).toEqual([400, 'authorization_pending']);
    expect((await approve(user_code.toLowerCase().replace('-', ' '))).statusCode).toBe(204);
    const answer = await token(device_code);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ access_token: expect.stringMatching(/^[\w-]{43}$/), token_type: 'bearer' });
    expect(answer.json().access_token).not.toBe(test.token);
    const headers = { authorization: `Bearer ${answer.json().access_token}` };
    expect((await test.inject({ url: '/api/auth/me', headers })).json()).toMatchObject({ kind: 'owner' });
    expect(await errorOf(device_code)).toEqual([400, 'expired_token']);
  });

  it('that was approved with a password that has changed since gets nothing', async () => {
    const [approved, waiting] = [await begin(), await begin()];
    expect((await approve(approved.user_code)).statusCode).toBe(204);
    const change = { current_password: testPassword, new_password: 'another correct horse' };
    expect((await test.request('POST', '/auth/password', change)).statusCode).toBe(204);
    expect(await errorOf(approved.device_code)).toEqual([400, 'expired_token']);
    expect(await errorOf(waiting.device_code)).toEqual([400, 'authorization_pending']);
  });

  it('that polls too often is refused with that reason', async () => {
    const { device_code } = await begin();
    expect(await errorOf(device_code)).toEqual([400, 'authorization_pending']);
    now += 4_000;
    expect(await errorOf(device_code)).toEqual([400, 'slow_down']);
    now += 5_000;
    expect(await errorOf(device_code)).toEqual([400, 'authorization_pending']);
  });

  it('expires after ten minutes', async () => {
    const { device_code, user_code } = await begin();
    now += limits.device.minutes * 60_000;
    expect((await approve(user_code)).statusCode).toBe(422);
    expect(await errorOf(device_code)).toEqual([400, 'expired_token']);
    expect(await errorOf('unknown')).toEqual([400, 'expired_token']);
  });

  it('may start ten times a minute from one address', async () => {
    for (let count = 0; count < limits.device.perMinute; count++) expect((await post('')).statusCode).toBe(200);
    expect((await post('')).statusCode).toBe(429);
    expect((await post('', {}, '192.0.2.2')).statusCode).toBe(200);
  });
});

describe('strangers who begin over and over', () => {
  const beginFrom = (network: number) => post('', {}, `198.51.${network % 250}.${Math.floor(network / 250)}`);

  it('replace no device of a network with signed-in users, and get only their own places', async () => {
    const first = await begin();
    await test.db.updateTable('sessions').set({ ip: '192.0.2.1' }).execute();
    for (let network = 0; network < limits.device.waiting; network++)
      expect((await beginFrom(network)).statusCode).toBe(200);
    const later = await begin();
    for (let network = 0; network < 20; network++) expect((await beginFrom(network)).statusCode).toBe(200);
    for (const { user_code } of [first, later]) expect((await approve(user_code)).statusCode).toBe(204);
  });

  it('replace their own oldest device first', async () => {
    const codes = [];
    for (let count = 0; count <= limits.device.waitingOfNetwork; count++) {
      codes.push((await begin()).user_code);
      now += 7_000;
    }
    expect((await approve(codes[0] ?? '')).statusCode).toBe(422);
    expect((await approve(codes[1] ?? '')).statusCode).toBe(204);
  });
});

describe('a code', () => {
  it('is entered within 15 minutes of a sign-in: an older session cannot create a fresh one', async () => {
    now += limits.user.confirmedMinutes * 60_000;
    const { device_code, user_code } = await begin();
    const refused = await approve(user_code);
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { detail: 'Enter your password again: this needs a sign-in within 15 minutes', confirm: true },
    ]);
    expect(await errorOf(device_code)).toEqual([400, 'authorization_pending']);
  });

  it('that no device shows is refused, up to ten a minute', async () => {
    const wrong = await approve('BBBB-BBBB');
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json().errors).toEqual([
      { field: 'user_code', message: 'The code is unknown or has expired: check the code shown by the program' },
    ]);
    for (let count = 1; count < limits.device.perMinute; count++) await approve('BBBB-BBBB');
    const { user_code } = await begin();
    expect((await approve(user_code)).statusCode).toBe(429);
    now += 60_000;
    expect((await approve(user_code)).statusCode).toBe(204);
    expect((await approve(user_code)).statusCode).toBe(422);
  });

  it('is stored as a hash, and one event records who entered it', async () => {
    const { device_code, user_code } = await begin();
    await token(device_code);
    await approve(user_code);
    await token(device_code);
    const events = await test.db.selectFrom('audit_events').selectAll().orderBy('id').execute();
    expect(events.map(({ action }) => action)).toEqual(['session.start', 'device.approve', 'session.start']);
    expect(JSON.stringify([await test.db.selectFrom('device_codes').selectAll().execute(), events])).not.toContain(
      device_code,
    );
  });
});
