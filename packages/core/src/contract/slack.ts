import * as z from 'zod';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { cleanAddress } from './fields/clean-address.ts';
import { flag, isHttpUrl, oneLineText, plainText, testResult, visible } from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';
import { websiteParams } from './websites.ts';

type TextField = typeof plainText;

const webhookUrl = (text: TextField) => text('Webhook URL', limits.url.maxLength).overwrite(cleanAddress);
const webhookError = { error: 'Webhook URL must be a full address that starts with https://' };
const short = (text: TextField, label: string) => text(label, limits.name.maxLength);

const settingsOf = (text: TextField, secret: (label: string) => ReturnType<TextField>) => ({
  enabled: flag('Enabled').default(false),
  webhook_url: webhookUrl(text)
    .refine((url) => url === '' || isHttpUrl(url), webhookError)
    .default(''),
  channel_id: short(text, 'Channel ID').default(''),
  channel_name: short(text, 'Channel name').default(''),
  /** Comma-separated user ids. */
  mention_users: text('Mention users', limits.slackMentions.maxLength)
    .regex(/^[A-Za-z0-9, ]*$/, { error: 'Mention users must hold Slack user IDs, separated by commas' })
    .default(''),
  app_id: short(text, 'App ID').default(''),
  client_id: short(text, 'Client ID').default(''),
  client_secret: secret('Client secret').default(''),
  signing_secret: secret('Signing secret').default(''),
  verification_token: secret('Verification token').default(''),
  bot_token: secret('Bot token').default(''),
  alert_on_down: flag('Down').default(true),
  alert_on_slow: flag('Slow').default(true),
  alert_on_metadata_missing: flag('Metadata missing').default(true),
  alert_on_recovery: flag('Recovery').default(true),
  alert_on_port_closed: flag('Port closed').default(true),
  alert_on_ping_fail: flag('Ping fail').default(true),
  alert_on_certificate: flag('Certificate').default(true),
  alert_on_domain: flag('Domain').default(true),
});

export const slackSecretFields = ['client_secret', 'signing_secret', 'verification_token', 'bot_token'] as const;

/**
 * A website's Slack settings as stored and answered. Everything that older versions accepted is valid. Answers mask
 * secrets.
 */
export const slackSettingsSchema = z.object(
  settingsOf(plainText, (label) => plainText(label, limits.sealedSecret.maxLength)),
);
export type SlackSettings = z.output<typeof slackSettingsSchema>;

/** A masked secret that is sent back keeps the stored one. */
export const slackSettingsInput = z
  .object(settingsOf(oneLineText, (label) => short(oneLineText, label).superRefine(visible(label))))
  .refine((input) => !input.enabled || input.webhook_url !== '', {
    path: ['webhook_url'],
    error: inputMessages.required('Webhook URL'),
  });

export const slackEndpoints = defineEndpoints({
  get: {
    method: 'GET',
    path: '/slack/websites/:websiteId/slack',
    access: 'read',
    summary: "A website's Slack settings; 404 while nothing is set",
    params: websiteParams,
    response: slackSettingsSchema,
  },
  save: {
    method: 'POST',
    path: '/slack/websites/:websiteId/slack',
    access: 'write',
    summary: "Creates or replaces a website's Slack settings",
    params: websiteParams,
    body: slackSettingsInput,
    response: slackSettingsSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/slack/websites/:websiteId/slack',
    access: 'write',
    summary: "Deletes a website's Slack settings",
    params: websiteParams,
    response: z.null(),
  },
  test: {
    method: 'POST',
    path: '/slack/test',
    access: 'write',
    summary: 'Sends a test message to a webhook',
    body: z.object({
      webhook_url: webhookUrl(oneLineText)
        .min(1, { error: inputMessages.required('Webhook URL') })
        .refine(isHttpUrl, webhookError),
      channel_id: short(oneLineText, 'Channel ID').nullish(),
    }),
    response: testResult,
  },
});
