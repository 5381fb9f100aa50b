import { webhookUrl } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

export const googleChat = defineConfig({
  about: 'Make a webhook in the space, under Apps & integrations.',
  documentation: 'https://developers.google.com/workspace/chat/quickstart/webhooks',
  fields: { webhook_url: webhookUrl('https://chat.googleapis.com/v1/spaces/…') },
});
