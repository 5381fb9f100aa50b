import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ann: { id: number; token: string };
beforeAll(async () => {
  test = await startTestApp({ listen: true });
});
beforeEach(async () => {
  await test.resetAccess();
  const invited = await test.request('POST', '/users', { email: 'ann@example.org', role: 'editor' });
  const { id, link } = invited.json<{ id: number; link: string }>();
  const accepted = { token: link.split('#')[1], name: 'Ann', password: 'horse of the right battery' };
  const { access_token } = (await post(null, '/auth/invitation', accepted)) as { access_token: string };
  ann = { id, token: access_token };
});
afterAll(() => test.close());

async function post(token: string | null, path: string, body: object): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(`${test.baseUrl}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBeLessThan(300);
  return answer.json();
}

/** Resolves when the stream is open. `ended` resolves at its end. */
async function openStream(token: string): Promise<{ ended: Promise<string>; isOpen(): boolean }> {
  const stream = await fetch(`${test.baseUrl}/api/events`, { headers: { authorization: `Bearer ${token}` } });
  expect(stream.status).toBe(200);
  let isOpen = true;
  const ended = stream.text().catch(() => 'cut off');
  void ended.then(() => {
    isOpen = false;
  });
  return { ended, isOpen: () => isOpen };
}

async function endsWithinASecond(ended: Promise<string>): Promise<void> {
  const since = performance.now();
  expect(await ended).toContain(': connected');
  expect(performance.now() - since).toBeLessThan(5000);
}

it('streams with more permissions than the new role end within a second, and others stay open', async () => {
  const { token: writing } = (await post(ann.token, '/tokens', { name: 'CI', scopes: ['write'] })) as { token: string };
  const { token: reading } = (await post(ann.token, '/tokens', { name: 'TV', scopes: ['read'] })) as { token: string };
  const [session, writer, reader] = [await openStream(ann.token), await openStream(writing), await openStream(reading)];
  const owner = await openStream(test.token);
  expect((await test.request('PUT', `/users/${ann.id}`, { role: 'viewer' })).statusCode).toBe(200);
  await Promise.all([session, writer].map(({ ended }) => endsWithinASecond(ended)));
  // The user may open it again with the permissions that are left.
  const again = await openStream(ann.token);
  expect([reader.isOpen(), owner.isOpen(), again.isOpen()]).toEqual([true, true, true]);
});

it('a role with more permissions ends nothing', async () => {
  const session = await openStream(ann.token);
  expect((await test.request('PUT', `/users/${ann.id}`, { role: 'admin' })).statusCode).toBe(200);
  const other = await openStream(ann.token);
  expect((await test.request('PUT', `/users/${ann.id}`, { role: 'editor' })).statusCode).toBe(200);
  await endsWithinASecond(other.ended);
  expect(session.isOpen()).toBe(true);
});
