import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endpointPath } from '@upvigil/core/client/calls-of';
import { allAuditActions, auditActions, type ChangingEndpoint } from '@upvigil/core/contract/audit-actions';
import type { Endpoint } from '@upvigil/core/contract/endpoint';
import type { Heartbeat } from '@upvigil/core/contract/heartbeats';
import { languageParameter } from '@upvigil/core/contract/names/languages';
import type { StatusDetail } from '@upvigil/core/contract/public-status';
import { limits } from '@upvigil/core/limits';
import { createFakeApi, type FakeApi } from '@upvigil/core/testing/fake-api';
import { type EndpointName, fakeEndpoints } from '@upvigil/core/testing/fake-endpoints';
import { addRun } from '@upvigil/core/testing/fake-heartbeats';
import { addAlert, addEvidence, addNetworkCheck, addUrlCheck, takenEvidence } from '@upvigil/core/testing/fake-watched';
import { noticeRemedies } from '@upvigil/core/texts/alerts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertEvidence } from '../../alerts/decide/evidence-store.ts';
import { openNotice } from '../../alerts/notify/notices/notice-store.ts';
import { newScreenshotName, screenshotsDir } from '../../checks/screenshots/screenshot-files.ts';
import { type Answer, answerOf, shapeOf } from '../../testing/answer-shape.ts';
import { makeAlert, makeCheck } from '../../testing/rows.ts';
import { startSlackSink } from '../../testing/sinks/slack-sink.ts';
import { startSmsSink } from '../../testing/sinks/sms-sink.ts';
import { startSmtpSink } from '../../testing/sinks/smtp-sink.ts';
import { type HttpTarget, startHttpTarget } from '../../testing/targets/http-target.ts';
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

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

interface Side extends Asked {
  fetch: Fetch;
  token: string;
  answers: Map<EndpointName, Answer>;
}

/** The value of every secret. In the audit log it means that a secret has leaked. */
const seed = 'Seeded5ecret';
const endpoints = new Map(fakeEndpoints.map(({ name, endpoint }) => [name, endpoint]));
const endpointOf = (name: EndpointName): Endpoint => endpoints.get(name) as Endpoint;
const names = Object.keys(usualQuestions) as EndpointName[];
const isChanging = (name: EndpointName): name is ChangingEndpoint => endpointOf(name).method !== 'GET';
const json = { 'content-type': 'application/json' };

let test: TestApp;
let api: FakeApi;
let target: HttpTarget;
let closers: (() => Promise<void>)[];
let real: Side;
let fake: Side;

beforeAll(async () => {
  target = await startHttpTarget((_request, response) => void response.end('up'));
  const smtp = await startSmtpSink();
  const sms = await startSmsSink({ username: 'upvigil', password: seed });
  const slack = await startSlackSink();
  test = await startTestApp({ listen: true, env: { SENDSMS_API_URL: sms.apiUrl, BASE_URL: passkeyOrigin } });
  closers = [() => test.close(), () => target.close(), () => smtp.close(), () => sms.close(), () => slack.close()];
  api = createFakeApi();
  const shared = { ports: { smtp: smtp.port, target: target.port }, webhookUrl: slack.webhookUrl(seed) };
  const ofReal: Fetch = (url, init) => fetch(test.baseUrl + url, init);
  const ofFake: Fetch = (url, init) => api.handle(new Request(`http://fake${url}`, init));
  real = sideOf({ ...shared, fetch: ofReal, token: test.token, password: testPassword });
  fake = sideOf({ ...shared, fetch: ofFake, token: api.state.token, password: api.state.password });
  for (const name of creations) for (const side of [real, fake]) await askUsual(side, name);
  for (const side of [real, fake]) await addSecretChannel(side);
  real.made = await makeRealHistory();
  fake.made = makeFakeHistory();
});
afterAll(async () => {
  for (const close of closers) await close();
});

function sideOf(given: Pick<Side, 'fetch' | 'token' | 'password' | 'ports' | 'webhookUrl'>): Side {
  const answers: Side['answers'] = new Map();
  const bodyOf = (name: EndpointName) => answers.get(name)?.body;
  const idOf = (name: EndpointName) => (bodyOf(name) as { id: number }).id;
  return { ...given, answers, bodyOf, idOf, made: { alertId: 0, checkId: 0, screenshot: '' } };
}

const picture = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } });

/** Results and alerts from before the first request. */
async function makeRealHistory(): Promise<Asked['made']> {
  const [id, networkId, website_id] = [
    real.idOf('urls.create'),
    real.idOf('networkMonitors.create'),
    real.idOf('websites.create'),
  ];
  const created_at = Date.now();
  const screenshot = newScreenshotName(id, created_at);
  await mkdir(screenshotsDir(test.folder), { recursive: true });
  await writeFile(path.join(screenshotsDir(test.folder), screenshot), await picture.webp().toBuffer());
  await makeCheck(test.db, { monitor_id: id, checked_at: created_at - 60_000 });
  const check = await makeCheck(test.db, { monitor_id: id, checked_at: created_at, screenshot, phases: 256 });
  const alert = await makeAlert(test.db, { id, website_id }, { created_at });
  const evidence = [{ alert_id: alert.id, monitor_id: id, taken_at: created_at, taken: takenEvidence }];
  await test.db.transaction().execute((trx) => insertEvidence(trx, evidence));
  await makeAlert(test.db, { id: networkId, website_id }, { created_at });
  const { key } = real.bodyOf('heartbeats.create') as Heartbeat;
  await real.fetch(`/ping/${key}`, { method: 'POST', body: 'Backed up 3 files' });
  await openNotice(test.db, { kind: 'offline', subject: '', message: 'No line', now: created_at });
  // Waits for the public documents and the first checks after a change.
  await askUsual(real, 'websites.update');
  await vi.waitFor(
    async () => {
      const detail = (await askUsual(real, 'publicStatus.detail')).body as StatusDetail;
      const services = [...detail.urls, ...detail.network_monitors];
      expect(services.map(({ response_times }) => response_times.length > 0)).toEqual([true, true, true]);
      expect(detail.recent_incidents).not.toEqual([]);
    },
    { timeout: 15_000, interval: 100 },
  );
  return { alertId: alert.id, checkId: check.id, screenshot };
}

function makeFakeHistory(): Asked['made'] {
  const { state } = api;
  const [website, url, monitor] = [state.websites[0], state.urls[0], state.monitors[0]];
  if (!website || !url || !monitor) throw new Error('the fake has made nothing');
  const screenshot = `1-1-${'a'.repeat(22)}.webp`;
  const check = addUrlCheck(state, url, { screenshot_path: `/screenshots/${screenshot}` });
  addNetworkCheck(state, monitor);
  const [heartbeat] = state.heartbeats;
  if (heartbeat) addRun(state, heartbeat, { text: 'Backed up 3 files' });
  addAlert(state, website, { network_monitor_id: monitor.id });
  const alertId = addAlert(state, website, { url_id: url.id }).id;
  const { checked_at, is_up, status_code, response_time, error_message } = check;
  addEvidence(state, alertId, {
    checks_before: [{ checked_at, is_up, status_code, response_time, error_message }],
  });
  const began_at = new Date().toISOString();
  state.notices.push({
    id: 1,
    kind: 'offline',
    message: 'No line',
    remedy: noticeRemedies.offline,
    began_at,
    ended_at: null,
  });
  // Makes success the last result on both sides.
  addAlert(state, website, { network_monitor_id: monitor.id, alert_type: 'RECOVERED' });
  addAlert(state, website, { url_id: url.id, alert_type: 'RECOVERED' });
  return { alertId, checkId: check.id, screenshot };
}

/** Secrets added to the usual requests. */
const secrets: Partial<Record<EndpointName, object>> = {
  'urls.create': {
    request: { auth: { type: 'bearer', token: seed }, headers: [{ name: 'X-Api-Key', value: seed, secret: true }] },
  },
  'urls.update': { request: { auth: { type: 'basic', username: 'ops', password: seed } } },
  'settings.updateNotifications': { smtp_password: seed, sendsms_password: seed },
  'settings.updateGeneral': { heartbeat_url: `https://hc.example.org/ping/${seed}` },
  'slack.save': { bot_token: seed, signing_secret: seed },
};

function questionOf(side: Side, name: EndpointName): Question {
  const question = usualQuestions[name](side);
  return question.body && secrets[name] ? { ...question, body: { ...question.body, ...secrets[name] } } : question;
}

/** No usual request creates a channel with secret settings. */
async function addSecretChannel(side: Side): Promise<void> {
  const config = { base_url: 'https://ntfy.example.org', topic: 'ops', token: seed };
  const body = { kind: 'ntfy', name: 'Phone', config, add_to_default_policy: false };
  const endpoint = endpointOf('channels.create');
  const answer = await side.fetch(addressOf(endpoint, { body }), requestOf(endpoint, { body }, side));
  expect(answer.status).toBe(201);
}

async function askUsual(side: Side, name: EndpointName): Promise<Answer> {
  const endpoint = endpointOf(name);
  const question = questionOf(side, name);
  const answer = await answerOf(await side.fetch(addressOf(endpoint, question), requestOf(endpoint, question, side)));
  side.answers.set(name, answer);
  if (name === 'auth.login' || name === 'auth.confirm')
    side.token = (answer.body as { access_token: string }).access_token;
  return answer;
}

const addressOf = (endpoint: Endpoint, { params, query }: Question): string => {
  const search = new URLSearchParams(query).toString();
  return endpointPath(endpoint, params) + (search && `?${search}`);
};

function requestOf({ method }: Endpoint, { body, file }: Question, { token }: Pick<Side, 'token'>): RequestInit {
  const headers = { authorization: `Bearer ${token}`, ...(body ? json : {}) };
  if (!file) return { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const form = new FormData();
  form.append('file', file, 'file.bin');
  return { method, headers, body: form };
}

/** Sends the same request to both and returns their responses. */
async function askBoth(address: (side: Side) => string, init: (side: Side) => RequestInit) {
  const [ofFake, ofReal] = await Promise.all(
    [fake, real].map(async (side) => answerOf(await side.fetch(address(side), init(side)))),
  );
  return { ofFake, ofReal };
}

it.each([
  ['auth.login', { body: { password: 'wrong' } }, 401],
  ['auth.changePassword', { body: { current_password: 'wrong', new_password: 'long enough for all' } }, 422],
  ['networkMonitors.update', { body: { port: null } }, 422],
] as const)('%s: refusals beyond the schema are the same on both sides', async (name, question, status) => {
  const endpoint = endpointOf(name);
  const { ofFake, ofReal } = await askBoth(
    (side) => addressOf(endpoint, { ...usualQuestions[name](side), ...question }),
    (side) => requestOf(endpoint, question, side),
  );
  expect(ofFake).toEqual(ofReal);
  expect(ofReal?.status).toBe(status);
});

/** Values of query fields that accept most texts. */
const refusedTexts: Readonly<Record<string, string>> = {
  text: ' ',
  actor: ' ',
  action: ' ',
  target: ' ',
  q: 'x'.repeat(limits.searchText.maxLength + 1),
};

/** The usual request, changed so that it is refused. */
interface Refusal {
  question?: Partial<Question>;
  init?: (side: Side) => RequestInit;
  status: number;
}

const bearer = ({ token }: Pick<Side, 'token'>) => ({ authorization: `Bearer ${token}` });
const sending = (headers: Record<string, string>, body: NonNullable<RequestInit['body']>) => (side: Side) => ({
  headers: { ...headers, ...bearer(side) },
  body,
});

/** One refusal of each kind that the endpoint has. */
function refusalsOf({ access, params, query, body, transport }: Endpoint): Refusal[] {
  const places = Object.keys(params?.shape ?? {});
  // An unknown language falls back to the default: a visitor's link is never refused for it.
  const searched = Object.keys(query?.shape ?? {}).filter((key) => key !== languageParameter && transport !== 'events');
  const fields = Object.keys((body as { shape?: object } | undefined)?.shape ?? {});
  const otherForm = new FormData();
  otherForm.append('other', 'x');
  return [
    ...(access === 'public' ? [] : [{ init: () => ({ headers: bearer({ token: 'wrong' }) }), status: 401 }]),
    ...(places.length === 0 ? [] : ['x', '999999999']).map((value) => ({
      question: { params: Object.fromEntries(places.map((place) => [place, value])) },
      status: 404,
    })),
    ...searched.map((key) => ({ question: { query: { [key]: refusedTexts[key] ?? 'a/b' } }, status: 422 })),
    ...(body ? [{ question: { body: Object.fromEntries(fields.map((field) => [field, {}])) }, status: 422 }] : []),
    ...(body ? [{ init: sending(json, '[]'), status: 422 }] : []),
    ...(transport === 'upload' ? [{ init: sending(json, '{}'), status: 415 }] : []),
    ...(transport === 'upload' ? [{ init: sending({}, otherForm), status: 422 }] : []),
  ];
}

async function expectRefused(name: EndpointName, { question, init, status }: Refusal): Promise<void> {
  const endpoint = endpointOf(name);
  const asked = (side: Side) => ({ ...usualQuestions[name](side), ...question });
  const { ofFake, ofReal } = await askBoth(
    (side) => addressOf(endpoint, asked(side)),
    (side) => ({ ...requestOf(endpoint, asked(side), side), ...init?.(side) }),
  );
  expect(ofFake).toEqual(ofReal);
  expect(ofReal?.status, JSON.stringify(question)).toBe(status);
}

it.each([
  ['application/json', '{"name"', 400],
  ['application/json', 'null', 422],
  ['application/json', '"text"', 422],
  ['text/plain', '{}', 422],
  ['application/xml', '<a/>', 415],
])('a body of type %s that is %s is refused the same way', (type, body, status) =>
  expectRefused('websites.update', { init: sending({ 'content-type': type }, body), status }),
);

it.each(['0', '..%2Fx'])('an id that is %s is not found on both sides', (websiteId) =>
  expectRefused('websites.update', { question: { params: { websiteId } }, status: 404 }),
);

const events = () => test.db.selectFrom('audit_events').selectAll().orderBy('id').execute();
const newestEvent = async (): Promise<number> => {
  const { newest } = await test.db
    .selectFrom('audit_events')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest);
};

/** The audit events of the work on the real server. */
async function eventsOf(work: () => Promise<unknown>) {
  const newest = await newestEvent();
  await work();
  return (await events()).filter(({ id }) => id > newest);
}

/** Sends the request to both; the real server records a change in its audit log. */
async function expectOneEvent(name: EndpointName): Promise<void> {
  await askUsual(fake, name);
  const left = await eventsOf(() => askUsual(real, name));
  const action = isChanging(name) ? auditActions[name] : null;
  // A new user's first action is to accept their invitation.
  const actor = name === 'auth.invitation' ? ['user', 'Ann'] : ['owner', 'owner'];
  expect(left.map((event) => [event.action, event.actor_kind, event.actor_name, event.ip])).toEqual(
    action === null ? [] : [[action, ...actor, '127.0.0.1']],
  );
}

/** In the order of the requests: some use or delete what others create. */
describe.each(names)('%s', (name) => {
  const endpoint = endpointOf(name);
  it('is refused the same way, without an event', async () => {
    const left = await eventsOf(async () => {
      for (const refusal of refusalsOf(endpoint)) await expectRefused(name, refusal);
    });
    expect(left).toEqual([]);
  });

  // Sign-ins that follow those of `afterOthers` are tested there.
  it.skipIf(afterOthers.includes(name))('responds the same way, with one event if it changes something', async () => {
    if (!creations.some((each) => each === name)) await expectOneEvent(name);
    const [ofFake, ofReal] = [fake.answers.get(name), real.answers.get(name)];
    for (const answer of [ofFake, ofReal]) {
      expect(answer?.status, JSON.stringify(answer?.body)).toBeLessThan(300);
      if (!endpoint.transport || endpoint.transport === 'json') endpoint.response.parse(answer?.body);
    }
    expect({ ...ofFake, body: shapeOf(ofFake?.body) }).toEqual({ ...ofReal, body: shapeOf(ofReal?.body) });
  });
});

it('an unknown path is not found on both sides', async () => {
  const { ofFake, ofReal } = await askBoth(
    () => '/api/nothing',
    () => ({}),
  );
  expect(ofFake).toEqual(ofReal);
  expect(ofReal?.status).toBe(404);
});

describe('the audit log, after all requests', () => {
  it('has seen every action', async () => {
    // Events of a refused sign-in and of a command on the server's machine.
    const byOthers = ['session.refuse', 'second_factor.reset'];
    const seen = new Set((await events()).map(({ action }) => action));
    expect(allAuditActions.filter((action) => !byOthers.includes(action) && !seen.has(action))).toEqual([]);
  });

  it('holds no secret and no token', async () => {
    const text = JSON.stringify(await events());
    const bodyOf = (name: EndpointName) => real.bodyOf(name) as Record<string, unknown>;
    const secret = (name: EndpointName, field: string): string => String(bodyOf(name)[field]);
    const codes = (name: EndpointName) => bodyOf(name).recovery_codes as string[];
    const all = [
      ...[seed, testPassword, newPassword, 'long enough for all', real.token, test.token],
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

  it('names the changes', async () => {
    const changed = (await events()).filter(
      ({ action }) => action === 'website.update' || action === 'general_settings.update',
    );
    const changes = changed.map(({ target_kind, target_name, changes: text }) => [
      target_kind,
      target_name,
      JSON.parse(text),
    ]);
    expect(changes).toContainEqual(['website', 'Shop', [{ field: 'description', before: 'Cart', after: null }]]);
    expect(JSON.stringify(changes)).toContain('{"field":"backup_overdue_hours","before":null,"after":"26"}');
  });
});
