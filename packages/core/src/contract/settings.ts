import { z } from 'zod';
import { limits } from '../limits.ts';
import { inputMessages } from '../messages.ts';
import { defineEndpoints } from './endpoint.ts';
import { flag, integerBetween, plainText, testResult } from './fields.ts';

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

const listOf = (label: string, pattern: RegExp, error: string) =>
  plainText(label, limits.recipients.maxLength).refine((text) => splitList(text).every((part) => pattern.test(part)), {
    error,
  });

/** The global notification settings. Lists are comma-separated; secrets are masked in answers. */
export const notificationSettingsSchema = z.object({
  email_enabled: flag('Email'),
  sms_enabled: flag('SMS'),
  email_list: listOf('Email recipients', emailAddress, inputMessages.email('Email recipients')),
  phone_list: listOf('SMS recipients', phoneNumber, inputMessages.phone('SMS recipients')),
  alert_on_down: flag('Down alerts'),
  alert_on_slow: flag('Slow alerts'),
  alert_on_metadata_missing: flag('Metadata missing alerts'),
  alert_on_recovery: flag('Recovery alerts'),
  cooldown_minutes: integerBetween('Cooldown', limits.cooldownMinutes, 'minutes'),
  smtp_host: plainText('SMTP host', limits.host.maxLength),
  smtp_port: integerBetween('SMTP port', limits.port),
  smtp_username: plainText('SMTP username', limits.name.maxLength),
  smtp_password: plainText('SMTP password', limits.passwordLength.max),
  smtp_from_email: plainText('From address', limits.name.maxLength).refine(
    (text) => text === '' || emailAddress.test(text),
    { error: 'From address must be an email address' },
  ),
  smtp_use_tls: flag('TLS'),
  sendsms_username: plainText('SMS username', limits.name.maxLength),
  sendsms_password: plainText('SMS password', limits.passwordLength.max),
});
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;
/** A change may be partial: what is absent stays. */
export const notificationSettingsChange = notificationSettingsSchema.partial();

const testEmailQuery = z.object({
  email: z
    .string({ error: inputMessages.required('Email') })
    .trim()
    .regex(emailAddress, { error: 'Email must be an email address' }),
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
