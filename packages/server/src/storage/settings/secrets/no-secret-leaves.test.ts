import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { endpointPath } from '@upvigil/core/client/calls-of';
import type { Alert } from '@upvigil/core/contract/alerts';
import type { Backup } from '@upvigil/core/contract/backup';
import type { Channel } from '@upvigil/core/contract/channels';
import type { Endpoint } from '@upvigil/core/contract/endpoint';
import type { Heartbeat } from '@upvigil/core/contract/heartbeats';
import type { Incident } from '@upvigil/core/contract/incidents';
import type { MaintenanceRun } from '@upvigil/core/contract/maintenance';
import { networkMonitorTypes } from '@upvigil/core/contract/monitor-kinds/registry';
import { maskedSecret, removedSecret } from '@upvigil/core/contract/secrets/secret-names';
import type { ShareLink } from '@upvigil/core/contract/share-links';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { type EndpointName, fakeEndpoints } from '@upvigil/core/testing/fake-endpoints';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { allRows } from '../../../operations/backup/testing/all-rows.ts';
import { type EchoServers, startEchoServers } from '../../../testing/planting/echo-servers.ts';
import { plantSecrets } from '../../../testing/planting/plant-secrets.ts';
import { plantedOptions } from '../../../testing/planting/planted-options.ts';
import { formsOf, planted, plantedInAddress, secretsIn } from '../../../testing/planting/planted-secrets.ts';
import { startSlackSink } from '../../../testing/sinks/slack-sink.ts';
import { startSmsSink } from '../../../testing/sinks/sms-sink.ts';
import { startSmtpSink } from '../../../testing/sinks/smtp-sink.ts';
import { startTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts';
import { findStoredKey } from './secret-key.ts';

const patience = { timeout: 30_000, interval: 100 };
const webhookSecret = 'plantedWebhookSecret';
const channelToken = 'planted-channel-token-7';

let test: TestApp;
let echo: EchoServers;
let urls: UrlMonitor[];
let alerts: Alert[];
let backup: string;
let channelId: number;
let heartbeatId: number;
let incidentId: number;
let windowId: number;
let shareLink: ShareLink;
let closers: (() => Promise<void>)[];
/** Does not include the webhook's address, which its owner may read. */
let secrets: Record<string, string>;
const logged: string[] = [];

beforeAll(async () => {
  echo = await startEchoServers();
  const smtp = await startSmtpSink({ account: { user: 'ops@example.com', password: planted.smtp_password } });
  const sms = await startSmsSink({ username: 'shop', password: planted.sendsms_password });
  const slack = await startSlackSink();
  for (const sink of [smtp, sms, slack]) sink.behaviour = 'echo';
  const onLog = (line: string): void => void logged.push(line);
  test = await startTestApp({ listen: true, onLog, env: { SENDSMS_API_URL: sms.apiUrl, LOG_LEVEL: 'trace' } });
  closers = [test, echo, smtp, sms, slack].map((each) => () => each.close());
  urls = await plantSecrets(test, echo, { smtpPort: smtp.port, webhookUrl: slack.webhookUrl(webhookSecret) });
  const config = { base_url: 'http://127.0.0.1:1', token: channelToken };
  channelId = (await test.request('POST', '/channels/', { kind: 'gotify', name: 'Echo', config })).json<Channel>().id;
  const key = (await findStoredKey(test.db))?.toString('base64') ?? 'no key';
  secrets = { ...planted, key, channelToken, token: test.token, bearer: planted.token, admin: testPassword };
  for (const { id } of urls) await test.request('POST', `/urls/${id}/check`);
  const kinds = networkMonitorTypes.filter((type) => plantedOptions(type) !== null);
  // All monitors except the URL whose proxy refuses (it has only a fault), and the network monitors.
  await vi.waitFor(async () => {
    alerts = await readAlerts();
    expect(alerts).toHaveLength(urls.length + kinds.length);
    expect((await test.request('GET', `/urls/${urls.at(-1)?.id}`)).body).toContain('(407)');
    // Every channel has tried to send, and got its secret echoed back.
    const waiting = alerts.flatMap(({ deliveries }) => deliveries.filter(({ attempts }) => attempts === 0));
    expect(waiting).toEqual([]);
  }, patience);
  const job = { name: 'Job', period: 3600 };
  const heartbeat = (await test.request('POST', '/heartbeats/website/1', job)).json<Heartbeat>();
  heartbeatId = heartbeat.id;
  await fetch(`${test.baseUrl}/ping/${heartbeat.key}`, { method: 'POST', body: 'done' });
  const incident = { title: 'Echo', website_ids: [1], body: 'We look into it.' };
  incidentId = (await test.request('POST', '/incidents/', incident)).json<Incident>().id;
  const work = { website_ids: [1], minutes: 30, public: true };
  windowId = (await test.request('POST', '/maintenance/start', work)).json<MaintenanceRun>().window_id;
  shareLink = (await test.request('POST', '/share-links', { website_id: 1, name: 'Echo' })).json<ShareLink>();
  backup = (await test.request('POST', '/backup/create')).json<Backup>().name;
}, 120_000);
afterAll(async () => {
  for (const close of closers) await close();
});

const readAlerts = async (): Promise<Alert[]> => (await test.request('GET', '/alerts')).json<Alert[]>();

function expectNoSecret(where: string, text: string, of: Readonly<Record<string, string>> = secrets): void {
  expect(secretsIn(text, of), where).toEqual([]);
}

it('the targets received every secret of an outgoing request, and repeated it', () => {
  const heard = [...echo.heard].join('\n');
  for (const name of ['header', 'token', 'password', 'proxy'] as const) expect(heard).toContain(planted[name]);
  expect(heard).toContain(planted.body);
});

const listed = fakeEndpoints.filter(({ endpoint }) => endpoint.method === 'GET');

it.each(listed.map(({ name, endpoint }) => [name, endpoint] as const))(
  '%s reveals none',
  async (name, endpoint) => {
    for (const address of await addressesOf(name, endpoint)) {
      const { status, text } = await read(address, endpoint);
      expect(status, `${address}: ${text}`).toBeLessThan(300);
      expectNoSecret(address, text);
      if (name !== 'backup.download') expectNoSecret(address, text, plantedInAddress);
      if (name !== 'slack.get' && name !== 'backup.download') expect(text).not.toContain(webhookSecret);
    }
  },
  120_000,
);

/** Names of parameters, each with all existing values. Add unlisted ones. */
async function valuesOf(name: EndpointName): Promise<Record<string, readonly (number | string)[]>> {
  const checks = await test.db.selectFrom('checks').select(['id', 'monitor_id']).execute();
  const monitor = await test.db
    .selectFrom('monitors')
    .select('id')
    .where('kind', 'not in', ['URL', 'HEARTBEAT'])
    .executeTakeFirstOrThrow();
  return {
    websiteId: [1],
    urlId: urls.map(({ id }) => id),
    monitorId: [monitor.id],
    heartbeatId: [heartbeatId],
    n: [1],
    checkId: checks.flatMap(({ id, monitor_id }) => (urls.some((url) => url.id === monitor_id) ? [id] : [])),
    channelId: [channelId],
    incidentId: [incidentId],
    windowId: [windowId],
    shareLinkId: [shareLink.id],
    link: [new URL(shareLink.url ?? '').pathname.replace('/share/', '')],
    alertId: alerts.map(({ id }) => id),
    name: name.startsWith('backup.') ? [backup] : [],
  };
}

/** Required query parameters. */
const queries: Partial<Record<EndpointName, string>> = {
  'urls.search': '?text=127.0',
  'diagnostics.run': '?deep=false',
};

/** All addresses of an endpoint with existing ids; none if there is no such object. */
async function addressesOf(name: EndpointName, endpoint: Endpoint): Promise<string[]> {
  const [parameter, ...others] = Object.keys(endpoint.params?.shape ?? {});
  const query = queries[name] ?? '';
  if (parameter === undefined) return [endpointPath(endpoint) + query];
  const all = await valuesOf(name);
  const values = all[parameter];
  if (values === undefined || others.some((other) => all[other]?.length !== 1))
    throw new Error(`${name}: say which values its parameters have`);
  const fixed = Object.fromEntries(others.map((other) => [other, all[other]?.[0] ?? '']));
  return values.map((value) => endpointPath(endpoint, { ...fixed, [parameter]: value }) + query);
}

async function read(address: string, { transport }: Endpoint): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${test.token}` };
  const leave = new AbortController();
  const answer = await fetch(test.baseUrl + address, { headers, signal: leave.signal });
  if (transport === 'events') {
    await test.request('PUT', '/websites/1', { description: String(Math.random()) });
    const text = await firstEvent(answer);
    leave.abort();
    return { status: answer.status, text };
  }
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return { status: answer.status, text: (isPacked ? gunzipSync(bytes) : bytes).toString('latin1') };
}

async function firstEvent({ body }: Response): Promise<string> {
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    if (/^data: /m.test(text)) return text;
  }
  return text;
}

it('paths outside of the contract reveal none', async () => {
  for (const address of ['/metrics', '/healthz', '/', '/status', '/status/1', '/status/1/feed', '/status.txt']) {
    const answer = await test.inject({ method: 'GET', url: address });
    expectNoSecret(address, answer.body, { ...secrets, ...plantedInAddress });
    expect(answer.body).not.toContain(webhookSecret);
  }
});

it('a test reveals none, stored or sent with it', async () => {
  for (const { id, url, request, assertions } of urls) {
    const stored = await test.request('POST', '/urls/test', { url, request, assertions, url_id: id });
    expect(stored.statusCode, stored.body).toBe(200);
    expectNoSecret(`the test of ${url}`, stored.body, { ...secrets, ...plantedInAddress });
    const auth = { type: 'bearer', token: planted.tested };
    const given = await test.request('POST', '/urls/test', { url, request: { auth }, assertions });
    expectNoSecret(`a test of ${url}`, given.body);
  }
  for (const address of ['test-email?email=me%40example.com', 'test-sms?phone=%2B40712345678']) {
    expectNoSecret(address, (await test.request('POST', `/settings/${address}`)).body);
  }
});

it('results are reported without them, and not left out', async () => {
  expect(alerts.filter(({ has_evidence }) => has_evidence)).toHaveLength(alerts.length);
  const evidence = await Promise.all(alerts.map(({ id }) => test.request('GET', `/alerts/${id}/evidence`)));
  expect(evidence.filter(({ body }) => body.includes(removedSecret)).length).toBeGreaterThanOrEqual(urls.length - 1);
  const ofRedis = alerts.find(({ monitor_kind }) => monitor_kind === 'REDIS');
  expect(ofRedis?.message).toMatch(/server answered ".*\[removed\]/);
  const reasons = alerts.flatMap(({ deliveries }) => deliveries.map(({ reason }) => reason ?? ''));
  expect(reasons.filter((reason) => reason.includes(maskedSecret))).not.toEqual([]);
});

it('log, backup and the files of the data folder hold none that can be read', async () => {
  const archive = await read(`/api/backup/download/${backup}`, { transport: 'download' } as Endpoint);
  expectNoSecret('the backup', archive.text);
  expect(archive.text).toContain('sealed:');
  expect(logged.length).toBeGreaterThan(20);
  expectNoSecret('the log', logged.join(''), { ...secrets, ...plantedInAddress });
  expect(logged.join('')).not.toContain(webhookSecret);
  // The key is stored with the password's hash. Neither is in a backup, and neither protects the database that contains
  // it.
  const { key: _key, ...readable } = secrets;
  expectNoSecret('the rows', JSON.stringify(await allRows(test.db)), readable);
  const files = readdirSync(test.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name, parentPath } of files) {
    expectNoSecret(name, readFileSync(path.join(parentPath, name)).toString('latin1'), readable);
  }
  if (test.storage.dialect === 'sqlite') expect(files.map(({ name }) => name)).toContain('upvigil.sqlite');
});

it('finds a secret in each form: this test can fail', () => {
  for (const form of formsOf(planted.token)) expect(secretsIn(`a ${form} b`, secrets)).not.toEqual([]);
});
