import { type DiagnosticResult, diagnosticIds, diagnosticSchema } from '@upvigil/core/contract/diagnostics';
import { bundleFiles } from '@upvigil/core/contract/names/bundle-files';
import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackBundle } from '../../operations/diagnostics/bundle/bundle-archive.ts';
import { insertChannel } from '../../storage/settings/channel-store.ts';
import { saveNotificationSettings } from '../../storage/settings/notification-settings-store.ts';
import { saveSlackSettings } from '../../storage/settings/slack-settings-store.ts';
import { makeMonitor, makeWebsite } from '../../testing/rows.ts';
import { type Behaviour, startTcpTarget, type TcpTarget } from '../../testing/targets/tcp-target.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/** None of these may be in a bundle, in any form. */
const planted = {
  secrets: [
    'planted-smtp-1',
    'planted-sms-2',
    'planted-hook-3',
    'planted-bot-4',
    'planted-metrics-5',
    'planted-env-6',
    'planted-url-7',
    'planted-channel-8',
  ],
  hosts: [
    'intern.planted.example',
    'hooks.planted.example',
    'planted-db1',
    '10.77.66.55',
    'smtp.planted.example',
    'status.planted.example',
  ],
  names: [
    'Planted Webshop',
    'Nachtwache Planted',
    'pager@planted.example',
    'Geheimer Dienst',
    '#planted-ops',
    'ops@planted.example',
    '+40799887766',
    '/planted/path',
  ],
};

const hang: Behaviour = () => undefined;

describe('diagnostics over HTTP', () => {
  let test: TestApp;
  let silent: TcpTarget;
  beforeAll(async () => {
    silent = await startTcpTarget(hang);
    test = await startTestApp({
      env: {
        LOG_LEVEL: 'debug',
        METRICS_TOKEN: 'planted-metrics-5',
        BASE_URL: `https://127.0.0.1:${silent.port}`,
        DNS_REFERENCE_NAME: 'off',
        SENDSMS_API_URL: `https://127.0.0.1:${silent.port}/json?apikey=planted-env-6`,
      },
    });
    await saveNotificationSettings(test.db, {
      ...defaultNotificationSettings,
      smtp_host: '127.0.0.1',
      smtp_port: silent.port,
      smtp_username: 'ops@planted.example',
      smtp_password: 'planted-smtp-1',
      email_list: 'ops@planted.example',
      phone_list: '+40799887766',
      sendsms_username: 'shop',
      sendsms_password: 'planted-sms-2',
      smtp_from_email: 'ops@planted.example',
    });
    const { id: website_id } = await makeWebsite(test.db, { name: 'Planted Webshop' });
    const webhook_url = `http://127.0.0.1:${silent.port}/services/planted-hook-3`;
    const slack = { enabled: true, webhook_url, bot_token: 'planted-bot-4', channel_name: '#planted-ops' };
    await saveSlackSettings(test.db, website_id, slackSettingsSchema.parse(slack));
    const channel = { name: 'Nachtwache Planted', enabled: 0, created_at: 0 } as const;
    const hook = { config: '{"url":"https://hooks.planted.example/x"}', secrets: '{"secret":"planted-channel-8"}' };
    await insertChannel(test.db, { ...channel, ...hook, kind: 'webhook' });
    const mail = { config: '{"to":["pager@planted.example"]}', secrets: null };
    await insertChannel(test.db, { ...channel, ...mail, kind: 'email', name: 'Planted 2' });
    for (const target of ['http://intern.planted.example/planted/path?key=planted-url-7', 'http://10.77.66.55/'])
      await makeMonitor(test.db, { website_id, target });
    await makeMonitor(test.db, {
      website_id,
      kind: 'TCP_PORT',
      name: 'Geheimer Dienst',
      target: 'planted-db1',
      port: 1,
    });
    for (let port = 0; port < 5; port++)
      await makeMonitor(test.db, { website_id, target: `http://127.0.0.${port + 1}:${silent.port}/`, is_up: 1 });
  });
  afterAll(async () => {
    await test.close();
    await silent.close();
  });

  const ask = async (query = ''): Promise<DiagnosticResult[]> =>
    (await test.request('GET', `/diagnostics${query}`)).json();

  it('are complete and in order in less than 10 s when every peer falls silent', { timeout: 60_000 }, async () => {
    const started = performance.now();
    const results = await ask();
    const took = performance.now() - started;
    expect(results.map(({ id }) => id)).toEqual(diagnosticIds);
    for (const result of results) diagnosticSchema.parse(result);
    const statusOf = Object.fromEntries(results.map(({ id, status }) => [id, status]));
    expect(statusOf).toMatchObject({
      smtp: 'fail',
      sms: 'fail',
      slack: 'fail',
      tls: 'fail',
      proxy: 'fail',
      clock: 'skipped',
    });
    expect(Math.max(...results.map(({ took_ms }) => took_ms))).toBeLessThan(6_000);
    expect(took).toBeLessThan(10_000);
  });

  it('are cached for a while, for any caller', async () => {
    const [first, second] = await Promise.all([ask('?only=disk'), ask('?only=disk,wal')]);
    expect(second?.[0]).toEqual(first?.[0]);
    expect(second?.map(({ id }) => id)).toEqual(['disk', 'wal']);
  });

  it('accept no target, and no unknown diagnostic', async () => {
    expect((await test.request('GET', '/diagnostics?only=http://10.0.0.1/')).statusCode).toBe(422);
    expect((await test.request('GET', '/diagnostics?only=')).statusCode).toBe(422);
    expect((await test.inject({ url: '/api/diagnostics' })).statusCode).toBe(401);
    expect((await test.inject({ url: '/api/diagnostics/bundle' })).statusCode).toBe(401);
    expect((await test.inject({ url: `/api/diagnostics/bundle?token=${test.token}` })).statusCode).toBe(401);
  });

  it('make a bundle without planted values', { timeout: 60_000 }, async () => {
    // Log lines that quote the planted values.
    const lookUp = Object.assign(new Error('getaddrinfo ENOTFOUND planted-db1'), { hostname: 'planted-db1' });
    test.app.log.warn(
      { err: lookUp, recipient: 'ops@planted.example' },
      'Planted Webshop: http://10.77.66.55/planted/path',
    );
    test.app.log.warn({ token: 'planted-channel-8', to: 'pager@planted.example' }, 'no hooks.planted.example');
    test.app.log.warn(
      { text: 'Geheimer Dienst in #planted-ops', secret: 'planted-bot-4', channel: 'Nachtwache Planted' },
      'planted-smtp-1',
    );
    await test.inject({ url: '/intern.planted.example/smtp.planted.example' });
    const answer = await test.request('GET', '/diagnostics/bundle');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="upvigil-support_\d{8}T\d{6}Z\.tar\.gz"$/),
    });
    const files = await unpackBundle(answer.rawPayload);
    expect(files.map(({ name }) => name)).toEqual(Object.keys(bundleFiles));
    const all = files.map(({ name, content }) => `${name}\n${content}`).join('\n');
    for (const text of Object.values(planted).flat()) expect(all.toLowerCase()).not.toContain(text.toLowerCase());
    expect(all).not.toContain(test.folder);
    const contentOf = (name: string) => files.find((file) => file.name === name)?.content ?? '';
    expect(contentOf('metrics.txt')).toContain('upvigil_monitors{state="up"} 5');
    expect(JSON.parse(contentOf('counts.json'))).toMatchObject({ websites: 1 });
    expect(JSON.parse(contentOf('settings.json'))).toMatchObject({
      configuration: { METRICS_TOKEN: 'set', OIDC_CLIENT_SECRET: 'not set', LOG_LEVEL: expect.any(String) },
      notifications: { smtp_password: '********' },
      slack: [{ bot_token: '********' }],
    });
    expect(contentOf('log.ndjson').split('\n').length).toBeGreaterThan(1);
    for (const line of contentOf('log.ndjson').trim().split('\n')) JSON.parse(line);
  });

  it('give the same name the same alias within a bundle, and another in the next', { timeout: 60_000 }, async () => {
    const emails = async (): Promise<unknown> => {
      const files = await unpackBundle((await test.request('GET', '/diagnostics/bundle')).rawPayload);
      const { notifications } = JSON.parse(files.find(({ name }) => name === 'settings.json')?.content ?? '{}');
      expect(notifications.email_list).toBe(notifications.smtp_from_email);
      expect(notifications.email_list).toMatch(/^email-[0-9a-f]{10}$/);
      return notifications.email_list;
    };
    expect(await emails()).not.toBe(await emails());
  });
});
