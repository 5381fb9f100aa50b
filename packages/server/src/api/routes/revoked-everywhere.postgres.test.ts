import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ShareLink } from '@upvigil/core/contract/share-links';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../base/config/config.ts';
import { type RunningServer, startServer } from '../../main.ts';
import { createTestDatabase } from '../../testing/postgres.ts';

const password = 'correct horse battery';
let folder: string;
let running: RunningServer[];
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-tokens-'));
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
});
afterAll(async () => {
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

/** Opens a stream at the other process. Resolves when it is open; `ended` resolves at its end. */
async function openAtOther(token: string): Promise<{ ended: Promise<string> }> {
  const stream = await call(1, '/events', { token });
  expect(stream.status).toBe(200);
  return { ended: stream.text() };
}

async function endsWithinASecond(ended: Promise<string>): Promise<void> {
  const since = performance.now();
  expect(await ended).toContain(': connected');
  expect(performance.now() - since).toBeLessThan(5000);
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

test('the same applies to a session that is signed out', async () => {
  const token = await signIn();
  const { ended } = await openAtOther(token);
  expect((await call(0, '/auth/logout', { token, method: 'POST' })).status).toBe(204);
  await endsWithinASecond(ended);
});

describe('of a user', () => {
  let owner: string;
  let ann: { id: number; token: string; api: string };
  let email: string;
  let people = 0;
  beforeEach(async () => {
    owner = await signIn();
    people += 1;
    email = `ann${people}@example.org`;
    const invited = await call(0, '/users', {
      token: owner,
      method: 'POST',
      body: { email, role: 'editor' },
    });
    const { id, link } = (await invited.json()) as { id: number; link: string };
    const accepted = { token: link.split('#')[1], name: 'Ann', password };
    const { access_token: token } = (await (
      await call(0, '/auth/invitation', { method: 'POST', body: accepted })
    ).json()) as { access_token: string };
    const made = await call(0, '/tokens', { token, method: 'POST', body: { name: 'Board', scopes: ['write'] } });
    ann = { id, token, api: ((await made.json()) as { token: string }).token };
  });

  /** Changes Ann at one process while both read at the other. Returns the state of the owner's stream. */
  async function whileReading(change: () => Promise<Response>): Promise<{ isOwnerReading(): boolean }> {
    const streams = [await openAtOther(ann.token), await openAtOther(ann.api)];
    const mine = await openAtOther(owner);
    let isOver = false;
    const noteEnd = () => {
      isOver = true;
    };
    void mine.ended.then(noteEnd, noteEnd);
    expect((await change()).status).toBeLessThan(300);
    await Promise.all(streams.map(({ ended }) => endsWithinASecond(ended)));
    return { isOwnerReading: () => !isOver };
  }
  const statusAtOther = async (token: string, method = 'GET') =>
    (await call(1, '/websites/', { token, method, ...(method === 'POST' ? { body: { name: 'Shop' } } : {}) })).status;

  test.each([
    ['disabled', 'PUT', '', { status: 'disabled' }],
    ['reset', 'POST', '/reset', undefined],
    ['removed', 'DELETE', '', undefined],
  ])('who is %s at one process, the streams at the other end within a second', async (_what, method, under, body) => {
    const change = () =>
      call(0, `/users/${ann.id}${under}`, { token: owner, method, ...(body === undefined ? {} : { body }) });
    const { isOwnerReading } = await whileReading(change);
    expect([await statusAtOther(ann.token), await statusAtOther(ann.api)]).toEqual([401, 401]);
    expect(isOwnerReading()).toBe(true);
  });

  test('with a lower role now too, and permitted streams can be opened again', async () => {
    const { isOwnerReading } = await whileReading(() =>
      call(0, `/users/${ann.id}`, { token: owner, method: 'PUT', body: { role: 'viewer' } }),
    );
    for (const token of [ann.token, ann.api]) {
      expect([await statusAtOther(token), await statusAtOther(token, 'POST')]).toEqual([200, 403]);
    }
    expect(isOwnerReading()).toBe(true);
    const again = await openAtOther(ann.token);
    // Additional permissions end no stream.
    const promoted = await call(0, `/users/${ann.id}`, { token: owner, method: 'PUT', body: { role: 'admin' } });
    expect(promoted.status).toBe(200);
    const { ended } = await openAtOther(ann.token);
    expect((await call(0, `/users/${ann.id}`, { token: owner, method: 'PUT', body: { role: 'editor' } })).status).toBe(
      200,
    );
    await endsWithinASecond(ended);
    expect((await call(0, `/users/${ann.id}`, { token: owner, method: 'DELETE' })).status).toBe(204);
    await endsWithinASecond(again.ended);
  });

  test('a session that is ended at one process is ended at the other, and other sessions stay', async () => {
    const other = await call(0, '/auth/login', { method: 'POST', body: { email, password } });
    const { access_token: kept } = (await other.json()) as { access_token: string };
    const sessions = (await (await call(0, '/auth/sessions', { token: kept })).json()) as {
      id: number;
      is_current: boolean;
    }[];
    const { id } = sessions.find(({ is_current }) => !is_current) ?? { id: 0 };
    const { ended } = await openAtOther(ann.token);
    expect((await call(0, `/auth/sessions/${id}`, { token: kept, method: 'DELETE' })).status).toBe(204);
    await endsWithinASecond(ended);
    expect([await statusAtOther(ann.token), await statusAtOther(kept), await statusAtOther(ann.api)]).toEqual([
      401, 200, 200,
    ]);
  });
});

describe('of a share link', () => {
  let owner: string;
  beforeAll(async () => {
    owner = await signIn();
  });
  const ask = (at: number, method: string, asked: string, body?: object): Promise<Response> =>
    call(at, asked, { token: owner, method, ...(body ? { body } : {}) });

  /** Links not yet stored count as guesses: a network has 60 a minute. */
  const patience = { interval: 500 };

  test('32.3: a link revoked at one process shows nothing at the other within a second, whichever created it', async () => {
    const { id: website_id } = (await (await ask(0, 'POST', '/websites/', { name: 'Shop' })).json()) as { id: number };
    for (const [maker, revoker] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const made = await ask(maker, 'POST', '/share-links', { website_id, name: 'Agency' });
      const { id, url } = (await made.json()) as ShareLink;
      const link = new URL(url ?? '').pathname.replace('/share/', '');
      const statusAt = async (at: number) => (await ask(at, 'GET', `/public/shares/${link}`)).status;
      const pageAt = async (at: number) => (await fetch(`${running[at]?.url}/share/${link}`)).status;
      for (const at of [0, 1]) await expect.poll(() => statusAt(at), patience).toBe(200);
      expect((await ask(revoker, 'DELETE', `/share-links/${id}`)).status).toBe(204);
      const since = performance.now();
      expect([await statusAt(0), await statusAt(1), await pageAt(0), await pageAt(1)]).toEqual([404, 404, 404, 404]);
      expect(performance.now() - since).toBeLessThan(5000);
    }
  });

  test('both processes count the views of a link', async () => {
    const { id: website_id } = (await (await ask(0, 'POST', '/websites/', { name: 'Shop' })).json()) as { id: number };
    const made = await ask(0, 'POST', '/share-links', { website_id, name: 'Agency' });
    const { id, url } = (await made.json()) as ShareLink;
    const link = new URL(url ?? '').pathname.replace('/share/', '');
    for (const at of [0, 1]) {
      await expect.poll(async () => (await ask(at, 'GET', `/public/shares/${link}`)).status, patience).toBe(200);
    }
    const viewsOf = async () => ((await (await ask(1, 'GET', `/share-links/${id}`)).json()) as ShareLink).views;
    await expect.poll(viewsOf).toBe(2);
  });
});
