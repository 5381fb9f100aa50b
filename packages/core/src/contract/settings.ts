import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { channelFields, initialChannelSettings } from './channel-kinds/built-in.ts';
import { emailAddress } from './channel-kinds/email.ts';
import type { SettingFields } from './channel-kinds/kind.ts';
import { phoneNumber } from './channel-kinds/sms.ts';
import { defineEndpoints } from './endpoint.ts';
import { cleanAddress, cleanUrl } from './fields/clean-address.ts';
import {
  exactText,
  flag,
  integerBetween,
  isHost,
  isHttpUrl,
  isOneLine,
  oneLineText,
  oneOf,
  plainText,
  testResult,
  visible,
} from './fields/fields.ts';
import { parseHostPort } from './fields/host-port.ts';
import { inputMessages } from './fields/input-messages.ts';
import { publicLanguages } from './names/languages.ts';
import { automaticModes } from './websites.ts';

/** Items of a comma-separated list, trimmed, without empty ones. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** For stored settings: everything that older versions accepted is valid. */
const storedFields: SettingFields = {
  ...fieldsOf(plainText, (label) => plainText(label, limits.host.maxLength)),
  secret: (label) => exactText(label, limits.sealedSecret.maxLength),
};
/** For entered settings: text is one line, because it is sent to servers as a line or a header. */
const enteredFields: SettingFields = {
  ...fieldsOf(oneLineText, (label) =>
    plainText(label, limits.host.maxLength)
      .overwrite(cleanAddress)
      .refine((host) => host === '' || isHost(host), { error: inputMessages.host(label) }),
  ),
  text: visibleLine,
  secret: (label, maxLength) =>
    exactText(label, maxLength)
      .refine(isOneLine, { error: inputMessages.oneLine(label), abort: true })
      .superRefine(visible(label)),
};

function visibleLine(label: string, maxLength: number) {
  return oneLineText(label, maxLength).superRefine(visible(label));
}

function fieldsOf(text: SettingFields['text'], host: SettingFields['host']): SettingFields {
  return {
    flag,
    integer: integerBetween,
    text,
    secret: text,
    host,
    recipients: (label, form, error) =>
      text(label, limits.recipients.maxLength)
        .overwrite(cleanAddress)
        .refine((list) => splitList(list).every((part) => form.test(part)), { error }),
  };
}

/** Days before an expiry on which alerts are sent, descending; null if the text is not such a list. */
export function parseExpiryDays(text: string): number[] | null {
  const { max, most } = limits.expiryDays;
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > most || !parts.every((part) => /^[1-9]\d{0,2}$/.test(part) && Number(part) <= max)) return null;
  return [...new Set(parts.map(Number))].sort((one, other) => other - one);
}

const expiryDaysMessage = (label: string): string =>
  `${label} must be ${limits.expiryDays.most} numbers of days from 1 to ${limits.expiryDays.max} at most, as 30,14,7,1`;

/** Days before an expiry, each of which raises an alert: '30,14,7,1'. */
const expiryDays = (label: string) =>
  plainText(label, limits.expiryDays.maxLength).refine((text) => parseExpiryDays(text) !== null, {
    error: expiryDaysMessage(label),
  });

const settingsOf = (fields: SettingFields) => ({
  ...channelFields(fields),
  alert_on_down: flag('Down alerts'),
  alert_on_slow: flag('Slow alerts'),
  alert_on_metadata_missing: flag('Metadata missing alerts'),
  alert_on_recovery: flag('Recovery alerts'),
  alert_on_certificate: flag('Certificate alerts'),
  alert_on_domain: flag('Domain alerts'),
  cooldown_minutes: integerBetween('Cooldown', limits.cooldownMinutes, 'minutes'),
  cert_alert_days: expiryDays('Certificate alert days'),
  domain_check_enabled: flag('Domain checks'),
  domain_alert_days: expiryDays('Domain alert days'),
});

/**
 * The notification settings as stored and answered. Everything that older versions accepted is valid. Lists are
 * comma-separated; answers mask secrets.
 */
export const notificationSettingsSchema = z.object(settingsOf(storedFields));
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;
/** A partial change: absent fields stay. */
export const notificationSettingsChange = z.object(settingsOf(enteredFields)).partial();

export const defaultNotificationSettings: NotificationSettings = {
  ...initialChannelSettings,
  ...defaults.notifications,
};

export const publicPagesSettingsSchema = z.object({ public_language: oneOf('Language', publicLanguages) });
export type PublicPagesSettings = z.output<typeof publicPagesSettingsSchema>;

export const defaultPublicPagesSettings: PublicPagesSettings = { public_language: 'en' };

const hostAndPort = /^(\[[0-9A-Fa-f:.]+\]|[^\s:/[\]]+):\d{1,5}$/;

function hasPort(text: string): boolean {
  const { port } = parseHostPort(text);
  return port >= limits.port.min && port <= limits.port.max;
}

/** Settings of the installation that are not on the specified tabs. */
export const generalSettingsSchema = z.object({
  /** 0: no notice. */
  backup_overdue_hours: integerBetween('Backup overdue', limits.backupOverdueHours, 'hours'),
  /** Requested every minute while the installation is healthy; empty for none. */
  heartbeat_url: plainText('Heartbeat URL', limits.url.maxLength)
    .overwrite(cleanUrl)
    .refine((url) => url === '' || isHttpUrl(url), { error: inputMessages.httpUrl.none('Heartbeat URL') })
    .superRefine(visible('Heartbeat URL')),
  /** Empty: the offline detector is off. */
  reference_targets: z
    .array(
      oneLineText('Reference target', limits.host.maxLength)
        .overwrite(cleanAddress)
        .regex(hostAndPort, {
          error: 'Reference target must be a host and a port, such as 1.1.1.1:443',
        })
        .refine(hasPort, { error: `Reference target must have a port from ${limits.port.min} to ${limits.port.max}` }),
    )
    .max(limits.referenceTargets, { error: `Reference targets must be at most ${limits.referenceTargets}` }),
  drill_channels: z.object({
    email: flag('Drill of email'),
    sms: flag('Drill of SMS'),
    slack: flag('Drill of Slack'),
  }),
  automatic_incidents: oneOf('Automatic incidents', automaticModes),
  automatic_after_minutes: integerBetween('Automatic incidents after', limits.automaticAfterMinutes, 'minutes'),
  /** Applied when uptime is read, so it may be changed at any time, and back. */
  uptime_counts_maintenance: flag('Count maintenance in uptime'),
});
export type GeneralSettings = z.output<typeof generalSettingsSchema>;

export const defaultGeneralSettings: GeneralSettings = generalSettingsSchema.parse(defaults.general);

const testEmailQuery = z.object({
  email: z
    .string({ error: inputMessages.required('Email') })
    .overwrite(cleanAddress)
    .refine((address) => isOneLine(address) && emailAddress.test(address), { error: 'Email must be an email address' }),
});
const testSmsQuery = z.object({
  phone: z
    .string({ error: inputMessages.required('Phone') })
    .overwrite(cleanAddress)
    .regex(phoneNumber, { error: 'Phone must be a phone number with digits and an optional +' }),
});

/** The step of sending at which a server refused a message, in the order of the steps. */
export const sendSteps = ['connect', 'tls', 'sign_in', 'sender', 'recipient', 'message'] as const;
export type SendStep = (typeof sendSteps)[number];

/** A test with entered settings that are not saved. A masked secret is the stored one. */
const testInput = z.discriminatedUnion('channel', [
  z.object({
    channel: z.literal('email'),
    recipient: testEmailQuery.shape.email,
    settings: notificationSettingsChange,
  }),
  z.object({ channel: z.literal('sms'), recipient: testSmsQuery.shape.phone, settings: notificationSettingsChange }),
]);

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
  getPublicPages: {
    method: 'GET',
    path: '/settings/public-pages',
    access: 'admin',
    summary: 'The settings of the public pages',
    response: publicPagesSettingsSchema,
  },
  updatePublicPages: {
    method: 'PUT',
    path: '/settings/public-pages',
    access: 'admin',
    summary: 'Changes settings of the public pages; what is absent stays',
    body: publicPagesSettingsSchema.partial(),
    response: publicPagesSettingsSchema,
  },
  getGeneral: {
    method: 'GET',
    path: '/settings/general',
    access: 'admin',
    summary:
      'Backup notice, heartbeat, reference targets, drills, automatic incidents, and whether maintenance counts in uptime',
    response: generalSettingsSchema,
  },
  updateGeneral: {
    method: 'PUT',
    path: '/settings/general',
    access: 'admin',
    summary: 'Changes general settings; what is absent stays',
    body: generalSettingsSchema.partial(),
    response: generalSettingsSchema,
  },
  test: {
    method: 'POST',
    path: '/settings/test',
    access: 'admin',
    summary: 'Sends a test message with entered settings, without saving them; says which step failed',
    body: testInput,
    response: testResult.extend({
      failed_step: z.enum(sendSteps).nullable(),
      /** The reply of the server; null after success. */
      reason: z.string().nullable(),
    }),
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
