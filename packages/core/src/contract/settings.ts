import * as z from 'zod';
import { limits } from '../limits.ts';
import { inputMessages } from '../messages.ts';
import { defineEndpoints } from './endpoint.ts';
import { flag, integerBetween, isHost, isOneLine, oneLineText, plainText, testResult } from './fields.ts';

/** What a secret reads as once it is set; sent back, it keeps the stored one. */
export const maskedSecret = '********';

const emailAddress = /^[^\s@,<>"]+@[^\s@,<>"]+$/;
const phoneNumber = /^\+?[0-9][0-9 ()./-]{2,30}$/;

/** The parts of a comma-separated list, trimmed, without empty ones. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

type TextField = typeof plainText;

const listOf = (text: TextField, label: string, pattern: RegExp, error: string) =>
  text(label, limits.recipients.maxLength).refine((list) => splitList(list).every((part) => pattern.test(part)), {
    error,
  });

const settingsOf = (text: TextField) => ({
  email_enabled: flag('Email'),
  sms_enabled: flag('SMS'),
  email_list: listOf(text, 'Email recipients', emailAddress, inputMessages.email('Email recipients')),
  phone_list: listOf(text, 'SMS recipients', phoneNumber, inputMessages.phone('SMS recipients')),
  alert_on_down: flag('Down alerts'),
  alert_on_slow: flag('Slow alerts'),
  alert_on_metadata_missing: flag('Metadata missing alerts'),
  alert_on_recovery: flag('Recovery alerts'),
  cooldown_minutes: integerBetween('Cooldown', limits.cooldownMinutes, 'minutes'),
  smtp_host: text('SMTP host', limits.host.maxLength),
  smtp_port: integerBetween('SMTP port', limits.port),
  smtp_username: text('SMTP username', limits.name.maxLength),
  smtp_password: text('SMTP password', limits.passwordLength.max),
  smtp_from_email: text('From address', limits.name.maxLength).refine(
    (address) => address === '' || emailAddress.test(address),
    { error: 'From address must be an email address' },
  ),
  smtp_use_tls: flag('TLS'),
  sendsms_username: text('SMS username', limits.name.maxLength),
  sendsms_password: text('SMS password', limits.passwordLength.max),
});

/**
 * The global notification settings as stored and answered, with what older versions took. Lists are comma-separated;
 * secrets are masked in answers.
 */
export const notificationSettingsSchema = z.object(settingsOf(plainText));
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;
/** A change may be partial: what is absent stays. */
export const notificationSettingsChange = z
  .object({
    ...settingsOf(oneLineText),
    smtp_host: plainText('SMTP host', limits.host.maxLength).refine((host) => host === '' || isHost(host), {
      error: inputMessages.host('SMTP host'),
    }),
  })
  .partial();

const testEmailQuery = z.object({
  email: z
    .string({ error: inputMessages.required('Email') })
    .trim()
    .refine((address) => isOneLine(address) && emailAddress.test(address), { error: 'Email must be an email address' }),
});
const testSmsQuery = z.object({
  phone: z
    .string({ error: inputMessages.required('Phone') })
    .trim()
    .regex(phoneNumber, { error: 'Phone must be a phone number with digits and an optional +' }),
});

export const settingsEndpoints = defineEndpoints({
  getNotifications: {
    method: 'GET',
    path: '/settings/notifications',
    access: 'admin',
    summary: 'The notification settings, secrets masked',
    response: notificationSettingsSchema,
  },
  updateNotifications: {
    method: 'PUT',
    path: '/settings/notifications',
    access: 'admin',
    summary: 'Changes notification settings; what is absent stays',
    body: notificationSettingsChange,
    response: notificationSettingsSchema,
  },
  testEmail: {
    method: 'POST',
    path: '/settings/test-email',
    access: 'admin',
    summary: 'Sends a test email',
    query: testEmailQuery,
    response: testResult,
  },
  testSms: {
    method: 'POST',
    path: '/settings/test-sms',
    access: 'admin',
    summary: 'Sends a test SMS',
    query: testSmsQuery,
    response: testResult,
  },
});
