import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { Backup, Restored } from '@upvigil/core/contract/backup';
import { maskedSecret } from '@upvigil/core/contract/masked-secret';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { expect, it, onTestFinished } from 'vitest';
import { keyBytes } from '../config/secret-key-schema.ts';
import { findStoredKey } from '../settings/secrets/secret-key.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const planted = 'planted-smtp-password';
/** Two programs are started one after the other, on a machine that may be busy. Milliseconds. */
const patience = 60_000;

async function start(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startTestApp({ listen: true, env: { CHROMIUM_PATH: 'off', ...env } });
  onTestFinished(() => app.close());
  return app;
}

const call = (app: TestApp, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(app.baseUrl + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${app.token}` } });

const save = (app: TestApp, settings: object): Promise<Response> =>
  call(app, '/api/settings/notifications', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });

/** An installation with a password, and the backup of it. */
async function backUp(): Promise<{ archive: ArrayBuffer; key: string }> {
  const app = await start();
  await save(app, { smtp_host: '127.0.0.1', smtp_port: 9, smtp_from_email: 'me@example.com', smtp_password: planted });
  const { name } = (await (await call(app, '/api/backup/create', { method: 'POST' })).json()) as Backup;
  const archive = await (await call(app, `/api/backup/download/${name}`)).arrayBuffer();
  const key = await findStoredKey(app.db);
  return { archive, key: key?.toString('base64') ?? '' };
}

async function restore(app: TestApp, archive: ArrayBuffer): Promise<Restored> {
  const form = new FormData();
  form.append('file', new Blob([archive]), 'backup.tar.gz');
  const answer = await call(app, '/api/backup/restore', { method: 'POST', body: form });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Restored;
}

const testEmail = async (app: TestApp): Promise<string> =>
  (await call(app, '/api/settings/test-email?email=me@example.com', { method: 'POST' })).text();

it('a backup holds no readable secret and not the key', async () => {
  const { archive, key } = await backUp();
  const content = gunzipSync(Buffer.from(archive)).toString('latin1');
  expect(content).toContain('sealed:');
  expect(content).not.toContain(planted);
  expect(key).not.toBe('');
  expect(content).not.toContain(key);
});

it('restored elsewhere, secrets are missing, which is told, until they are entered again', async () => {
  const { archive } = await backUp();
  const other = await start({ SECRET_KEY: randomBytes(keyBytes).toString('base64') });
  expect(await restore(other, archive)).toMatchObject({ secrets_missing: 1 });
  const settings = await (await call(other, '/api/settings/notifications')).json();
  expect(settings).toMatchObject({ smtp_host: '127.0.0.1', smtp_password: maskedSecret });
  expect(await testEmail(other)).toContain('a stored secret is sealed under another key: enter it again');
  await save(other, { smtp_password: 'entered again' });
  expect(await testEmail(other)).not.toContain('sealed');
});

it('restored elsewhere with the key, nothing is missing', async () => {
  const { archive, key } = await backUp();
  const other = await start({ SECRET_KEY: key });
  expect(await restore(other, archive)).not.toHaveProperty('secrets_missing');
  expect(await testEmail(other)).not.toContain('sealed');
});

it('restored where it was made, nothing is missing', async () => {
  const app = await start();
  await save(app, { smtp_password: planted });
  const { name } = (await (await call(app, '/api/backup/create', { method: 'POST' })).json()) as Backup;
  const archive = await (await call(app, `/api/backup/download/${name}`)).arrayBuffer();
  expect(await restore(app, archive)).not.toHaveProperty('secrets_missing');
});

const tokens = ['planted-first-token', 'planted-second-token'];

/** A target that answers all with 200, and its address. */
async function startTarget(): Promise<string> {
  const server = createServer((_request, response) => response.end('ok'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** An installation with two URLs that have secrets and two that have none, and the backup of it. */
async function backUpMonitors(): Promise<{ app: TestApp; archive: ArrayBuffer; key: string; answers: string }> {
  const app = await start({ LOG_LEVEL: 'debug' });
  const url = await startTarget();
  const answers: string[] = [];
  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<string> => {
    const answer = await app.request(method, path, body);
    answers.push(answer.body);
    return answer.body;
  };
  await ask('POST', '/websites', { name: 'Shop' });
  for (const token of tokens) {
    const added = await ask('POST', '/urls/website/1', {
      ...{ url, check_interval: 3600 },
      request: { auth: { type: 'bearer', token }, headers: [{ name: 'X-Key', value: token, secret: true }] },
    });
    await ask('PUT', `/urls/${JSON.parse(added).id}`, { timeout: 5 });
    await ask('POST', `/urls/${JSON.parse(added).id}/check`);
    await ask('POST', '/urls/test', { url, url_id: JSON.parse(added).id, request: JSON.parse(added).request });
  }
  await ask('POST', '/urls/website/1', { url, check_interval: 3600 });
  await ask('POST', '/urls/website/1', { url, check_interval: 3600, request: { method: 'HEAD' } });
  const { name } = JSON.parse(await ask('POST', '/backup/create'));
  for (const path of usualPaths) await ask('GET', path);
  const archive = await (await call(app, `/api/backup/download/${name}`)).arrayBuffer();
  const key = await findStoredKey(app.db);
  return { app, archive, key: key?.toString('base64') ?? '', answers: answers.join('\n') };
}

const usualPaths = [
  ...[
    '/websites',
    '/urls/website/1',
    '/urls/1',
    '/urls/search?text=127.0',
    '/checks/url/1',
    '/alerts',
    '/dashboard/stats',
  ],
  ...['/settings/notifications', '/backup/list', '/public/status', '/diagnostics', '/diagnostics/bundle'],
];

const idsMissing = async (app: TestApp): Promise<number[]> =>
  (await app.request('GET', '/urls/website/1'))
    .json<UrlMonitor[]>()
    .filter(({ secrets_missing }) => secrets_missing)
    .map(({ id }) => id);

const checked = async (app: TestApp, id: number) => (await app.request('POST', `/urls/${id}/check`)).statusCode;

it(
  'a backup restored on another machine: all else is checked, two monitors ask for their secrets',
  async () => {
    const { archive } = await backUpMonitors();
    const other = await start({ SECRET_KEY: randomBytes(keyBytes).toString('base64') });
    expect(await restore(other, archive)).toMatchObject({
      secrets_missing: 4,
      message: expect.stringContaining(
        '4 secrets were sealed under the key of another installation. Enter them again, or',
      ),
    });
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
  },
  patience,
);

it(
  'with the key set, no monitor asks for its secrets',
  async () => {
    const { archive, key } = await backUpMonitors();
    const other = await start({ SECRET_KEY: key });
    expect(await restore(other, archive)).not.toHaveProperty('secrets_missing');
    expect(await idsMissing(other)).toEqual([]);
    expect(await checked(other, 1)).toBe(200);
  },
  patience,
);

it('the secret of a request occurs nowhere in database file, log, backup and API answers', async () => {
  const { app, archive, answers } = await backUpMonitors();
  const files = readdirSync(app.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)).toString('latin1') }));
  const everywhere = [answers, gunzipSync(Buffer.from(archive)).toString('latin1'), ...files.map(({ bytes }) => bytes)];
  expect(answers).toContain(maskedSecret);
  for (const text of everywhere) expect(text).not.toContain('planted-');
  const rows = await app.db.selectFrom('monitors').select('secrets').where('secrets', 'is not', null).execute();
  expect(rows).toHaveLength(2);
  // The file that was searched is the one that holds them.
  const isThere = files.some(({ bytes }) => bytes.includes('sealed:'));
  if (app.storage.dialect === 'sqlite') expect(isThere).toBe(true);
});
