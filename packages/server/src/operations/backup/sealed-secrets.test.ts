import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Backup, Restored } from '@upvigil/core/contract/backup';
import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { keyBytes } from '../../base/config/secret-key-schema.ts';
import { findStoredKey } from '../../storage/settings/secrets/secret-key.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/** An installation with an SMTP password, two URLs with two secrets each and two without, and its backup. */
let source: TestApp;
let target: Server;
let archive: ArrayBuffer;
let key: string;
beforeAll(async () => {
  target = createServer((_request, response) => response.end('ok'));
  await once(target.listen(0, '127.0.0.1'), 'listening');
  source = await startTestApp({ listen: true });
  const mail = { smtp_host: '127.0.0.1', smtp_port: 9, smtp_from_email: 'me@example.com', smtp_password: 'planted' };
  await source.request('PUT', '/settings/notifications', mail);
  await source.request('POST', '/websites', { name: 'Shop' });
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  for (const token of ['first', 'second']) {
    const headers = [{ name: 'X-Key', value: token, secret: true }];
    await add({ url, check_interval: 3600, request: { auth: { type: 'bearer', token }, headers } });
  }
  await add({ url, check_interval: 3600 });
  await add({ url, check_interval: 3600, request: { method: 'HEAD' } });
  const { name } = (await source.request('POST', '/backup/create')).json<Backup>();
  archive = await (await call(source, `/api/backup/download/${name}`)).arrayBuffer();
  key = (await findStoredKey(source.db))?.toString('base64') ?? '';
});
afterAll(async () => {
  await source.close();
  target.close();
});

const add = async (body: object) =>
  expect((await source.request('POST', '/urls/website/1', body)).statusCode).toBe(201);

const call = (app: TestApp, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(app.baseUrl + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${app.token}` } });

async function startElsewhere(secretKey: string): Promise<TestApp> {
  const app = await startTestApp({ listen: true, env: { SECRET_KEY: secretKey } });
  onTestFinished(() => app.close());
  return app;
}

async function restore(app: TestApp): Promise<Restored> {
  const form = new FormData();
  form.append('file', new Blob([archive]), 'backup.tar.gz');
  const answer = await call(app, '/api/backup/restore', { method: 'POST', body: form });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Restored;
}

const testEmail = async (app: TestApp): Promise<string> =>
  (await app.request('POST', '/settings/test-email?email=me@example.com')).body;
const idsMissing = async (app: TestApp): Promise<number[]> =>
  (await app.request('GET', '/urls/website/1'))
    .json<UrlMonitor[]>()
    .filter(({ secrets_missing }) => secrets_missing)
    .map(({ id }) => id);
const checked = async (app: TestApp, id: number) => (await app.request('POST', `/urls/${id}/check`)).statusCode;

it('restored elsewhere, secrets are missing, which is reported, until they are entered again', async () => {
  const other = await startElsewhere(randomBytes(keyBytes).toString('base64'));
  expect(await restore(other)).toMatchObject({
    secrets_missing: 5,
    message: expect.stringContaining(
      '5 secrets were encrypted with the key of another installation. Enter them again, or',
    ),
  });
  const settings = (await other.request('GET', '/settings/notifications')).json();
  expect(settings).toMatchObject({ smtp_host: '127.0.0.1', smtp_password: maskedSecret });
  expect(await testEmail(other)).toContain('a stored secret is encrypted with another key: enter it again');
  await other.request('PUT', '/settings/notifications', { smtp_password: 'entered again' });
  expect(await testEmail(other)).not.toContain('sealed');

  expect(await idsMissing(other)).toEqual([1, 2]);
  expect([await checked(other, 3), await checked(other, 4)]).toEqual([200, 200]);
  const refused = await other.request('POST', '/urls/1/check');
  expect([refused.statusCode, refused.body]).toEqual([
    503,
    expect.stringContaining('enter it again, or set SECRET_KEY'),
  ]);
  await other.request('PUT', '/urls/1', { check_interval: 60 });
  await expect
    .poll(async () => (await other.request('GET', '/urls/1')).json<UrlMonitor>().last_fault, { timeout: 20_000 })
    .toMatchObject({ reason: 'secret', message: expect.stringContaining('SECRET_KEY') });
  const again = { auth: { token: 'entered' }, headers: [{ name: 'X-Key', value: 'again', secret: true }] };
  expect((await other.request('PUT', '/urls/1', { request: again })).statusCode).toBe(200);
  expect(await idsMissing(other)).toEqual([2]);
  expect(await checked(other, 1)).toBe(200);
});

it('restored elsewhere with the key, or on the same installation, nothing is missing', async () => {
  for (const app of [await startElsewhere(key), source]) {
    expect(await restore(app)).not.toHaveProperty('secrets_missing');
    expect(await testEmail(app)).not.toContain('sealed');
    expect(await idsMissing(app)).toEqual([]);
    expect(await checked(app, 1)).toBe(200);
  }
});
