import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { makeWebsite } from '../../testing/rows.ts';

let app: ResourceApp;
let website_id: number;
beforeEach(async () => {
  app = await startResourceApp();
  website_id = (await makeWebsite(app.db)).id;
});
afterEach(() => app.close());

const secret = 'correct-horse';

test('a copy of a URL on the same host keeps masked secrets, and one on another host is refused', async () => {
  const path = `/urls/website/${website_id}`;
  const made = await app.call('POST', path, {
    url: 'https://shop.example.org/?token=geheim',
    request: { auth: { type: 'bearer', token: secret } },
    tags: ['a'],
  });
  expect(made).toMatchObject({ status: 201 });
  const source = made.body as { id: number; url: string; request: object };
  const copy = { url: source.url, request: source.request, clone_of: source.id };
  expect(await app.call('POST', path, { ...copy, clone_of: undefined })).toMatchObject({ status: 422 });
  expect(await app.call('POST', path, { ...copy, url: 'https://docs.example.org/' })).toMatchObject({ status: 422 });
  const same = await app.call('POST', path, { ...copy, url: source.url.replace('/?', '/cart?'), label: 'Cart' });
  expect(same).toMatchObject({ status: 201, body: { label: 'Cart', tags: [], last_check: null } });
  expect(JSON.stringify(same)).not.toMatch(/correct-horse|geheim/);
  const { id } = same.body as { id: number };
  expect(app.engine.watched.get(id)?.target).toMatchObject({
    url: 'https://shop.example.org/cart?token=geheim',
    url_options: { request: { auth: { token: secret } } },
  });
  expect(await app.call('POST', path, { ...copy, clone_of: 999 })).toMatchObject({ status: 404 });
});

test('a copy of a network monitor does the same, and gets the default of an absent option', async () => {
  const path = `/network/websites/${website_id}/network-monitors`;
  const fields = { name: 'Cache', host: 'cache.example.org', port: 6379, monitor_type: 'REDIS' };
  const options = { username: 'me', password: secret };
  const made = await app.call('POST', path, { ...fields, options });
  expect(made).toMatchObject({ status: 201 });
  const source = made.body as { id: number; options: object };
  const copy = { ...fields, options: source.options, clone_of: source.id };
  expect(await app.call('POST', path, { ...copy, host: 'other.example.org' })).toMatchObject({ status: 422 });
  const without = { ...copy, options: null, host: 'other.example.org' };
  expect(await app.call('POST', path, without)).toMatchObject({ status: 201, body: { options: null } });
  const same = await app.call('POST', path, { ...copy, name: 'Copy' });
  expect(same).toMatchObject({ status: 201 });
  expect(JSON.stringify(same)).not.toContain(secret);
  const { id } = same.body as { id: number };
  expect(app.engine.watched.get(id)?.target).toMatchObject({ options });
});

test('a copy of a monitor with a command has the parameters of its command', async () => {
  const login = { name: 'login', title: 'Sign-in', parameters: ['host' as const], location_ids: [] };
  app.commands.push(login);
  const path = `/network/websites/${website_id}/network-monitors`;
  const fields = { name: 'Login', monitor_type: 'COMMAND', host: 'a.example.org', options: { command: 'login' } };
  const { id } = (await app.call('POST', path, fields)).body as { id: number };
  const copy = { ...fields, clone_of: id, name: 'Copy' };
  expect(await app.call('POST', path, { ...copy, host: 'b.example.org' })).toMatchObject({
    status: 201,
    body: { host: 'b.example.org', options: { command: 'login' } },
  });
  expect(await app.call('POST', path, { ...copy, host: null })).toMatchObject({ status: 422 });
  app.commands.length = 0;
  expect(await app.call('POST', path, copy)).toMatchObject({ status: 422 });
});
