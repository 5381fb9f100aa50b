import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { signIn, startTestApp, type TestApp } from '../../testing/test-app.ts';

const dayMs = 86_400_000;
const missing = 999_999;

let test: TestApp;
let passedMs = 0;
beforeAll(async () => {
  test = await startTestApp({ clock: { ...systemClock, now: () => systemClock.now() + passedMs } });
  const board = await test.request('POST', '/tokens', { name: 'Board', scopes: ['read'] });
  expect(board.statusCode).toBe(201);
});
afterAll(() => test.close());

const actions = async () =>
  (await test.db.selectFrom('audit_events').select('action').orderBy('id').execute()).map(({ action }) => action);

/** The request is refused with one of these and changes nothing. */
async function expectNothingLeft(request: InjectOptions, statuses: readonly number[]): Promise<void> {
  const before = await actions();
  const answer = await test.inject(request);
  expect(statuses, answer.body).toContain(answer.statusCode);
  expect(await actions()).toEqual(before);
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a valid but refused request changes nothing:', () => {
  const asOwner = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload: object, token = test.token) => ({
    method,
    url: `/api${path}`,
    payload,
    headers: bearer(token),
  });

  it.each([
    [
      'a change of the password by who does not know it',
      '/auth/password',
      { current_password: 'no', new_password: 'long enough' },
    ],
    ['a proof by a wrong password', '/auth/confirm', { password: 'no' }],
    ['a code of an authenticator app that was not set up', '/auth/totp/confirm', { code: '123456' }],
    ['a share link of a website that there is not', '/share-links', { website_id: missing, name: 'Agency' }],
    ['a name that a token has', '/tokens', { name: 'Board', scopes: ['read'] }],
  ])('%s', async (_what, path, body) => {
    await expectNothingLeft(asOwner('POST', path, body), [409, 422]);
  });

  it.each(['/branding/upload-logo', '/backup/restore'])('a file of another kind: %s', async (path) => {
    const headers = { ...bearer(test.token), 'content-type': 'multipart/form-data; boundary=b' };
    const payload = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nnothing\r\n--b--\r\n';
    await expectNothingLeft({ method: 'POST', url: `/api${path}`, headers, payload }, [415, 422]);
  });

  it('an address that is taken', async () => {
    const ann = { email: 'ann@example.org', role: 'viewer' };
    expect((await test.request('POST', '/users', ann)).statusCode).toBe(201);
    expect((await actions()).at(-1)).toBe('user.invite');
    await expectNothingLeft(asOwner('POST', '/users', ann), [422]);
  });

  it('actions that need a recent sign-in, and a taken token name', async () => {
    const brief = { name: 'Brief', scopes: ['read'], expires_days: 1 };
    expect((await test.request('POST', '/tokens', brief)).statusCode).toBe(201);
    passedMs = 20 * 60_000;
    await expectNothingLeft(asOwner('POST', '/users', { email: 'bob@example.org', role: 'viewer' }), [403]);
    passedMs = 40 * dayMs;
    const token = await signIn(test.app);
    await expectNothingLeft(asOwner('POST', '/tokens', { name: 'Board', scopes: ['read'] }, token), [422]);
    const before = await actions();
    const made = await test.inject(asOwner('POST', '/tokens', { name: 'Another', scopes: ['read'] }, token));
    expect(made.statusCode).toBe(201);
    expect(await actions()).toEqual([...before, 'token.create']);
  });
});
