import { webhookUrl } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';
import { defineChannel } from './kind.ts';

/** Configured for each website, so its settings stand in contract/slack.ts. */
export const slack = defineChannel({
  name: 'slack',
  label: 'Slack',
  settings: () => ({}),
  initial: {},
  secrets: [],
  recipients: null,
});

/** One webhook for all websites. */
export const slackConfig = defineConfig({
  about: 'An incoming webhook of its own, whatever the website.',
  documentation: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  fields: { webhook_url: webhookUrl('https://hooks.slack.com/services/…') },
});
