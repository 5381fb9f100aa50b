import { describe, expect, it, test } from 'vitest';
import type { z } from 'zod';
import { channelChange, channelInput } from './channels.ts';
import { markInput } from './marks.ts';
import { networkMonitorInput } from './network-monitors.ts';
import { maskedSecret } from './secrets/secret-names.ts';
import {
  generalSettingsSchema,
  notificationSettingsChange,
  notificationSettingsSchema,
  settingsEndpoints,
} from './settings.ts';
import { slackEndpoints, slackSettingsInput, slackSettingsSchema } from './slack.ts';
import { urlInput } from './urls.ts';
import { userEmail } from './users.ts';
import { websiteInput } from './websites.ts';

const messagesOf = (schema: z.ZodType, input: unknown): string[] =>
  (schema.safeParse(input).error?.issues ?? []).map(({ message }) => message);
const withAuth = (auth: object) => ({ url: 'https://example.org', request: { auth } });
const firstMessage = (schema: z.ZodType, input: unknown): string | undefined =>
  schema.safeParse(input).error?.issues[0]?.message;

describe('the SMTP host', () => {
  it.each(['http://foo/', 'foo/', 'foo:25', 'user@foo', 'a b', 'foo\r\nbar', '[::1]', '1::2::3', 'foo?x'])(
    'may not be %j',
    (smtp_host) => {
      expect(firstMessage(notificationSettingsChange, { smtp_host })).toBe(
        'SMTP host must be a host name or an IP address, without a scheme, a path or a port',
      );
    },
  );

  it.each([
    '',
    'smtp.example.org',
    'mail_server',
    'localhost',
    'smtp.example.org.',
    '192.0.2.1',
    '::1',
    'bücher.example',
  ])('may be %j', (smtp_host) => {
    expect(notificationSettingsChange.parse({ smtp_host })).toEqual({ smtp_host });
  });
});

const lineBreaks = ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u0001', '\u007f', '\t'];

const pasted = '\u200b';
const found = 'must not contain a zero-width space (U+200B): delete it, or type the text';

describe('invisible characters in a pasted text', () => {
  it('are removed from addresses', () => {
    expect(urlInput.parse({ url: `${pasted}https://example.org/\nhealth${pasted}` }).url).toBe(
      'https://example.org/health',
    );
    expect(networkMonitorInput.parse({ name: 'n', host: `example.org${pasted}`, port: 1 }).host).toBe('example.org');
    expect(markInput.parse({ label: 'v1', url: `https://example.org/${pasted}` }).url).toBe('https://example.org/');
    expect(userEmail.parse(`\u202aann@example.org\u202c`)).toBe('ann@example.org');
    const settings = { smtp_host: `mail.example.org${pasted}`, phone_list: `\u202a+40712345678\u202c` };
    expect(notificationSettingsChange.parse(settings)).toEqual({
      smtp_host: 'mail.example.org',
      phone_list: '+40712345678',
    });
    const general = { heartbeat_url: `https://a.example/${pasted}`, reference_targets: [`1.1.1.1${pasted}:443`] };
    expect(generalSettingsSchema.partial().parse(general)).toEqual({
      heartbeat_url: 'https://a.example/',
      reference_targets: ['1.1.1.1:443'],
    });
    const proxy = { request: { proxy: `socks5://proxy.example:1080${pasted}`, server_name: `a.example${pasted}` } };
    expect(urlInput.parse({ url: 'https://example.org', ...proxy }).request).toMatchObject({
      proxy: 'socks5://proxy.example:1080',
      server_name: 'a.example',
    });
    const config = { base_url: `https://gotify.example.org/${pasted}`, token: 'abc' };
    expect(channelInput.parse({ kind: 'gotify', name: 'G', config }).config).toEqual({
      base_url: 'https://gotify.example.org',
      token: 'abc',
    });
  });

  it.each([
    ['URL', urlInput, { url: 'https://example.org/a\u00a0b' }],
    ['Heartbeat URL', generalSettingsSchema.partial(), { heartbeat_url: 'https://example.org/a\u00a0b' }],
    ['Server', channelInput, { kind: 'gotify', name: 'G', config: { base_url: 'https://a.example/b\u00a0c' } }],
  ])('are named where they may be significant: %s', (label, schema, input) => {
    expect(messagesOf(schema, input)).toContain(
      `${label} must not contain a no-break space (U+00A0): delete it, or type the text`,
    );
  });

  it.each([
    ['SMTP password', notificationSettingsChange, { smtp_password: `abcd${pasted}efgh` }],
    ['SMTP username', notificationSettingsChange, { smtp_username: `ann@example.org${pasted}` }],
    ['SMS password', notificationSettingsChange, { sendsms_password: `abc${pasted}` }],
    ['Bot token', slackSettingsInput, { bot_token: `xoxb-${pasted}1` }],
    ['Application token', channelInput, { kind: 'gotify', name: 'G', config: { token: `a${pasted}` } }],
    ['Integration key', channelInput, { kind: 'pagerduty', name: 'P', config: { routing_key: `a${pasted}` } }],
    ['Password', urlInput, withAuth({ type: 'basic', username: 'ann', password: `a${pasted}` })],
    ['User name', urlInput, withAuth({ type: 'basic', username: `ann${pasted}`, password: 'a' })],
  ])('are named in a secret, which is not changed: %s', (label, schema, input) => {
    expect(messagesOf(schema, input)).toContain(`${label} ${found}`);
  });

  it('are named in the value of a header', () => {
    const headers = [{ name: 'X-Api-Key', value: 'abc\u00ad' }];
    const message = 'Header value must not contain a soft hyphen (U+00AD): delete it, or type the text';
    expect(messagesOf(urlInput, { url: 'https://example.org', request: { headers } })).toContain(message);
    const config = { url: 'https://example.org', headers };
    expect(messagesOf(channelInput, { kind: 'webhook', name: 'W', config })).toContain(message);
  });

  it('do not refuse the mask of a secret that stays', () => {
    const config = { base_url: 'https://gotify.example.org', token: maskedSecret };
    expect(channelChange.parse({ kind: 'gotify', name: 'G', enabled: true, config }).config).toEqual(config);
  });
});

it('a server name is a host name', () => {
  expect(messagesOf(urlInput, { url: 'https://example.org', request: { server_name: 'https://a.example' } })).toEqual([
    'Server name must be a host name or an IP address, without a scheme, a path or a port',
  ]);
});

describe('settings that end in a line of a protocol', () => {
  it.each([
    ['smtp_username', 'SMTP username'],
    ['smtp_password', 'SMTP password'],
    ['smtp_from_email', 'From address'],
    ['email_list', 'Email recipients'],
    ['phone_list', 'SMS recipients'],
    ['sendsms_username', 'SMS username'],
    ['sendsms_password', 'SMS password'],
  ])('%s is one line', (field, label) => {
    for (const lineBreak of lineBreaks) {
      const text = { email_list: `a@b.c,${lineBreak}d@e.f`, phone_list: `0700,${lineBreak}0701` }[field];
      const messages = notificationSettingsChange
        .safeParse({ [field]: text ?? `a${lineBreak}b@c.d` })
        .error?.issues.map(({ message }) => message);
      expect(messages, JSON.stringify(lineBreak)).toContain(`${label} must be one line without control characters`);
    }
  });

  it.each([
    ['webhook_url', 'Webhook URL'],
    ['channel_id', 'Channel ID'],
    ['channel_name', 'Channel name'],
    ['app_id', 'App ID'],
    ['client_id', 'Client ID'],
    ['client_secret', 'Client secret'],
    ['signing_secret', 'Signing secret'],
    ['verification_token', 'Verification token'],
    ['bot_token', 'Bot token'],
  ])('%s is one line', (field, label) => {
    const message = `${label} must be one line without control characters`;
    for (const lineBreak of lineBreaks) {
      const text = `https://hooks.example/a${lineBreak}b`;
      expect(firstMessage(slackSettingsInput, { [field]: text }), JSON.stringify(lineBreak)).toBe(message);
      if (field !== 'webhook_url' && field !== 'channel_id') continue;
      const input = { webhook_url: 'https://hooks.example/a', [field]: text };
      expect(firstMessage(slackEndpoints.test.body, input)).toBe(message);
    }
  });

  it('the addresses of test messages are one line', () => {
    const { testEmail, testSms } = settingsEndpoints;
    expect(firstMessage(testEmail.query, { email: 'a\u0001@b.c' })).toBe('Email must be an email address');
    expect(firstMessage(testSms.query, { phone: '0700\r\n0701' })).toContain('Phone must be a phone number');
  });

  it('settings that version 0.1.0 accepted are still read', () => {
    const smtp = { smtp_host: 'http://foo/', smtp_username: 'a\r\nb', email_list: 'a@b.c,\r\nd@e.f' };
    expect(notificationSettingsSchema.partial().parse(smtp)).toEqual(smtp);
    const slack = { webhook_url: 'https://hooks.example/a\r\nb', bot_token: 'a\r\nb' };
    expect(slackSettingsSchema.parse(slack)).toMatchObject(slack);
  });
});

test('text that a database would not keep as it is is cleared at once', () => {
  expect(firstMessage(websiteInput, { name: '\u0000 ' })).toBe('Name is required');
  expect(websiteInput.parse({ name: 'Sh\u0000op \ud83d', description: '\ud800\n😀' })).toEqual({
    name: 'Shop \ufffd',
    description: '\ufffd\n😀',
  });
  expect(urlInput.parse({ url: 'http://a.b/', metadata_tag: '\u0000' }).metadata_tag).toBeNull();
});
