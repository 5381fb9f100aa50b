import { publicLanguages } from '@upvigil/core/contract/names/languages';
import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import { settingsMessages } from '@upvigil/core/texts/settings';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newcomer, ownerOf } from '../../access/caller.ts';
import { notificationSecrets, readNotificationSettings } from '../../storage/settings/notification-settings-store.ts';
import type { SecretsIn } from '../../storage/settings/secrets/secrets.ts';
import { readSlackSettings, slackSecrets } from '../../storage/settings/slack-settings-store.ts';
import { auditOn } from '../../testing/change-on.ts';
import { makeWebsite } from '../../testing/rows.ts';
import { type NotificationLab, openNotificationLab, plantedSecrets } from '../../testing/sinks/notification-lab.ts';
import { answerError } from '../http/error-handler.ts';
import { settingsRoutes } from './settings.ts';
import { slackRoutes } from './slack.ts';

let lab: NotificationLab;
let app: FastifyInstance;
beforeEach(async () => {
  lab = await openNotificationLab();
  app = serve(20_000);
});
afterEach(async () => {
  await app.close();
  await lab.close();
});

/** The routes, with a time limit for the provider of a test message. */
function serve(testDeadlineMilliseconds: number): FastifyInstance {
  const app = fastify();
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = ownerOf(newcomer);
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  const { db, channels, changes, secrets } = lab;
  const parts = { db, channels, changes, secrets, testDeadlineMilliseconds };
  auditOn(app, lab.db);
  settingsRoutes(app, parts);
  slackRoutes(app, parts);
  return app;
}

/** Opens the secrets, which must be stored sealed. */
async function storedSettings() {
  const sealed = await readNotificationSettings(lab.db);
  expect(sealed.smtp_password).toMatch(/^sealed:/);
  expect(sealed.sendsms_password).toMatch(/^sealed:/);
  return lab.secrets.open(sealed, notificationSecrets);
}

async function call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) {
  const answer = await app.inject({ method, url, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

describe('notification settings', () => {
  it('are the defaults until they are saved', async () => {
    await lab.db.deleteFrom('settings').execute();
    expect((await call('GET', '/settings/notifications')).body).toMatchObject({
      email_enabled: false,
      cooldown_minutes: 15,
      smtp_port: 587,
      smtp_use_tls: true,
      alert_on_down: true,
      smtp_password: '',
    });
  });

  it('never return a secret, and keep it when the mask is sent back', async () => {
    const { body } = await call('GET', '/settings/notifications');
    expect(body).toMatchObject({ smtp_password: maskedSecret, sendsms_password: maskedSecret });
    const saved = await call('PUT', '/settings/notifications', { ...body, cooldown_minutes: 5 });
    expect(saved).toEqual({ status: 200, body: { ...body, cooldown_minutes: 5 } });
    expect(await storedSettings()).toEqual({ ...lab.settings, cooldown_minutes: 5 });
  });

  it('change in part: what is absent stays', async () => {
    await call('PUT', '/settings/notifications', { sendsms_password: 'new one' });
    expect(await storedSettings()).toEqual({ ...lab.settings, sendsms_password: 'new one' });
    await call('PUT', '/settings/notifications', { smtp_password: '' });
    expect((await call('GET', '/settings/notifications')).body).toMatchObject({ smtp_password: '' });
  });

  it('refuse values out of limits, naming the field', async () => {
    const { status, body } = await call('PUT', '/settings/notifications', { cooldown_minutes: 61 });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      detail: 'Cooldown must be between 1 and 60 minutes',
      errors: [{ field: 'cooldown_minutes' }],
    });
  });

  it('are read when an older version stored values that are refused today, each field separately', async () => {
    const stored = {
      ...lab.settings,
      smtp_host: 'http://foo/',
      smtp_username: 'a@b.c\r\nDATA',
      email_list: 'a@b.c,\r\nd@e.f',
    };
    const value = JSON.stringify({ ...stored, cooldown_minutes: 'soon', alert_on_slow: null });
    await lab.db.updateTable('settings').set({ value }).where('key', '=', 'notifications').execute();
    expect(await readNotificationSettings(lab.db)).toEqual({ ...stored, cooldown_minutes: 15, alert_on_slow: true });
    expect((await call('GET', '/settings/notifications')).status).toBe(200);
    expect((await call('PUT', '/settings/notifications', { sms_enabled: false })).status).toBe(200);
    expect((await call('POST', '/settings/test-email?email=a@b.c')).status).toBe(502);
  });

  it('refuse line breaks that a protocol would interpret', async () => {
    const answer = await call('PUT', '/settings/notifications', { smtp_username: 'me\r\nRCPT TO:<you@b.c>' });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      detail: 'SMTP username must be one line without control characters',
      errors: [{ field: 'smtp_username', message: 'SMTP username must be one line without control characters' }],
    });
  });

  it('inform the rest of the program when they change', async () => {
    const heard: boolean[] = [];
    lab.changes.subscribe(({ is_structural }) => heard.push(is_structural));
    await call('PUT', '/settings/notifications', { cooldown_minutes: 5 });
    expect(heard).toEqual([true]);
  });
});

describe('the test email', () => {
  const path = '/settings/test-email?email=me%40example.com';

  it('arrives', async () => {
    expect(await call('POST', path)).toEqual({
      status: 200,
      body: { success: true, message: settingsMessages.testEmailSent },
    });
    expect(lab.smtp.messages[0]).toMatchObject({ to: ['me@example.com'], subject: 'Test message from Upvigil' });
  });

  it('is refused while no server is set', async () => {
    await lab.changeSettings({ smtp_host: '' });
    expect(await call('POST', path)).toMatchObject({
      status: 409,
      body: { detail: 'Email is not configured: the SMTP server is not set' },
    });
  });

  it("answers the provider's words when it fails", async () => {
    lab.smtp.behaviour = 'refuse-login';
    expect(await call('POST', path)).toEqual({ status: 502, body: { detail: '535 5.7.8 authentication failed' } });
    lab.smtp.behaviour = 'hang';
    app = serve(200);
    expect(await call('POST', path)).toEqual({ status: 502, body: { detail: 'no answer within 0.2 s' } });
  });

  it('needs an address', async () => {
    expect((await call('POST', '/settings/test-email')).status).toBe(422);
    expect((await call('POST', '/settings/test-email?email=nobody')).status).toBe(422);
  });
});

describe('a test with entered settings', () => {
  const test = (settings: object, recipient = 'me@example.com') =>
    call('POST', '/settings/test', { channel: 'email', recipient, settings });

  it('sends through the entered server and saves nothing', async () => {
    const { body: before } = await call('GET', '/settings/notifications');
    const { smtp_host, smtp_port } = before as { smtp_host: string; smtp_port: number };
    await lab.changeSettings({ smtp_host: '', smtp_password: '', smtp_from_email: 'stored@example.com' });
    const smtp_password = plantedSecrets.smtp;
    const answer = await test({ smtp_host, smtp_port, smtp_password, smtp_from_email: 'typed@example.com' });
    expect(answer).toEqual({
      status: 200,
      body: { success: true, message: settingsMessages.testEmailSent, failed_step: null, reason: null },
    });
    expect(lab.smtp.messages[0]).toMatchObject({ to: ['me@example.com'] });
    expect((await call('GET', '/settings/notifications')).body).toMatchObject({
      smtp_host: '',
      smtp_from_email: 'stored@example.com',
    });
  });

  it('names the step that failed, with the reply of the server', async () => {
    lab.smtp.behaviour = 'refuse-login';
    expect((await test({})).body).toEqual({
      success: false,
      message: settingsMessages.failedSteps.sign_in,
      failed_step: 'sign_in',
      reason: '535 5.7.8 authentication failed',
    });
    lab.smtp.behaviour = 'refuse-recipient';
    expect((await test({})).body).toMatchObject({ failed_step: 'recipient', reason: expect.stringContaining('550') });
    lab.smtp.behaviour = 'accept';
    expect((await test({ smtp_port: 1 })).body).toMatchObject({ success: false, failed_step: 'connect' });
  });

  it('does not send the stored password to another server', async () => {
    await lab.changeSettings({ smtp_password: 'stored-password' });
    const { status, body } = await test({ smtp_host: 'other.example.com', smtp_password: maskedSecret });
    expect({ status, body }).toMatchObject({ status: 422, body: { detail: 'Enter the secret again' } });
    expect((await test({ smtp_host: 'other.example.com' })).status).toBe(422);
  });

  it('is refused without a server or an account', async () => {
    expect((await test({ smtp_host: '' })).status).toBe(409);
    const sms = { channel: 'sms', recipient: '+40712345678', settings: { sendsms_username: '' } };
    expect((await call('POST', '/settings/test', sms)).status).toBe(409);
  });
});

describe('the test SMS', () => {
  const path = '/settings/test-sms?phone=%2B40712345678';

  it('arrives', async () => {
    expect(await call('POST', path)).toEqual({
      status: 200,
      body: { success: true, message: settingsMessages.testSmsSent },
    });
    expect(lab.sms.messages).toEqual([{ to: '+40712345678', text: expect.stringContaining('This is a test') }]);
  });

  it('is refused without a provider, and returns its error when it fails', async () => {
    lab.sms.behaviour = 'refuse-login';
    expect(await call('POST', path)).toEqual({
      status: 502,
      body: { detail: '-2 Authentication failed: Wrong username or password' },
    });
    await lab.changeSettings({ sendsms_username: '' });
    expect((await call('POST', path)).status).toBe(409);
  });
});

describe('Slack settings of a website', () => {
  let path: string;
  let websiteId: number;
  beforeEach(async () => {
    websiteId = (await makeWebsite(lab.db)).id;
    path = `/slack/websites/${websiteId}/slack`;
  });

  it('are not found until they are saved, and after they were deleted', async () => {
    expect((await call('GET', path)).status).toBe(404);
    const saved = await call('POST', path, { enabled: true, webhook_url: 'https://hooks.example.com/x' });
    expect(saved.status).toBe(200);
    expect(await call('GET', path)).toEqual(saved);
    expect(await call('DELETE', path)).toEqual({ status: 204, body: null });
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(404);
  });

  it('are read when an older version stored values that are refused today, each field separately', async () => {
    const stored = { enabled: true, webhook_url: 'https://hooks.example/a\r\nb', bot_token: 'a\r\nb' };
    const value = JSON.stringify({ ...stored, channel_id: 7, alert_on_slow: 'yes' });
    await lab.db.insertInto('slack_settings').values({ website_id: websiteId, value }).execute();
    const read = (await readSlackSettings(lab.db, [websiteId])).get(websiteId);
    expect(read).toMatchObject({ ...stored, channel_id: '', alert_on_slow: true });
    const { status, body } = await call('GET', path);
    expect({ status, body }).toMatchObject({ status: 200, body: { enabled: true, bot_token: maskedSecret } });
    expect((await call('POST', path, { ...(body as object), webhook_url: '', enabled: false })).status).toBe(200);
  });

  it('never return a secret, and keep it when the mask is sent back', async () => {
    await lab.connectSlack(websiteId);
    const { body } = await call('GET', path);
    expect(body).toMatchObject({ bot_token: maskedSecret, client_secret: maskedSecret, signing_secret: '' });
    await call('POST', path, { ...body, signing_secret: maskedSecret, alert_on_slow: false });
    const sealed = (await readSlackSettings(lab.db, [websiteId])).get(websiteId);
    expect(JSON.stringify(sealed)).not.toContain(plantedSecrets.botToken);
    expect(await lab.secrets.open(sealed ?? {}, slackSecrets(websiteId) as SecretsIn<object>)).toMatchObject({
      bot_token: plantedSecrets.botToken,
      client_secret: plantedSecrets.clientSecret,
      signing_secret: '',
      alert_on_slow: false,
    });
  });

  it('need a webhook when they are enabled', async () => {
    expect(await call('POST', path, { enabled: true })).toMatchObject({
      status: 422,
      body: { detail: 'Webhook URL is required' },
    });
  });

  it('are refused for a missing website', async () => {
    const answer = await call('POST', '/slack/websites/999/slack', { enabled: false });
    expect(answer).toEqual({ status: 404, body: { detail: 'Website not found' } });
  });
});

describe('the Slack test', () => {
  it('arrives in the requested channel', async () => {
    const body = { webhook_url: lab.slack.webhookUrl('any'), channel_id: 'C42' };
    expect((await call('POST', '/slack/test', body)).body).toMatchObject({ success: true });
    expect(lab.slack.messages[0]).toMatchObject({ channel: 'C42', text: 'Test message from Upvigil' });
  });

  it('answers 200 when it fails too, with the reason', async () => {
    lab.slack.behaviour = 'refuse-login';
    expect(await call('POST', '/slack/test', { webhook_url: lab.slack.webhookUrl('any') })).toEqual({
      status: 200,
      body: { success: false, message: 'Slack refused the test message: HTTP 403 invalid_token' },
    });
  });
});

describe('the language of the public pages', () => {
  const address = '/settings/public-pages';

  it("is English until another is chosen, one of the supported ones or the browser's", async () => {
    expect((await call('GET', address)).body).toEqual({ public_language: 'en' });
    for (const public_language of publicLanguages) {
      expect(await call('PUT', address, { public_language })).toEqual({ status: 200, body: { public_language } });
      expect((await call('GET', address)).body).toEqual({ public_language });
    }
    expect((await call('PUT', address, {})).body).toEqual({ public_language: publicLanguages.at(-1) });
  });

  it('is refused for an unknown language, and stays unchanged', async () => {
    await call('PUT', address, { public_language: 'ro' });
    for (const public_language of ['xx', '', 'EN-us', null, 7, ['de']]) {
      expect((await call('PUT', address, { public_language })).status).toBe(422);
    }
    expect((await call('GET', address)).body).toEqual({ public_language: 'ro' });
  });

  it('is English when the stored value is no language', async () => {
    await lab.db.insertInto('settings').values({ key: 'public_pages', value: '{"public_language":"xx"}' }).execute();
    expect((await call('GET', address)).body).toEqual({ public_language: 'en' });
  });
});
