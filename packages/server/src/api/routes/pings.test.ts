import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { Heartbeat, HeartbeatPing, HeartbeatPingWithText } from '@upvigil/core/contract/heartbeats';
import type { StatusDetail } from '@upvigil/core/contract/public-status';
import type { Website } from '@upvigil/core/contract/websites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { healthchecksRequests, kumaRequests, type RecordedRequest } from '../../testing/recorded-pings.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let websiteId: number;
const logged: string[] = [];
beforeAll(async () => {
  test = await startTestApp({ env: { LOG_LEVEL: 'trace' }, onLog: (line) => void logged.push(line) });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  websiteId = (await test.request('POST', '/websites/', { name: 'Shop' })).json<Website>().id;
});
afterAll(() => test.close());

let count = 0;
async function add(given: object = {}): Promise<Heartbeat & { key: string }> {
  count += 1;
  const body = { name: `Job ${count}`, period: 3600, ...given };
  const answer = await test.request('POST', `/heartbeats/website/${websiteId}`, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const read = async (id: number): Promise<Heartbeat> => (await test.request('GET', `/heartbeats/${id}`)).json();
const pingsOf = async (id: number): Promise<HeartbeatPing[]> =>
  (await test.request('GET', `/heartbeats/${id}/pings`)).json();
const textOf = async (id: number, n: number): Promise<string | null> =>
  (await test.request('GET', `/heartbeats/${id}/pings/${n}`)).json<HeartbeatPingWithText>().text;
const send = (url: string, method: 'GET' | 'HEAD' | 'POST' | 'PUT' = 'GET', payload?: string | Buffer, type?: string) =>
  test.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload }),
    ...(type ? { headers: { 'content-type': type } } : {}),
  });

/** Sends the recorded bytes, and returns the status of the answer. */
async function replay({ bytes }: RecordedRequest, key: string): Promise<number> {
  const { port } = test.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes.replace('KEY', key).replace('HOST', `127.0.0.1:${port}`));
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return Number(String(answer).split(' ')[1]);
}

describe('1. Recorded requests of Healthchecks clients work unchanged and give the right states', () => {
  it('GET, HEAD and POST report success, with the headers of Healthchecks', async () => {
    const { id, key, ping_url } = await add();
    expect(ping_url).toBe(`http://localhost:8080/ping/${key}`);
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const answer = await send(`/ping/${key}`, method);
      expect(answer.statusCode).toBe(200);
      if (method !== 'HEAD') expect(answer.body).toBe('OK');
      expect(answer.headers).toMatchObject({
        'ping-body-limit': '10000',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
        'referrer-policy': 'no-referrer',
      });
    }
    expect(await read(id)).toMatchObject({ state: 'up', is_up: true, recent_checks: { states: 'uuu' } });
  });

  const { success, start, fail, log } = healthchecksRequests;
  it.each(success)('$client reports success', async (request) => {
    const { id, key } = await add();
    expect(await replay(request, key)).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'up', is_up: true });
  });

  it.each(start)('$client reports a start', async (request) => {
    const { id, key } = await add();
    expect(await replay(request, key)).toBe(200);
    expect((await read(id)).state).toBe('running');
  });

  it.each(fail)('$client reports a failure with its output', async (request) => {
    const { id, key } = await add();
    expect(await replay(request, key)).toBe(200);
    const code = request.bytes.includes('/fail') ? null : 3;
    expect(await read(id)).toMatchObject({ state: 'down', last_run: { code } });
    expect((await pingsOf(id))[0]).toMatchObject({ n: 1, type: 'fail', code, has_text: true });
    expect(await textOf(id, 1)).toBe('disk full');
  });

  it('runitor pairs the start and the end of a run by its rid', async () => {
    const { id, key } = await add();
    for (const request of [...start, ...fail].filter(({ client }) => client === 'runitor')) await replay(request, key);
    const runtime = expect.any(Number);
    expect(await read(id)).toMatchObject({ state: 'down', last_run: { code: 3, runtime } });
    expect((await pingsOf(id))[0]).toMatchObject({ n: 2, rid: expect.stringContaining('-'), runtime });
  });

  it.each(log)('$client adds a text, which changes no state', async (request) => {
    const { id, key } = await add();
    expect(await replay(request, key)).toBe(200);
    expect((await read(id)).state).toBe('new');
    expect(await textOf(id, 1)).toBe('a=b&c=d%\n');
  });
});

it('6. A body of 5 MB is 200, and its last 10,000 bytes are kept', async () => {
  const { id, key } = await add();
  const body = Buffer.alloc(5 * 1024 * 1024, 'x');
  body.write('the end', body.length - 7);
  expect((await send(`/ping/${key}`, 'POST', body, 'application/octet-stream')).statusCode).toBe(200);
  const text = await textOf(id, 1);
  expect(text).toHaveLength(10_000);
  expect(text?.endsWith('the end')).toBe(true);
});

it.each(kumaRequests)('1. $client, an example of Uptime Kuma, works unchanged', async (request) => {
  const { id, key } = await add();
  expect(await replay(request, key)).toBe(200);
  expect(await read(id)).toMatchObject({ state: 'up', recent_checks: { ms: [null] } });
  expect(await textOf(id, 1)).toBe('OK');
});

it('takes status, message and time of a push, and answers as Uptime Kuma', async () => {
  const { id, key, push_url } = await add();
  expect(push_url).toBe(`http://localhost:8080/api/push/${key}`);
  const up = await send(`/api/push/${key}?status=up&msg=OK&ping=42`);
  expect([up.statusCode, up.json()]).toEqual([200, { ok: true }]);
  expect(await read(id)).toMatchObject({ state: 'up', recent_checks: { ms: [42] } });
  await send(`/api/push/${key}?status=down&msg=No%20space&ping=`, 'POST');
  expect(await read(id)).toMatchObject({ state: 'down', recent_checks: { ms: [42, null] } });
  expect(await textOf(id, 2)).toBe('No space');
  await send(`/api/push/${key}`, 'PUT');
  expect((await read(id)).state).toBe('up');
  const unknown = await send('/api/push/abcdefghijkl?status=up');
  expect([unknown.statusCode, unknown.json()]).toEqual([404, { ok: false, msg: 'Heartbeat not found or disabled' }]);
  await test.request('PUT', `/heartbeats/${id}`, { enabled: false });
  expect((await send(`/api/push/${key}`)).json()).toMatchObject({ ok: false });
});

it('refuses what is no ping', async () => {
  const { id, key } = await add();
  expect((await send('/ping/no-such-key-here')).statusCode).toBe(404);
  expect((await send(`/ping/${key}/256`)).statusCode).toBe(400);
  expect((await send(`/ping/${key}/start?rid=7`)).statusCode).toBe(400);
  expect((await send(`/ping/${key}/other`)).statusCode).toBe(404);
  expect((await send(`/ping/${key}`, 'PUT')).statusCode).toBe(404);
  expect(await pingsOf(id)).toEqual([]);
});

it('takes no token of a user', async () => {
  const { key } = await add();
  const headers = { authorization: 'Bearer not-valid' };
  expect((await test.inject({ method: 'GET', url: `/api/push/${key}`, headers })).statusCode).toBe(200);
});

it('limits the pings of one key to 60 a minute', async () => {
  const { key } = await add();
  for (let at = 0; at < 60; at++) expect((await send(`/ping/${key}/log`)).statusCode).toBe(200);
  const refused = await send(`/ping/${key}/log`);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

it('answers 429 after 60 unknown keys a minute from one address, except for keys that it knows', async () => {
  const { key } = await add();
  const from = (url: string) => test.inject({ method: 'GET', url, remoteAddress: '192.0.2.7' });
  expect((await from(`/ping/${key}`)).statusCode).toBe(200);
  const guesses = Array.from({ length: 60 }, (_, at) => from(`/ping/guessed-key-${at}`));
  expect((await Promise.all(guesses)).every(({ statusCode }) => statusCode === 404)).toBe(true);
  expect((await from('/ping/guessed-key-60')).statusCode).toBe(429);
  expect((await from(`/ping/${key}`)).statusCode).toBe(200);
});

it('lists pings to a disabled heartbeat, and GET where only POST counts, as ignored', async () => {
  const { id, key } = await add({ post_only: true });
  expect((await send(`/ping/${key}`)).statusCode).toBe(200);
  expect((await read(id)).state).toBe('new');
  await send(`/ping/${key}`, 'POST');
  await test.request('PUT', `/heartbeats/${id}`, { enabled: false });
  expect((await send(`/ping/${key}`, 'POST')).statusCode).toBe(200);
  expect((await read(id)).state).toBe('disabled');
  expect((await pingsOf(id)).map(({ ignored }) => ignored)).toEqual([true, false, true]);
});

describe('the key', () => {
  it('may be chosen, so that a moved script changes only its host, and is unique', async () => {
    const { id, key } = await add({ key: 'Moved-from_elsewhere' });
    expect(key).toBe('Moved-from_elsewhere');
    const body = { name: 'Copy', period: 60, key };
    const answer = await test.request('POST', `/heartbeats/website/${websiteId}`, body);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'key', message: 'Another heartbeat has this key' }] });
    expect((await test.request('PUT', `/heartbeats/${id}`, { key })).statusCode).toBe(200);
    expect((await test.request('PUT', `/heartbeats/${id}`, { key: 'too short' })).statusCode).toBe(422);
  });

  it('is replaced by a rotation, after which the old address is unknown', async () => {
    const { id, key } = await add();
    const rotated = (await test.request('POST', `/heartbeats/${id}/rotate`)).json<Heartbeat>();
    expect(rotated.key).not.toBe(key);
    expect((await send(`/ping/${key}`)).statusCode).toBe(404);
    expect((await send(`/ping/${rotated.key}`)).statusCode).toBe(200);
    const events = await test.db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').limit(1).execute();
    expect(events[0]).toMatchObject({ action: 'monitor.rotate_key', target_name: expect.stringContaining('Job') });
    expect(events[0]?.changes).toContain('heartbeat_key');
    expect(events[0]?.changes).not.toContain(rotated.key);
  });

  it('is not shown to callers who may only read', async () => {
    const { id } = await add();
    const made = await test.request('POST', '/tokens', { name: 'Reader', scopes: ['read'] });
    const headers = { authorization: `Bearer ${made.json<{ token: string }>().token}` };
    const seen = await test.inject({ method: 'GET', url: `/api/heartbeats/${id}`, headers });
    expect(seen.json()).toMatchObject({ key: null, ping_url: null, push_url: null, secrets_missing: false });
  });

  it('works but cannot be shown when it was encrypted with the key of another installation', async () => {
    const { id, key } = await add();
    const secrets = JSON.stringify({ heartbeat_key: `sealed:${'0'.repeat(16)}:abc` });
    await test.db.updateTable('stored_monitors').set({ secrets }).where('id', '=', id).execute();
    expect(await read(id)).toMatchObject({ key: null, ping_url: null, push_url: null, secrets_missing: true });
    expect((await send(`/ping/${key}`)).statusCode).toBe(200);
    expect((await test.request('POST', `/heartbeats/${id}/rotate`)).json()).toMatchObject({ secrets_missing: false });
  });

  it('and the output of a job are in no line of the log', async () => {
    const { key } = await add();
    await send(`/ping/${key}/1`, 'POST', 'secret-output', 'text/plain');
    await send(`/ping//${key}`);
    await send(`/%70ing/${key}/256`);
    await send(`/api/push/${key}?msg=secret-output&status=down`);
    const lines = logged.join('\n');
    expect(lines).toContain('/ping/*');
    expect(lines).not.toContain(key);
    expect(lines).not.toContain('secret-output');
  });
});

it('logs a ping at the level debug, and a refused one at info', async () => {
  const { key } = await add();
  const before = logged.length;
  await send(`/ping/${key}`, 'POST');
  await send('/ping/no-such-key-1', 'POST');
  const lines = logged.slice(before).map((line) => JSON.parse(line) as { level: number; status?: number });
  const requests = lines.filter(({ status }) => status !== undefined).map(({ level, status }) => [status, level]);
  expect(requests).toEqual([
    [200, 20],
    [404, 30],
  ]);
});

describe('a heartbeat', () => {
  it('has either a period or a cron expression that matches', async () => {
    const refused = async (body: object) =>
      (await test.request('POST', '/heartbeats/preview', body)).json<{ detail: string }>().detail;
    expect(await refused({})).toBe('Give either a period or a cron expression');
    expect(await refused({ period: 60, cron: '0 3 * * *' })).toBe('Give either a period or a cron expression');
    expect(await refused({ cron: '@daily' })).toContain('five fields');
    expect(await refused({ cron: '0 0 30 2 *' })).toContain('never matches');
    const preview = await test.request('POST', '/heartbeats/preview', {
      cron: '0 3 * * *',
      time_zone: 'Europe/Berlin',
    });
    expect(preview.json<{ due_at: string[] }>().due_at).toHaveLength(5);
  });

  it('changes its schedule by one field, and counts from then on', async () => {
    const { id, key } = await add();
    await send(`/ping/${key}`);
    const changed = (await test.request('PUT', `/heartbeats/${id}`, { cron: '0 3 * * *' })).json<Heartbeat>();
    expect(changed).toMatchObject({ period: null, cron: '0 3 * * *', state: 'up' });
    expect(new Date(changed.next_due_at ?? 0).getUTCHours()).toBe(3);
    await test.request('PUT', `/heartbeats/${id}`, { enabled: false });
    expect(await read(id)).toMatchObject({ state: 'disabled', next_due_at: null });
  });

  it('counts as a network service, without a host', async () => {
    const { id, key, name } = await add();
    await send(`/ping/${key}`);
    const stats = (await test.request('GET', '/dashboard/stats')).json<{ network_stats: object[] }>();
    expect(stats.network_stats).toContainEqual(
      expect.objectContaining({ monitor_id: id, name, monitor_type: 'HEARTBEAT', host: '', status: 'up' }),
    );
    const detail = (await test.inject({ method: 'GET', url: `/api/public/status/${websiteId}` })).json<StatusDetail>();
    const shown = detail.network_monitors?.find((one) => one.id === id);
    if (shown) expect(shown).toMatchObject({ name, host: '', check_interval: 3600 });
    expect((await test.request('GET', `/network/network-monitors/${id}`)).statusCode).toBe(404);
    expect((await test.request('POST', `/network/network-monitors/${id}/check`)).statusCode).toBe(404);
  });

  it('is copied without its key and its runs', async () => {
    const source = await add();
    await send(`/ping/${source.key}`);
    const copy = await add({ clone_of: source.id });
    expect(copy).toMatchObject({ state: 'new', last_run: null, period: source.period });
    expect(copy.key).not.toBe(source.key);
    const unknown = { name: 'Copy', period: 60, clone_of: 99_999 };
    expect((await test.request('POST', `/heartbeats/website/${websiteId}`, unknown)).statusCode).toBe(404);
  });

  it('is deleted with its pings, and its key is free again', async () => {
    const { id, key } = await add();
    await send(`/ping/${key}`);
    expect((await test.request('DELETE', `/heartbeats/${id}`)).statusCode).toBe(204);
    expect((await send(`/ping/${key}`)).statusCode).toBe(404);
    expect((await test.request('GET', `/heartbeats/${id}`)).statusCode).toBe(404);
    await add({ key });
  });
});
