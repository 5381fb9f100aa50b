import type { Backup } from '@upvigil/core/contract/backup';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSoftPasskey } from '../../testing/soft-passkey.ts';
import { startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

const origin = 'http://localhost:8080';
let test: TestApp;
beforeEach(async () => {
  test = await startTestApp({ listen: true, env: { BASE_URL: origin } });
});
afterEach(() => test.close());

const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${test.baseUrl}/api${path}`, { ...init, headers: { authorization: `Bearer ${test.token}`, ...init.headers } });
const post = (path: string, body: object): Promise<Response> =>
  call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

it('second factors are in no backup, and a restore leaves them as they are', async () => {
  const { name } = (await (await call('/backup/create', { method: 'POST' })).json()) as Backup;
  const archive = await (await call(`/backup/download/${name}`)).arrayBuffer();
  const { secret } = (await (await post('/auth/totp', {})).json()) as { secret: string };
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const confirmed = await post('/auth/totp/confirm', { code: totp.generate({ timestamp: Date.now() - 30_000 }) });
  const { recovery_codes } = (await confirmed.json()) as { recovery_codes: string[] };
  const key = createSoftPasskey(origin);
  const asked = (await (await post('/auth/passkeys/options', {})).json()) as { challenge: string };
  expect((await post('/auth/passkeys', { name: 'Key', passkey: key.make(asked) })).status).toBe(201);

  const form = new FormData();
  form.append('file', new Blob([archive]), 'backup.tar.gz');
  expect((await call('/backup/restore', { method: 'POST', body: form })).status).toBe(200);

  const login = async () => (await post('/auth/login', { password: testPassword })).json();
  const first = (await login()) as { challenge: string; methods: string[] };
  expect(first.methods).toEqual(['totp', 'passkey', 'recovery_code']);
  const answer = async (given: object) => {
    const { challenge } = (await login()) as { challenge: string };
    return (await post('/auth/second-factor', { challenge, ...given })).status;
  };
  expect(await answer({ code: totp.generate() })).toBe(200);
  expect(await answer({ recovery_code: recovery_codes[0] })).toBe(200);
  const options = (await (await post('/auth/passkey/options', {})).json()) as { challenge: string };
  expect((await post('/auth/passkey', { passkey: key.use(options) })).status).toBe(200);
});
