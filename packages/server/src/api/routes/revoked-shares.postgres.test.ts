import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ShareLink } from '@upvigil/core/contract/share-links';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../base/config/config.ts';
import { type RunningServer, startServer } from '../../main.ts';
import { createTestDatabase } from '../../testing/postgres.ts';

const password = 'correct horse battery';
let folder: string;
let running: RunningServer[];
let token: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-shares-'));
  const DATABASE_URL = await createTestDatabase(inject('postgresPort') ?? 0);
  const start = (name: string) =>
    startServer(
      readConfig({
        DATA_DIR: path.join(folder, name),
        DATABASE_URL,
        ROLE: 'web',
        ADMIN_PASSWORD: password,
        PORT: '0',
        LOG_LEVEL: 'silent',
        CHROMIUM_PATH: 'off',
      }),
      { write: () => undefined },
    );
  // Sequentially: the second uses the key that the first creates.
  running = [await start('one'), await start('other')];
  const answer = await call(0, 'POST', '/auth/login', { password });
  token = ((await answer.json()) as { access_token: string }).access_token;
});
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const call = (at: number, method: string, asked: string, body?: object): Promise<Response> =>
  fetch(`${running[at]?.url}/api${asked}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

/** Links not yet stored count as guesses: a network has 60 a minute. */
const patience = { interval: 500 };

test('32.3: a link revoked at one process shows nothing at the other within a second, whichever created it', async () => {
  const { id: website_id } = (await (await call(0, 'POST', '/websites/', { name: 'Shop' })).json()) as { id: number };
  for (const [maker, revoker] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const made = await call(maker, 'POST', '/share-links', { website_id, name: 'Agency' });
    const { id, url } = (await made.json()) as ShareLink;
    const link = new URL(url ?? '').pathname.replace('/share/', '');
    const statusAt = async (at: number) => (await call(at, 'GET', `/public/shares/${link}`)).status;
    const pageAt = async (at: number) => (await fetch(`${running[at]?.url}/share/${link}`)).status;
    for (const at of [0, 1]) await expect.poll(() => statusAt(at), patience).toBe(200);
    expect((await call(revoker, 'DELETE', `/share-links/${id}`)).status).toBe(204);
    const since = performance.now();
    expect([await statusAt(0), await statusAt(1), await pageAt(0), await pageAt(1)]).toEqual([404, 404, 404, 404]);
    expect(performance.now() - since).toBeLessThan(5000);
  }
});

test('both processes count the views of a link', async () => {
  const { id: website_id } = (await (await call(0, 'POST', '/websites/', { name: 'Shop' })).json()) as { id: number };
  const made = await call(0, 'POST', '/share-links', { website_id, name: 'Agency' });
  const { id, url } = (await made.json()) as ShareLink;
  const link = new URL(url ?? '').pathname.replace('/share/', '');
  for (const at of [0, 1]) {
    await expect.poll(async () => (await call(at, 'GET', `/public/shares/${link}`)).status, patience).toBe(200);
  }
  const viewsOf = async () => ((await (await call(1, 'GET', `/share-links/${id}`)).json()) as ShareLink).views;
  await expect.poll(viewsOf).toBe(2);
});
