import { webhookUrl } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

export const teams = defineConfig({
  about: "Make a workflow from the template 'Send webhook alerts to a channel' and copy its URL.",
  documentation:
    'https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook',
  fields: { webhook_url: webhookUrl("The workflow's HTTP POST URL") },
});
