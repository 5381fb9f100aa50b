import { webhookUrl } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

export const discord = defineConfig({
  about: 'Make a webhook in the settings of the Discord channel, under Integrations.',
  documentation: 'https://docs.discord.com/developers/resources/webhook#execute-webhook',
  fields: { webhook_url: webhookUrl('https://discord.com/api/webhooks/…') },
});
