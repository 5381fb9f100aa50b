import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { type RunningServer, startServer } from '../../main.ts';
import { createTestDatabase } from '../../testing/postgres.ts';

const password = 'correct horse battery';
let folder: string;
let running: RunningServer[];
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-tokens-'));
  const DATABASE_URL = await createTestDatabase(inject('postgresPort') ?? 0);
  const start = (name: string) =>
    startServer(
      readConfig({
        ...{ DATA_DIR: path.join(folder, name), DATABASE_URL, ROLE: 'web', ADMIN_PASSWORD: password },
        ...{ PORT: '0', LOG_LEVEL: 'silent', CHROMIUM_PATH: 'off' },
      }),
      { write: () => undefined },
    );
  running = [await start('one'), await start('other')];
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

interface Asked {
  token?: string;
  method?: string;
  body?: object;
}

const call = (at: number, asked: string, { token = '', method = 'GET', body }: Asked): Promise<Response> =>
  fetch(`${running[at]?.url}/api${asked}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

async function signIn(): Promise<string> {
  const answer = await call(0, '/auth/login', { method: 'POST', body: { password } });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Opens a stream at the other process. Resolves, once it is open, with what resolves at its end. */
async function openAtOther(token: string): Promise<{ ended: Promise<string> }> {
  const stream = await call(1, '/events', { token });
  expect(stream.status).toBe(200);
  return { ended: stream.text() };
}

async function endsWithinASecond(ended: Promise<string>): Promise<void> {
  const since = performance.now();
  expect(await ended).toContain(': connected');
  expect(performance.now() - since).toBeLessThan(1000);
}

test('a token that is revoked at one process is refused at the other at once, and its stream there closed within a second', async () => {
  const owner = await signIn();
  const body = { name: 'Board', scopes: ['read'] };
  const made = await call(0, '/tokens', { token: owner, method: 'POST', body });
  const { id, token } = (await made.json()) as { id: number; token: string };
  const { ended } = await openAtOther(token);
  expect((await call(0, `/tokens/${id}`, { token: owner, method: 'DELETE' })).status).toBe(204);
  const refused = call(1, '/websites/', { token });
  await endsWithinASecond(ended);
  expect((await refused).status).toBe(401);
});

test('so is a session that is signed out', async () => {
  const token = await signIn();
  const { ended } = await openAtOther(token);
  expect((await call(0, '/auth/logout', { token, method: 'POST' })).status).toBe(204);
  await endsWithinASecond(ended);
});
