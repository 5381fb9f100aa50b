import { webhookUrl } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

export const mattermost = defineConfig({
  about: 'Make an incoming webhook under Integrations.',
  documentation: 'https://developers.mattermost.com/integrate/webhooks/incoming/',
  fields: { webhook_url: webhookUrl('https://mattermost.example.org/hooks/…') },
});
