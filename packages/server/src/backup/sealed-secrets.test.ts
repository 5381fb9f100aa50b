import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Backup, Restored } from '@upvigil/core/contract/backup';
import { maskedSecret } from '@upvigil/core/contract/masked-secret';
import { expect, it, onTestFinished } from 'vitest';
import { keyBytes } from '../config/secret-key-schema.ts';
import { findStoredKey } from '../settings/secrets/secret-key.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const planted = 'planted-smtp-password';

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
