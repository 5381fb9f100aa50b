import { auditActions, type ChangingEndpoint } from '@upvigil/core/access/audit-actions';
import { endpointPath } from '@upvigil/core/client/calls-of';
import type { Endpoint } from '@upvigil/core/contract/endpoint';
import { fakeEndpoints } from '@upvigil/core/testing/fake-endpoints';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../clock.ts';
import { signIn, startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';
import { type Asked, usualQuestions } from '../../testing/usual-questions.ts';

const dayMs = 86_400_000;
const changing = fakeEndpoints.filter(({ name }) => name in auditActions) as {
  name: ChangingEndpoint;
  endpoint: Endpoint;
}[];
const missing = 999_999;
/** Of an installation in which nothing is: what is asked about is not there. */
const nothing: Asked = {
  bodyOf: () => Object.assign([], { updates: [], link: '/invite#none', name: 'none_20260310T120000Z.tar.gz' }),
  idOf: () => missing,
  made: { alertId: missing, checkId: missing, screenshot: 'none' },
  password: testPassword,
  ports: { smtp: 1, target: 1 },
  webhookUrl: 'https://hooks.slack.com/services/T0/B0/none',
};

let test: TestApp;
let passedMs: number;
let reading: string;
beforeAll(async () => {
  passedMs = 0;
  test = await startTestApp({ clock: { ...systemClock, now: () => systemClock.now() + passedMs } });
  const made = await test.request('POST', '/tokens', { name: 'Board', scopes: ['read'] });
  reading = made.json<{ token: string }>().token;
});
afterAll(() => test.close());

const actions = async () =>
  (await test.db.selectFrom('audit_events').select('action').orderBy('id').execute()).map(({ action }) => action);

/** The request is refused with one of these, and leaves nothing. */
async function expectNothingLeft(request: InjectOptions, statuses: readonly number[]): Promise<void> {
  const before = await actions();
  const answer = await test.inject(request);
  expect(statuses, answer.body).toContain(answer.statusCode);
  expect(await actions()).toEqual(before);
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const placesIn = ({ path }: Endpoint): [string, number][] =>
  [...path.matchAll(/:(\w+)/g)].map(([, place = '']) => [place, missing]);
/** Where it is, of something that is not there. */
const addressOf = (endpoint: Endpoint): string => endpointPath(endpoint, Object.fromEntries(placesIn(endpoint)));

describe('refused, each changing endpoint leaves nothing', () => {
  const guarded = changing.filter(({ endpoint }) => endpoint.access !== 'public');
  it.each(guarded)('$name: of who is not signed in, nor of who may only read', async ({ endpoint }) => {
    const request = { method: endpoint.method, url: addressOf(endpoint) };
    await expectNothingLeft(request, [401]);
    // One that may be asked by who reads changes nothing, and is not understood without a body.
    const statuses = endpoint.access === 'read' ? [422] : [403];
    await expectNothingLeft({ ...request, headers: bearer(reading) }, statuses);
  });

  it.each(changing.filter(({ endpoint }) => endpoint.body))('$name: that is not understood', async ({ endpoint }) => {
    const headers = { ...bearer(test.token), 'content-type': 'application/json' };
    await expectNothingLeft({ method: endpoint.method, url: addressOf(endpoint), headers, payload: '[]' }, [422]);
  });

  const ofThings = changing.filter(({ endpoint }) => placesIn(endpoint).length > 0);
  it.each(ofThings)('$name: of what there is not', async ({ name, endpoint }) => {
    const { params = {}, query = {}, body: payload } = usualQuestions[name](nothing);
    const search = new URLSearchParams(query).toString();
    const url = endpointPath(endpoint, params) + (search && `?${search}`);
    const request = { method: endpoint.method, url, headers: bearer(test.token), ...(payload && { payload }) };
    await expectNothingLeft(request, [404, 422]);
  });

  const uploads = changing.filter(({ endpoint }) => endpoint.transport === 'upload');
  it.each(uploads)('$name: a file that is none of that kind', async ({ endpoint }) => {
    const headers = { ...bearer(test.token), 'content-type': 'multipart/form-data; boundary=b' };
    const payload = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nnothing\r\n--b--\r\n';
    await expectNothingLeft({ method: endpoint.method, url: addressOf(endpoint), headers, payload }, [415, 422]);
  });
});

describe('what is understood and refused leaves nothing:', () => {
  const asOwner = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload: object, token = test.token) => ({
    ...{ method, url: `/api${path}`, payload, headers: bearer(token) },
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

  it('an address that a user has', async () => {
    const ann = { email: 'ann@example.org', role: 'viewer' };
    expect((await test.request('POST', '/users', ann)).statusCode).toBe(201);
    expect((await actions()).at(-1)).toBe('user.invite');
    await expectNothingLeft(asOwner('POST', '/users', ann), [422]);
  });

  it('what wants a sign-in within fifteen minutes, and a name that a token has while others are long over', async () => {
    const brief = { name: 'Brief', scopes: ['read'], expires_days: 1 };
    expect((await test.request('POST', '/tokens', brief)).statusCode).toBe(201);
    passedMs = 20 * 60_000;
    await expectNothingLeft(asOwner('POST', '/users', { email: 'bob@example.org', role: 'viewer' }), [403]);
    passedMs = 40 * dayMs;
    const token = await signIn(test.app);
    await expectNothingLeft(asOwner('POST', '/tokens', { name: 'Board', scopes: ['read'] }, token), [422]);
    // What is not refused does.
    const before = await actions();
    const made = await test.inject(asOwner('POST', '/tokens', { name: 'Another', scopes: ['read'] }, token));
    expect(made.statusCode).toBe(201);
    expect(await actions()).toEqual([...before, 'token.create']);
  });
});
