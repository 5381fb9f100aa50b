import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { allAuditActions, auditActions, type ChangingEndpoint } from '@upvigil/core/access/audit-actions';
import { endpointPath } from '@upvigil/core/client/calls-of';
import type { AuditEvent } from '@upvigil/core/contract/audit';
import type { Endpoint } from '@upvigil/core/contract/endpoint';
import { type EndpointName, fakeEndpoints } from '@upvigil/core/testing/fake-endpoints';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newScreenshotName, screenshotsDir } from '../../screenshots/screenshot-files.ts';
import { makeAlert, makeCheck } from '../../testing/rows.ts';
import { startSlackSink } from '../../testing/sinks/slack-sink.ts';
import { startSmsSink } from '../../testing/sinks/sms-sink.ts';
import { startSmtpSink } from '../../testing/sinks/smtp-sink.ts';
import { startHttpTarget } from '../../testing/targets/http-target.ts';
import { startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';
import {
  type Asked,
  afterOthers,
  creations,
  newPassword,
  passkeyOrigin,
  type Question,
  usualQuestions,
} from '../../testing/usual-questions.ts';

/** Stands in whatever is secret. Where it is found, a secret has leaked. */
const seed = 'Seeded5ecret';
const endpoints = new Map(fakeEndpoints.map(({ name, endpoint }) => [name, endpoint]));
/** What follows the sign-ins of `afterOthers` leaves its event in the tests of those. */
const names = (Object.keys(usualQuestions) as EndpointName[]).filter((name) => !afterOthers.includes(name));
const isChanging = (name: EndpointName): name is ChangingEndpoint => endpoints.get(name)?.method !== 'GET';

let test: TestApp;
let token: string;
let asked: Asked;
let close: (() => Promise<void>)[];
const bodies = new Map<EndpointName, unknown>();

beforeAll(async () => {
  const target = await startHttpTarget((_request, response) => void response.end('up'));
  const smtp = await startSmtpSink();
  const sms = await startSmsSink({ username: 'upvigil', password: seed });
  const slack = await startSlackSink();
  test = await startTestApp({ listen: true, env: { SENDSMS_API_URL: sms.apiUrl, BASE_URL: passkeyOrigin } });
  token = test.token;
  close = [() => test.close(), () => target.close(), () => smtp.close(), () => sms.close(), () => slack.close()];
  asked = {
    bodyOf: (name) => bodies.get(name),
    idOf: (name) => (bodies.get(name) as { id: number }).id,
    made: { alertId: 0, checkId: 0, screenshot: '' },
    password: testPassword,
    ports: { smtp: smtp.port, target: target.port },
    webhookUrl: slack.webhookUrl(seed),
  };
  for (const name of creations) await ask(name);
  const id = asked.idOf('urls.create');
  const screenshot = newScreenshotName(id, Date.now());
  await mkdir(screenshotsDir(test.folder), { recursive: true });
  const picture = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } });
  await writeFile(path.join(screenshotsDir(test.folder), screenshot), await picture.webp().toBuffer());
  const config = { base_url: 'https://ntfy.example.org', topic: 'ops', token: seed };
  const channel = { kind: 'ntfy', name: 'Phone', config, add_to_default_policy: false };
  expect((await test.request('POST', '/channels/', channel)).statusCode).toBe(201);
  const check = await makeCheck(test.db, { monitor_id: id, checked_at: Date.now(), screenshot });
  const alert = await makeAlert(test.db, { id, website_id: asked.idOf('websites.create') }, { created_at: Date.now() });
  asked.made = { alertId: alert.id, checkId: check.id, screenshot };
});
afterAll(async () => {
  for (const each of close) await each();
});

/** Secrets beside what is asked as a rule. */
const secrets: Partial<Record<EndpointName, object>> = {
  'urls.create': {
    request: { auth: { type: 'bearer', token: seed }, headers: [{ name: 'X-Api-Key', value: seed, secret: true }] },
  },
  'urls.update': { request: { auth: { type: 'basic', username: 'ops', password: seed } } },
  'settings.updateNotifications': { smtp_password: seed, sendsms_password: seed },
  'settings.updateGeneral': { heartbeat_url: `https://hc.example.org/ping/${seed}` },
  'slack.save': { bot_token: seed, signing_secret: seed },
};

const seeded = (name: EndpointName, question: Question): Question =>
  question.body && secrets[name] ? { ...question, body: { ...question.body, ...secrets[name] } } : question;

async function ask(name: EndpointName): Promise<Response> {
  const endpoint = endpoints.get(name) as Endpoint;
  const { params, query, body, file } = seeded(name, usualQuestions[name](asked));
  const form = new FormData();
  if (file) form.append('file', file, 'file.bin');
  const search = new URLSearchParams(query).toString();
  const answer = await fetch(test.baseUrl + endpointPath(endpoint, params) + (search && `?${search}`), {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : file ? { body: form } : {}),
  });
  if (isChanging(name)) expect(answer.ok, `${name}: ${answer.ok ? '' : await answer.clone().text()}`).toBe(true);
  if (endpoint.transport === 'events') return answer;
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  bodies.set(name, isJson ? await answer.json() : await answer.arrayBuffer());
  if (name === 'auth.login' || name === 'auth.confirm')
    token = (bodies.get(name) as { access_token: string }).access_token;
  return answer;
}

const rows = () => test.db.selectFrom('audit_events').selectAll().orderBy('id').execute();

describe('the audit', () => {
  it.each(names)('%s leaves one event if it changes something, and none otherwise', async (name) => {
    const before = await rows();
    if (creations.some((each) => each === name)) {
      const action = auditActions[name as ChangingEndpoint];
      expect(before.filter((event) => event.action === action)).not.toEqual([]);
      return;
    }
    const answer = await ask(name);
    if (endpoints.get(name)?.transport === 'events') await answer.body?.cancel();
    const left = (await rows()).slice(before.length);
    const action = isChanging(name) ? auditActions[name] : null;
    expect(left.map((event) => event.action)).toEqual(action === null ? [] : [action]);
    for (const { actor_kind, actor_name, ip } of left) {
      // Who accepts an invitation is the first thing that they do here.
      const actor = name === 'auth.invitation' ? ['user', 'Ann'] : ['owner', 'owner'];
      expect([actor_kind, actor_name, ip]).toEqual([...actor, '127.0.0.1']);
    }
  });

  it('knows every action', async () => {
    // Of a sign-in that is refused, and of a command on the server's machine.
    const byOthers = ['session.refuse', 'second_factor.reset'];
    const seen = new Set((await rows()).map(({ action }) => action));
    expect(allAuditActions.filter((action) => !byOthers.includes(action) && !seen.has(action))).toEqual([]);
  });

  it('holds no secret and no token', async () => {
    const text = JSON.stringify(await rows());
    const secret = (name: EndpointName, field: string): string =>
      String((bodies.get(name) as Record<string, unknown>)[field]);
    const codes = (name: EndpointName) => (bodies.get(name) as { recovery_codes: string[] }).recovery_codes;
    const all = [
      ...[seed, testPassword, newPassword, 'long enough for all', token, test.token],
      ...[secret('tokens.create', 'token').slice(8), secret('channels.rotateSecret', 'secret')],
      ...[secret('users.create', 'link').split('#')[1], secret('users.reset', 'link').split('#')[1]],
      ...[
        secret('factors.beginTotp', 'secret'),
        ...codes('factors.confirmTotp'),
        ...codes('factors.renewRecoveryCodes'),
      ],
      ...[secret('device.start', 'device_code'), secret('shareLinks.create', 'url').split('.').at(-1)],
      ...(['device.token', 'factors.signInWithPasskey', 'auth.invitation'] as const).map((name) =>
        secret(name, 'access_token'),
      ),
    ];
    expect(all.length).toBeGreaterThan(30);
    for (const each of all) {
      expect(each).toMatch(/^(?!undefined).{10,}/);
      expect(text).not.toContain(each);
    }
    expect(text).toContain('********');
  });

  it('says what was changed', async () => {
    const events = (await rows()).filter(
      ({ action }) => action === 'website.update' || action === 'general_settings.update',
    );
    const changes = events.map(({ target_kind, target_name, changes: text }) => [
      target_kind,
      target_name,
      JSON.parse(text),
    ]);
    expect(changes).toContainEqual(['website', 'Shop', [{ field: 'description', before: 'Cart', after: null }]]);
    expect(JSON.stringify(changes)).toContain('{"field":"backup_overdue_hours","before":null,"after":"26"}');
  });

  it('is listed by actor, action and target', async () => {
    const login = await fetch(`${test.baseUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'another correct horse' }),
    });
    ({ access_token: token } = (await login.json()) as { access_token: string });
    const list = async (search: string): Promise<AuditEvent[]> => {
      const answer = await fetch(`${test.baseUrl}/api/audit?${search}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return (await answer.json()) as AuditEvent[];
    };
    expect(await list('actor=nobody')).toEqual([]);
    const ofMonitors = await list('action=monitor&limit=1000');
    expect(new Set(ofMonitors.map(({ target }) => target.kind))).toEqual(new Set(['monitor']));
    expect((await list('action=website.update'))[0]?.target).toMatchObject({ kind: 'website', name: 'Shop' });
    const [newest, next] = await list('limit=2');
    expect(newest).toMatchObject({ action: 'session.start', actor: { kind: 'owner' }, via: 'api' });
    expect(await list(`limit=1&before=${newest?.id}`)).toEqual([next]);
    const id = asked.idOf('websites.create');
    const ofWebsite = await list(`target=website:${id}`);
    expect(ofWebsite.map(({ action }) => action)).toEqual(['website.delete', 'website.update', 'website.create']);
    expect(new Set(ofWebsite.map(({ target }) => target.id))).toEqual(new Set([id]));
  });
});
