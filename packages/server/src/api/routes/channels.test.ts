import { defaultRouting } from '@upvigil/core/contract/routing';
import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import { limits } from '@upvigil/core/limits';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOwnChannel, openConfig } from '../../alerts/notify/channels/own-channel.ts';
import { resultOfAnswer } from '../../alerts/notify/channels/provider-result.ts';
import { systemClock } from '../../base/clock.ts';
import type { Change } from '../../base/domain/change-feed.ts';
import { createDialer } from '../../checks/probe/dialing/dialer.ts';
import { readOwnChannels } from '../../storage/settings/channel-store.ts';
import { routingSettings } from '../../storage/settings/routing-store.ts';
import { createSecrets } from '../../storage/settings/secrets/secrets.ts';
import { auditOn } from '../../testing/change-on.ts';
import { makeAlert, makeMonitor, testNow } from '../../testing/rows.ts';
import { startHttpSink } from '../../testing/sinks/http-sink.ts';
import type { Sink } from '../../testing/sinks/sink.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { answerError } from '../http/error-handler.ts';
import { channelRoutes } from './channels.ts';

interface Received {
  path: string;
  headers: Record<string, unknown>;
  body: string;
}

let test: TestStorage;
let sink: Sink<Received>;
let app: FastifyInstance;
let published: Partial<Change>[];
let passed: number;

beforeEach(async () => {
  test = await openTestStorage();
  sink = await startHttpSink<Received>(({ url, headers, body }, behaviour) =>
    behaviour === 'echo'
      ? { status: 500, body: String(headers['x-key']) }
      : { status: 200, body: 'ok', message: { path: url.pathname, headers, body } },
  );
  published = [];
  passed = 0;
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  auditOn(app, test.db);
  channelRoutes(app, {
    db: test.db,
    clock: { ...systemClock, now: () => testNow, monotonic: () => passed },
    changes: { publish: (change) => void published.push(change) },
    secrets: secrets(),
    channels: { webhook: plainWebhook() },
    publicUrl: () => 'https://status.example.org',
  });
});
afterEach(async () => {
  await app.close();
  await sink.close();
  await test.close();
});

const secrets = () => createSecrets(() => test.db, null);

/** Sends its input with its headers and without a signature. */
const plainWebhook = () =>
  createOwnChannel(
    {
      name: 'webhook',
      capacity: (contents) => contents.length,
      async send({ url, headers }, { note }, { ask, extras }) {
        const sent = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
        const json = { title: note?.title, id: extras.messageId, installation: extras.installation };
        return resultOfAnswer(await ask({ url: new URL(url), method: 'POST', headers: sent, json }));
      },
    },
    { dialer: createDialer(), secrets: secrets(), publicUrl: () => 'https://status.example.org' },
  );

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  const answer = await app.inject({ method, url: `/channels${path}`, ...(body ? { payload: body } : {}) });
  return {
    status: answer.statusCode,
    body: answer.body === '' ? null : answer.json(),
    retryAfter: answer.headers['retry-after'],
  };
}

const address = (path = '/hook'): string => `http://127.0.0.1:${sink.port}${path}`;
const hook = (given: object = {}) => ({ url: address(), headers: [{ name: 'X-Key', value: 'planted-key' }], ...given });
const maskedHook = (given: object = {}) => ({
  url: address(),
  headers: [{ name: 'X-Key', value: maskedSecret }],
  secret: maskedSecret,
  ...given,
});
const add = async (name = 'Ops', given: object = {}): Promise<number> =>
  (await call('POST', '/', { kind: 'webhook', name, config: hook(), ...given })).body.id;

/** The settings of a channel as the sender reads them. */
async function opened(id: number) {
  const own = (await readOwnChannels(test.db, [id])).get(id);
  if (!own) throw new Error(`no channel ${id}`);
  return openConfig(own, secrets());
}
const row = (id: number) => test.db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const routing = () => routingSettings.read(test.db);

describe('a channel that is added', () => {
  it('returns its generated signing secret once, and masks it afterwards', async () => {
    const made = await call('POST', '/', { kind: 'webhook', name: ' Ops ', config: hook() });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(Number),
      kind: 'webhook',
      name: 'Ops',
      enabled: true,
      secrets_missing: false,
      created_at: '2026-03-10T12:00:00.000Z',
      last_sent_at: null,
      proven_at: null,
      last_error: null,
      config: maskedHook(),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret: _shown, ...channel } = made.body;
    expect(await call('GET', `/${channel.id}`)).toMatchObject({ status: 200, body: channel });
    expect((await call('GET', '/')).body).toEqual([channel]);
    expect(await opened(channel.id)).toMatchObject({ ...hook(), secret: made.body.secret });
    expect(published).toEqual([{ is_structural: true }]);
  });

  it('has its secrets sealed in the database, each for its place', async () => {
    const stored = await row(await add());
    expect(JSON.stringify(stored)).not.toContain('planted-key');
    expect(JSON.stringify(stored)).not.toContain('whsec_');
    expect(Object.keys(JSON.parse(stored.secrets ?? '{}')).sort()).toEqual(['headers.x-key', 'secret']);
  });

  it('keeps a given secret, and returns none', async () => {
    const secret = `whsec_${'A'.repeat(43)}=`;
    const made = await call('POST', '/', { kind: 'webhook', name: 'Ops', config: hook({ secret }) });
    expect(made.body.secret).toBeNull();
    expect(await opened(made.body.id)).toMatchObject({ secret });
  });

  it('has a name of its own', async () => {
    await add('Ops');
    const other = await add('Other');
    const taken = { status: 422, body: { errors: [{ field: 'name', message: 'Another channel has the name "Ops"' }] } };
    expect(await call('POST', '/', { kind: 'webhook', name: 'Ops', config: hook() })).toMatchObject(taken);
    const renamed = { kind: 'webhook', name: 'Ops', enabled: true, config: maskedHook() };
    expect(await call('PUT', `/${other}`, renamed)).toMatchObject(taken);
    expect(await call('PUT', `/${other}`, { ...renamed, name: 'Other' })).toMatchObject({ status: 200 });
  });

  it('is added once by two concurrent requests with its name', async () => {
    const twins = Array.from({ length: 6 }, () => call('POST', '/', { kind: 'webhook', name: 'Ops', config: hook() }));
    expect((await Promise.all(twins)).map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  });

  it('is one of a hundred', async () => {
    const kind = 'webhook' as const;
    const values = { kind, enabled: 1 as const, config: JSON.stringify(hook()), secrets: null, created_at: testNow };
    const names = Array.from({ length: limits.channels - 1 }, (_, at) => `Channel ${at}`);
    await test.db
      .insertInto('channels')
      .values(names.map((name) => ({ ...values, name })))
      .execute();
    await add('The last');
    expect(await call('POST', '/', { kind, name: 'One more', config: hook() })).toMatchObject({ status: 409 });
  });

  it('joins the first step of Default on request, in the same change', async () => {
    const id = await add('Ops', { add_to_default_policy: true });
    expect(await routing()).toMatchObject({
      revision: 1,
      policies: [{ steps: [{ after_minutes: 0, channels: ['email', 'sms', 'slack', id] }] }],
    });
    const more = await Promise.all(['A', 'B', 'C'].map((name) => add(name, { add_to_default_policy: true })));
    const { revision, policies } = await routing();
    expect(revision).toBe(4);
    expect([...(policies[0]?.steps[0]?.channels ?? [])].slice(4).sort()).toEqual([...more].sort());
    await call('POST', '/', { kind: 'webhook', name: 'Ops', config: hook(), add_to_default_policy: true });
    expect(await routing()).toMatchObject({ revision: 4 });
  });
});

describe('a channel that is replaced', () => {
  it('keeps masked secrets, and seals new ones', async () => {
    const id = await add();
    const before = await opened(id);
    const config = maskedHook({
      url: address('/another'),
      headers: [...maskedHook().headers, { name: 'X-New', value: 'n' }],
    });
    const answer = await call('PUT', `/${id}`, { kind: 'webhook', name: 'Night', enabled: false, config });
    expect(answer).toMatchObject({ status: 200, body: { name: 'Night', enabled: false } });
    expect(await opened(id)).toEqual({
      ...before,
      url: address('/another'),
      headers: [...hook().headers, { name: 'X-New', value: 'n' }],
    });
  });

  it('keeps the signing secret of a webhook sent without one', async () => {
    const id = await add();
    const before = await opened(id);
    const change = { kind: 'webhook', name: 'Ops', enabled: true, config: maskedHook({ secret: '' }) };
    expect((await call('PUT', `/${id}`, change)).body.config.secret).toBe(maskedSecret);
    expect(await opened(id)).toEqual(before);
  });

  it('uses no kept secret for another server or another kind', async () => {
    const id = await add();
    const before = await row(id);
    const elsewhere = {
      kind: 'webhook',
      name: 'Ops',
      enabled: true,
      config: maskedHook({ url: 'https://evil.example' }),
    };
    expect(await call('PUT', `/${id}`, elsewhere)).toEqual({
      status: 422,
      retryAfter: undefined,
      body: {
        detail: 'Enter the secret again',
        errors: ['headers', 'secret'].map((field) => ({
          field: `config.${field}`,
          message: 'Enter the secret again',
        })),
      },
    });
    const config = { base_url: address(), token: maskedSecret };
    const otherKind = await call('PUT', `/${id}`, { kind: 'gotify', name: 'Ops', enabled: true, config });
    expect(otherKind).toMatchObject({ status: 422, body: { errors: [{ field: 'config.token' }] } });
    const test = await call('POST', '/test', { kind: 'webhook', config: elsewhere.config, channel_id: id });
    expect(test).toMatchObject({ status: 422, body: { detail: 'Enter the secret again' } });
    expect(await row(id)).toEqual(before);
    expect(sink.messages).toEqual([]);
  });
});

describe('the signing secret of a webhook', () => {
  it('changes with a rotation, and the previous one is kept for a day', async () => {
    const made = await call('POST', '/', { kind: 'webhook', name: 'Ops', config: hook() });
    const { id } = made.body;
    const first = await call('POST', `/${id}/rotate-secret`);
    expect(first).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^whsec_/) } });
    expect(await opened(id)).toMatchObject({
      secret: first.body.secret,
      previous_secret_until: '2026-03-11T12:00:00.000Z',
    });
    const places = JSON.parse((await row(id)).secrets ?? '{}');
    const open = await secrets().open(places, { fields: ['secret', 'previous_secret'], place: `channel/${id}` });
    expect(open).toMatchObject({ secret: first.body.secret, previous_secret: made.body.secret });
    expect((await call('GET', `/${id}`)).body.config).toEqual(maskedHook());

    const change = { kind: 'webhook', name: 'Renamed', enabled: true, config: maskedHook() };
    await call('PUT', `/${id}`, change);
    expect(Object.keys(JSON.parse((await row(id)).secrets ?? '{}'))).toContain('previous_secret');
    await call('PUT', `/${id}`, { ...change, config: maskedHook({ secret: `whsec_${'B'.repeat(43)}=` }) });
    expect(Object.keys(JSON.parse((await row(id)).secrets ?? '{}')).sort()).toEqual(['headers.x-key', 'secret']);
    expect((await row(id)).config).not.toContain('previous');
  });

  it('does not exist for other kinds', async () => {
    const config = { base_url: 'https://push.example', token: 't' };
    const { body } = await call('POST', '/', { kind: 'gotify', name: 'Ops', config });
    expect(body.secret).toBeNull();
    expect(await call('POST', `/${body.id}/rotate-secret`)).toMatchObject({ status: 409 });
    expect(await call('POST', '/99999/rotate-secret')).toMatchObject({ status: 404 });
  });
});

describe('a test', () => {
  it('uses the stored settings, also while the channel is disabled', async () => {
    const id = await add('Ops', { enabled: false });
    expect((await call('POST', `/${id}/test`)).body).toEqual({
      success: true,
      message: 'Test message sent successfully!',
    });
    expect(sink.messages).toMatchObject([{ path: '/hook', headers: { 'x-key': 'planted-key' } }]);
    expect(JSON.parse(sink.messages[0]?.body ?? '')).toMatchObject({
      title: 'Test message from Upvigil',
      id: expect.stringMatching(/^msg_/),
      installation: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('uses unsaved settings, in which masks stand for stored secrets', async () => {
    const id = await add();
    const config = maskedHook({ url: address('/unsaved') });
    expect((await call('POST', '/test', { kind: 'webhook', config, channel_id: id })).body.success).toBe(true);
    const fresh = hook({ headers: [{ name: 'X-Key', value: 'fresh' }] });
    expect((await call('POST', '/test', { kind: 'webhook', config: fresh })).body.success).toBe(true);
    expect(sink.messages.map(({ path, headers }) => [path, headers['x-key']])).toEqual([
      ['/unsaved', 'planted-key'],
      ['/hook', 'fresh'],
    ]);
    expect(await call('POST', '/test', { kind: 'webhook', config })).toMatchObject({ status: 422 });
    expect(await call('POST', '/test', { kind: 'webhook', config, channel_id: 999 })).toMatchObject({ status: 404 });
  });

  it('returns the reason for a failure, without secrets', async () => {
    const id = await add();
    sink.behaviour = 'echo';
    const answer = await call('POST', `/${id}/test`);
    expect(answer).toMatchObject({ status: 200, body: { success: false } });
    expect(answer.body.message).toMatch(/^The test message was not sent by Ops: HTTP 500/);
    expect(answer.body.message).not.toContain('planted');
  });

  it('is limited to six a minute, over all channels', async () => {
    const [one, other] = [await add('One'), await add('Other')];
    const tests = [one, other, one, other, one].map((id) => `/${id}/test`);
    for (const path of tests) expect(await call('POST', path)).toMatchObject({ status: 200 });
    passed = 10_000;
    expect(await call('POST', '/test', { kind: 'webhook', config: hook() })).toMatchObject({ status: 200 });
    expect(await call('POST', `/${one}/test`)).toMatchObject({ status: 429, retryAfter: '50' });
    expect(await call('POST', '/test', { kind: 'webhook', config: hook() })).toMatchObject({ status: 429 });
    expect(sink.messages).toHaveLength(6);
    passed = 60_000;
    expect(await call('POST', `/${one}/test`)).toMatchObject({ status: 200 });
  });
});

describe('a channel that is deleted', () => {
  it('is refused while a policy names it', async () => {
    const id = await add('Ops', { add_to_default_policy: true });
    expect(await call('DELETE', `/${id}`)).toMatchObject({
      status: 409,
      body: { detail: 'The policy "Default" uses this channel: remove it there first' },
    });
    expect((await call('GET', `/${id}`)).status).toBe(200);
  });

  it('is removed from the routing, with its health', async () => {
    const [id, other] = [await add('Ops'), await add('Other')];
    const switches = { alert_types: [], min_severity: 'critical' as const, quiet: [] };
    await routingSettings.save(test.db, { ...defaultRouting, channels: { [id]: switches, [other]: switches } });
    await test.db
      .insertInto('channel_states')
      .values([id, other].map((ref) => ({ ref: String(ref), failures: 3 })))
      .execute();
    const failing = { kind: 'channel_failing' as const, message: 'fails', began_at: testNow, ended_at: null };
    await test.db
      .insertInto('notices')
      .values([id, other].map((ref) => ({ ...failing, subject: String(ref) })))
      .execute();

    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 404 });
    expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 404 });
    expect(await routing()).toMatchObject({ revision: 1, channels: { [other]: switches } });
    const states = await test.db.selectFrom('channel_states').select('ref').execute();
    expect(states).toEqual([{ ref: String(other) }]);
    const lasting = await test.db.selectFrom('notices').select('subject').where('ended_at', 'is', null).execute();
    expect(lasting).toEqual([{ subject: String(other) }]);
  });

  it('ends its waiting deliveries, and nothing else', async () => {
    const [id, other] = [await add('Ops'), await add('Other')];
    const alert = await makeAlert(test.db, await makeMonitor(test.db));
    const common = { channel: 'webhook' as const, recipient: null, created_at: testNow };
    const none = { sent_at: null, lease_owner: null, lease_until: null, reason: null };
    const rows = [
      { channel_id: id, status: 'pending' as const, next_attempt_at: testNow + 1 },
      { channel_id: id, status: 'suppressed' as const, next_attempt_at: testNow + 1 },
      { channel_id: id, status: 'sent' as const, next_attempt_at: null },
      { channel_id: other, status: 'pending' as const, next_attempt_at: testNow + 1 },
      { channel_id: null, status: 'pending' as const, next_attempt_at: testNow + 1 },
    ];
    await test.db
      .insertInto('deliveries')
      .values(rows.map((each) => ({ ...common, ...none, ...each, alert_id: alert.id })))
      .execute();
    const content = JSON.stringify({ title: 'Drill' });
    await test.db
      .insertInto('messages')
      .values(rows.map((each) => ({ ...common, ...none, ...each, purpose: 'drill' as const, content })))
      .execute();
    await call('DELETE', `/${id}`);
    for (const table of ['deliveries', 'messages'] as const) {
      const left = await test.db
        .selectFrom(table)
        .select(['status', 'reason', 'next_attempt_at'])
        .orderBy('id')
        .execute();
      const ended = { status: 'suppressed', reason: 'the channel was deleted', next_attempt_at: null };
      expect(left).toEqual([
        ended,
        ended,
        { status: 'sent', reason: null, next_attempt_at: null },
        { status: 'pending', reason: null, next_attempt_at: testNow + 1 },
        { status: 'pending', reason: null, next_attempt_at: testNow + 1 },
      ]);
    }
  });
});

it('a channel has its health, and when somebody last confirmed that a message arrived', async () => {
  const id = await add();
  const ref = String(id);
  const state = { last_sent_at: testNow, failures: 2, failing_since: testNow, last_error: 'HTTP 500' };
  await test.db
    .insertInto('channel_states')
    .values({ ref, ...state })
    .execute();
  const drill = { ref, recipient: null, sent_at: testNow, repeated_at: null };
  await test.db
    .insertInto('drills')
    .values([null, testNow + 5_000, testNow + 1_000].map((confirmed_at) => ({ ...drill, confirmed_at })))
    .execute();
  expect((await call('GET', `/${id}`)).body).toMatchObject({
    last_sent_at: '2026-03-10T12:00:00.000Z',
    last_error: 'HTTP 500',
    proven_at: '2026-03-10T12:00:05.000Z',
  });
});

it('a channel with an unknown key reports it, and cannot be tested', async () => {
  const id = await add();
  await test.db.deleteFrom('settings').where('key', '=', 'secret_key').execute();
  expect((await call('GET', `/${id}`)).body).toMatchObject({ secrets_missing: true, config: maskedHook() });
  expect((await call('POST', `/${id}/test`)).body).toMatchObject({
    success: false,
    message: expect.stringContaining('encrypted with another key'),
  });
});

it('the key of browser push is created once, and can be read', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => call('GET', '/web-push-key')));
  const [first] = keys.map(({ body }) => body.public_key);
  expect(first).toMatch(/^B[A-Za-z0-9_-]{86}$/);
  expect(keys.map(({ body }) => body.public_key)).toEqual([first, first, first]);
  const stored = await test.db.selectFrom('settings').select('value').where('key', '=', 'web_push_keys').execute();
  expect(JSON.parse(stored[0]?.value ?? '').private_key).toMatch(/^sealed:/);
});
