import { describe, expect, it, test } from 'vitest';
import type { z } from 'zod';
import { notificationSettingsChange, notificationSettingsSchema, settingsEndpoints } from './settings.ts';
import { slackEndpoints, slackSettingsInput, slackSettingsSchema } from './slack.ts';
import { urlInput } from './urls.ts';
import { websiteInput } from './websites.ts';

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

  it('what version 0.1.0 took is still read', () => {
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
