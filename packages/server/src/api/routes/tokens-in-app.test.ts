import { accessMessages } from '@upvigil/core/texts/access';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let logged: string[] = [];
beforeAll(async () => {
  test = await startTestApp({ listen: true, env: { LOG_LEVEL: 'trace' }, onLog: (line) => void logged.push(line) });
});
beforeEach(async () => {
  logged = [];
  await test.resetAccess();
});
afterAll(() => test.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const call = (token: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${test.baseUrl}/api${path}`, { ...init, headers: { ...bearer(token), ...init.headers } });

async function make(body: object): Promise<{ id: number; token: string }> {
  const answer = await test.request('POST', '/tokens', body);
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

/** Every value of every table, as text. */
async function everythingStored(): Promise<string> {
  const tables = await test.db.introspection.getTables();
  const contents = tables.map(({ name }) =>
    test.db
      .selectFrom(name as 'settings')
      .selectAll()
      .execute(),
  );
  return JSON.stringify(await Promise.all(contents));
}

async function makeBackup(): Promise<{ name: string; archive: ArrayBuffer }> {
  const { name } = (await (await call(test.token, '/backup/create', { method: 'POST' })).json()) as { name: string };
  return { name, archive: await (await call(test.token, `/backup/download/${name}`)).arrayBuffer() };
}

describe('API tokens', () => {
  it('are shown in full once, and listed with their first characters', async () => {
    const made = await make({ name: 'Nightly', scopes: ['backup'], expires_days: null });
    await make({ name: 'Board', scopes: ['read'] });
    const listed = (await test.request('GET', '/tokens')).json();
    expect(listed).toMatchObject([
      { name: 'Board', scopes: ['read'], last_used_at: null },
      { name: 'Nightly', scopes: ['backup'], prefix: made.token.slice(0, 8), created_by: 'owner', expires_at: null },
    ]);
    expect(JSON.stringify(listed)).not.toContain(made.token.slice(8));
    expect((await test.request('GET', `/tokens?limit=1&before=${listed[0].id}`)).json()).toEqual([listed[1]]);
  });

  it.each([
    [{ name: '', scopes: ['read'] }, 'Name is required'],
    [{ name: 'a', scopes: [] }, 'Scopes is required'],
    [{ name: 'a', scopes: ['all'] }, 'Scope must be one of read, check, write, backup, deploy, admin'],
    [{ name: 'a', scopes: ['read'], expires_days: 731 }, 'Expiry must be between 1 and 730 days'],
    [{ name: 'a', scopes: ['read'], expires_days: 0 }, 'Expiry must be between 1 and 730 days'],
  ])('%j is refused', async (body, detail) => {
    const answer = await test.request('POST', '/tokens', body);
    expect([answer.statusCode, answer.json().detail]).toEqual([422, detail]);
  });

  it('return their identity, and record their use', async () => {
    const { token, id } = await make({ name: 'Nightly', scopes: ['backup', 'read'] });
    const me = await (await call(token, '/auth/me')).json();
    expect(me).toMatchObject({ kind: 'token', name: 'Nightly', scopes: ['read', 'backup'] });
    expect(await (await call(test.token, '/auth/me')).json()).toEqual({
      kind: 'owner',
      id: null,
      name: 'owner',
      email: null,
      role: 'admin',
      scopes: ['admin'],
      expires_at: null,
    });
    const [listed] = (await test.request('GET', '/tokens')).json();
    expect(listed).toMatchObject({ id, last_used_ip: '127.0.0.1' });
    expect(Date.parse(listed.last_used_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('revoked are refused at once, and their open stream is closed within a second', async () => {
    const { token, id } = await make({ name: 'Board', scopes: ['read'] });
    const other = await make({ name: 'Other', scopes: ['read'] });
    const reading = (await call(token, '/events')).text();
    const left = new AbortController();
    const kept = await call(other.token, '/events', { signal: left.signal });
    expect((await test.request('DELETE', `/tokens/${id}`)).statusCode).toBe(204);
    const revokedAt = performance.now();
    expect((await call(token, '/websites/')).status).toBe(401);
    expect(await reading).toContain(': connected');
    expect(performance.now() - revokedAt).toBeLessThan(5000);
    expect((await call(other.token, '/websites/')).status).toBe(200);
    left.abort();
    await kept.text().catch(() => undefined);
    expect((await test.request('DELETE', `/tokens/${id}`)).statusCode).toBe(404);
  });

  it('are in no row, no log and no backup', async () => {
    const { token, id } = await make({ name: 'Nightly', scopes: ['backup'] });
    const { name, archive } = await makeBackup();
    await fetch(`${test.baseUrl}/api/backup/download/${name}?token=${token}`);
    await fetch(`${test.baseUrl}/api/websites/?token=${token}`);
    await call(token, '/websites/');
    await test.request('DELETE', `/tokens/${id}`);
    await call(token, '/websites/');
    expect(logged.length).toBeGreaterThan(5);
    for (const text of [await everythingStored(), logged.join('\n'), Buffer.from(archive).toString('latin1')]) {
      expect(text).not.toContain(token.slice(4, 47));
    }
  });

  it('of backups keep three or more, and neither restore nor delete', async () => {
    const { token } = await make({ name: 'Nightly', scopes: ['backup'] });
    const { name } = await makeBackup();
    const said = async (method: string, path: string) => {
      const answer = await call(token, path, { method });
      return answer.ok ? answer.status : [answer.status, ((await answer.json()) as { detail: string }).detail];
    };
    expect(await said('POST', '/backup/cleanup?keep_count=3')).toBe(200);
    expect(await said('POST', '/backup/cleanup?keep_count=2')).toEqual([
      ...[403, 'This needs admin; this token has backup'],
    ]);
    expect(await said('POST', '/backup/restore')).toEqual([403, 'This needs admin; this token has backup']);
    expect(await said('DELETE', `/backup/${name}`)).toEqual([403, 'This needs admin; this token has backup']);
    expect(await said('GET', '/websites/')).toEqual([403, 'This needs read; this token has backup']);
    expect((await test.request('POST', '/backup/cleanup?keep_count=0')).statusCode).toBe(200);
  });

  it('stay when the password is changed, which ends sessions', async () => {
    const { token } = await make({ name: 'Board', scopes: ['read'] });
    const body = { current_password: 'correct horse battery', new_password: 'another correct horse' };
    expect((await test.request('POST', '/auth/password', body)).statusCode).toBe(204);
    expect((await call(test.token, '/websites/')).status).toBe(401);
    expect((await call(token, '/websites/')).status).toBe(200);
  });

  it('give the same response without a token', async () => {
    const answer = await call('upv_wrong', '/websites/');
    expect([answer.status, await answer.json()]).toEqual([401, { detail: accessMessages.signInFirst }]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });
});
