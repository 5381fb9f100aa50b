import type { InvitedUser } from '@upvigil/core/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { startSmtpSink } from '../../testing/sinks/smtp-sink.ts';
import { startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

const hourMs = 3_600_000;
const password = 'horse of the right battery';
let test: TestApp;
let offsetMs = 0;
let sender = 0;
beforeAll(async () => {
  test = await startTestApp({ listen: true, clock: { ...systemClock, now: () => Date.now() + offsetMs } });
});
beforeEach(async () => {
  offsetMs = 0;
  await test.resetAccess();
});
afterAll(() => test.close());

interface Answer {
  status: number;
  body: Record<string, unknown> & { access_token: string; detail: string };
}

/** A null token sends none. */
async function ask(token: string | null, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${test.baseUrl}/api${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
}
const asOwner = (method: string, path: string, body?: object) => ask(test.token, method, path, body);

async function invite(role: string, email = 'ann@example.org'): Promise<InvitedUser & { token: string }> {
  const { status, body } = await asOwner('POST', '/users', { email, role });
  expect(status, JSON.stringify(body)).toBe(201);
  const invited = body as unknown as InvitedUser;
  return { ...invited, token: invited.link?.split('#')[1] ?? '' };
}
const accept = (token: string, name = 'Ann') => ask(null, 'POST', '/auth/invitation', { token, name, password });
async function join(role: string, email = 'ann@example.org', name = 'Ann') {
  const { id, token } = await invite(role, email);
  const { status, body } = await accept(token, name);
  expect(status).toBe(200);
  return { id, token: body.access_token };
}
/** Each from an address of its own, so that no limit applies. */
async function login(email: string, given: string): Promise<Answer> {
  sender += 1;
  const answer = await test.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: given },
    remoteAddress: `198.51.100.${sender}`,
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('an invitation', () => {
  it('is a link that works once, and admits with the given role', async () => {
    expect((await ask(null, 'GET', '/auth/methods')).body).toEqual([]);
    const invited = await invite('editor', 'Ann@Example.org');
    expect(invited).toMatchObject({
      email: 'ann@example.org',
      name: '',
      role: 'editor',
      status: 'invited',
      mailed: false,
    });
    expect(invited.link).toMatch(/^\/invite#[\w-]{43}$/);
    const { status, body } = await accept(invited.token);
    expect(status).toBe(200);
    expect((await ask(body.access_token, 'GET', '/auth/me')).body).toEqual({
      kind: 'user',
      id: invited.id,
      name: 'Ann',
      email: 'ann@example.org',
      role: 'editor',
      scopes: ['write', 'deploy'],
      expires_at: null,
    });
    expect(await accept(invited.token)).toEqual({
      status: 401,
      body: { detail: 'This invitation is no longer valid: ask for a new one' },
    });
    expect((await ask(null, 'GET', '/auth/methods')).body).toEqual([{ kind: 'email', label: 'Email and password' }]);
  });

  it('ends after 72 hours, and is stored as a hash', async () => {
    const { token } = await invite('viewer');
    expect(JSON.stringify(await test.db.selectFrom('users').selectAll().execute())).not.toContain(token);
    offsetMs = 72 * hourMs;
    expect((await accept(token)).status).toBe(401);
    offsetMs -= 60_000;
    expect((await accept(token)).status).toBe(200);
  });

  it('is mailed when email is configured, and then nobody else sees its link', async () => {
    const smtp = await startSmtpSink();
    await asOwner('PUT', '/settings/notifications', {
      smtp_host: '127.0.0.1',
      smtp_port: smtp.port,
      smtp_use_tls: false,
      smtp_from_email: 'up@example.org',
    });
    const invited = await invite('viewer');
    expect(invited).toMatchObject({ mailed: true, link: null, mail_error: null });
    const mail = JSON.stringify(smtp.messages);
    expect(mail).toContain('ann@example.org');
    const token = /invite#([\w-]{43})/.exec(mail.replaceAll('=\\r\\n', '').replaceAll('=23', '#'))?.[1] ?? '';
    expect((await accept(token)).status).toBe(200);
    await smtp.close();
    expect(await invite('viewer', 'bob@example.org')).toMatchObject({
      mailed: false,
      link: expect.stringMatching(/^\/invite#/),
      mail_error: expect.any(String),
    });
  });

  it('is refused for an address that has one', async () => {
    await invite('viewer');
    const { status, body } = await asOwner('POST', '/users', { email: 'ANN@example.org', role: 'admin' });
    expect([status, body.detail]).toEqual([422, 'There is a user with ann@example.org already']);
  });
});

describe('a user', () => {
  it('signs in by email; unknown, disabled, invited and wrong get the same response', async () => {
    const { id } = await join('viewer');
    await join('viewer', 'eve@example.org', 'Eve');
    await invite('viewer', 'new@example.org');
    expect((await login('ANN@example.org', password)).status).toBe(200);
    await asOwner('PUT', `/users/${id}`, { status: 'disabled' });
    const refused = [
      await login('ann@example.org', password),
      await login('nobody@example.org', password),
      await login('new@example.org', password),
      await login('eve@example.org', 'wrong'),
      await login('eve@example.org', testPassword),
    ];
    for (const answer of refused) {
      expect(answer).toEqual({ status: 401, body: { detail: 'Invalid email or password' } });
    }
  });

  it('is limited by address, not by account: others cannot lock a user out', async () => {
    await join('viewer');
    const wrong = async () =>
      (
        await test.inject({
          method: 'POST',
          url: '/api/auth/login',
          payload: { email: 'ann@example.org', password: 'wrong' },
          remoteAddress: '203.0.113.9',
        })
      ).statusCode;
    const answers: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) answers.push(await wrong());
    expect(answers.slice(-2)).toEqual([429, 429]);
    expect((await login('ann@example.org', password)).status).toBe(200);
  });

  it('has the permissions of the role, and a changed role applies from the next request', async () => {
    const { id, token } = await join('viewer');
    expect((await ask(token, 'GET', '/websites/')).status).toBe(200);
    expect(await ask(token, 'POST', '/websites/', { name: 'Shop' })).toEqual({
      status: 403,
      body: { detail: 'This needs write; your role has read' },
    });
    await asOwner('PUT', `/users/${id}`, { role: 'editor' });
    expect((await ask(token, 'POST', '/websites/', { name: 'Shop' })).status).toBe(201);
    expect((await ask(token, 'POST', '/marks', { label: 'v2' })).status).toBe(201);
    expect((await ask(token, 'GET', '/settings/notifications')).status).toBe(403);
    await asOwner('PUT', `/users/${id}`, { role: 'admin' });
    expect((await ask(token, 'GET', '/settings/notifications')).status).toBe(200);
    await asOwner('PUT', `/users/${id}`, { role: 'viewer' });
    expect((await ask(token, 'POST', '/websites/', { name: 'Two' })).status).toBe(403);
  });

  it('has tokens that shrink at once when their maker is demoted', async () => {
    const { id, token } = await join('editor');
    const beyond = await ask(token, 'POST', '/tokens', { name: 'All', scopes: ['backup'] });
    expect([beyond.status, beyond.body.detail]).toEqual([422, 'You cannot grant backup: you do not have it yourself']);
    const made = await ask(token, 'POST', '/tokens', { name: 'CI', scopes: ['write'] });
    const api = made.body.token as string;
    expect((await ask(api, 'POST', '/websites/', { name: 'One' })).status).toBe(201);
    await asOwner('PUT', `/users/${id}`, { role: 'viewer' });
    expect(await ask(api, 'POST', '/websites/', { name: 'Two' })).toEqual({
      status: 403,
      body: { detail: 'This needs write; this token has read' },
    });
    expect((await ask(api, 'GET', '/auth/me')).body).toMatchObject({ name: 'CI', scopes: ['read'] });
    await asOwner('PUT', `/users/${id}`, { role: 'admin' });
    expect((await ask(api, 'POST', '/websites/', { name: 'Two' })).status).toBe(201);
  });

  it.each([
    ['disabled', 'PUT', { status: 'disabled' }],
    ['reset', 'POST', undefined],
    ['removed', 'DELETE', undefined],
  ] as const)('who is %s loses access at once, with tokens and open streams', async (what, method, body) => {
    const { id, token } = await join('viewer');
    const api = (await ask(token, 'POST', '/tokens', { name: 'Board', scopes: ['read'] })).body.token as string;
    const streams = [token, api].map(async (each) => {
      const answer = await fetch(`${test.baseUrl}/api/events`, { headers: { authorization: `Bearer ${each}` } });
      return answer.text();
    });
    const mine = await fetch(`${test.baseUrl}/api/events`, { headers: { authorization: `Bearer ${test.token}` } });
    const path = `/users/${id}${what === 'reset' ? '/reset' : ''}`;
    const { status } = await asOwner(method, path, body);
    const endedAt = performance.now();
    expect(status).toBeLessThan(300);
    expect([(await ask(token, 'GET', '/websites/')).status, (await ask(api, 'GET', '/websites/')).status]).toEqual([
      401, 401,
    ]);
    await Promise.all(streams);
    expect(performance.now() - endedAt).toBeLessThan(5000);
    expect((await login('ann@example.org', password)).status).toBe(401);
    expect((await asOwner('GET', '/websites/')).status).toBe(200);
    await mine.body?.cancel();
  });

  it('who is enabled again signs in with the same password', async () => {
    const { id } = await join('viewer');
    await asOwner('PUT', `/users/${id}`, { status: 'disabled' });
    await asOwner('PUT', `/users/${id}`, { status: 'active' });
    expect((await login('ann@example.org', password)).status).toBe(200);
    const { id: other } = await invite('viewer', 'bob@example.org');
    const { status, body } = await asOwner('PUT', `/users/${other}`, { status: 'active' });
    expect([status, body.detail]).toEqual([422, 'The invitation was not accepted yet']);
  });

  it('changes their own password, which ends only their sessions', async () => {
    const { token } = await join('viewer');
    const change = (current: string) =>
      ask(token, 'POST', '/auth/password', { current_password: current, new_password: 'another right battery' });
    expect((await change(testPassword)).status).toBe(422);
    expect((await change(password)).status).toBe(204);
    expect((await ask(token, 'GET', '/websites/')).status).toBe(401);
    expect((await login('ann@example.org', 'another right battery')).status).toBe(200);
    expect((await asOwner('GET', '/websites/')).status).toBe(200);
  });

  it('lists and ends their own sessions and tokens, an admin those of all', async () => {
    const ann = await join('viewer');
    const bob = await join('admin', 'bob@example.org', 'Bob');
    await ask(ann.token, 'POST', '/tokens', { name: 'Of Ann', scopes: ['read'] });
    const own = await asOwner('POST', '/tokens', { name: 'Of the owner', scopes: ['read'] });
    const list = async (token: string, path: string) =>
      (await ask(token, 'GET', path)).body as unknown as { id: number; user_name: string; name: string }[];
    expect(await list(ann.token, '/auth/sessions')).toMatchObject([
      { user_id: ann.id, user_name: 'Ann', ip: '127.0.0.1', client: 'api', is_current: true },
    ]);
    expect((await list(ann.token, '/tokens')).map(({ name }) => name)).toEqual(['Of Ann']);
    const all = await list(bob.token, '/auth/sessions');
    expect(all.map(({ user_name }) => user_name)).toEqual(['Bob', 'Ann', 'owner']);
    expect((await list(bob.token, '/tokens')).map(({ name }) => name)).toEqual(['Of the owner', 'Of Ann']);
    expect((await ask(ann.token, 'DELETE', `/auth/sessions/${all[2]?.id}`)).status).toBe(404);
    expect((await ask(ann.token, 'DELETE', `/tokens/${own.body.id}`)).status).toBe(404);
    expect((await ask(bob.token, 'DELETE', `/auth/sessions/${all[1]?.id}`)).status).toBe(204);
    expect((await ask(ann.token, 'GET', '/websites/')).status).toBe(401);
  });
});

describe('a dangerous action', () => {
  it.each([
    ['POST', '/users', { email: 'x@example.org', role: 'viewer' }],
    ['PUT', '/users/1', { role: 'admin' }],
    ['POST', '/users/1/reset', undefined],
    ['DELETE', '/users/1', undefined],
    ['POST', '/tokens', { name: 'All', scopes: ['admin'] }],
  ])('%s %s needs a sign-in within 15 minutes, or the password again', async (method, path, body) => {
    offsetMs = 15 * 60_000;
    expect(await asOwner(method, path, body)).toEqual({
      status: 403,
      body: { detail: 'Enter your password again: this needs a sign-in within 15 minutes', confirm: true },
    });
    expect((await asOwner('POST', '/auth/confirm', { password: 'wrong' })).status).toBe(422);
    const confirmed = await asOwner('POST', '/auth/confirm', { password: testPassword });
    expect(confirmed.status).toBe(200);
    // The session continues with another token.
    expect((await asOwner('GET', '/websites/')).status).toBe(401);
    expect((await ask(confirmed.body.access_token, method, path, body)).status).not.toBe(403);
  });

  it('is confirmed by a user with their own password', async () => {
    const { token } = await join('admin');
    expect((await ask(token, 'POST', '/auth/confirm', { password: testPassword })).status).toBe(422);
    expect((await ask(token, 'POST', '/auth/confirm', { password })).status).toBe(200);
  });
});

it('names the user in the audit log, one event each', async () => {
  const { id, token } = await join('editor');
  await ask(token, 'POST', '/websites/', { name: 'Shop' });
  await asOwner('PUT', `/users/${id}`, { role: 'viewer' });
  await login('ann@example.org', password);
  const events = (await asOwner('GET', '/audit')).body as unknown as {
    action: string;
    actor: object;
    changes: object[];
  }[];
  const listed = events.map(({ action, actor, changes }) => ({ action, actor, changes }));
  const ann = { kind: 'user', id, name: 'Ann' };
  const owner = { kind: 'owner', id: null, name: 'owner' };
  expect(listed.slice(0, 5)).toEqual([
    { action: 'session.start', actor: ann, changes: [] },
    { action: 'user.update', actor: owner, changes: [{ field: 'role', before: 'editor', after: 'viewer' }] },
    { action: 'website.create', actor: ann, changes: expect.any(Array) },
    { action: 'user.accept', actor: ann, changes: [] },
    { action: 'user.invite', actor: owner, changes: expect.any(Array) },
  ]);
});

it('restoring an old backup brings no user back, and the owner can sign in', async () => {
  const gone = await join('viewer');
  const { name } = (await asOwner('POST', '/backup/create')).body as unknown as { name: string };
  const headers = { authorization: `Bearer ${test.token}` };
  const archive = await (await fetch(`${test.baseUrl}/api/backup/download/${name}`, { headers })).arrayBuffer();
  await asOwner('DELETE', `/users/${gone.id}`);
  const kept = await join('viewer', 'bob@example.org', 'Bob');
  const form = new FormData();
  form.append('file', new Blob([archive]), 'backup.tar.gz');
  const restored = await fetch(`${test.baseUrl}/api/backup/restore`, { method: 'POST', headers, body: form });
  expect(restored.status).toBe(200);
  expect((await ask(gone.token, 'GET', '/websites/')).status).toBe(401);
  expect((await login('ann@example.org', password)).status).toBe(401);
  expect((await ask(kept.token, 'GET', '/websites/')).status).toBe(200);
  const owner = await ask(null, 'POST', '/auth/login', { password: testPassword });
  expect(owner.status).toBe(200);
  expect((await ask(owner.body.access_token, 'GET', '/users')).body).toMatchObject([{ email: 'bob@example.org' }]);
  expect(Buffer.from(archive).toString('latin1')).not.toContain('ann@example.org');
});
