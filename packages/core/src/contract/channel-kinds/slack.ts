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
  about:
    'One incoming webhook for the alerts of all websites. A website can use another one instead: see its Slack tab.',
  documentation: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  fields: { webhook_url: webhookUrl('https://hooks.slack.com/services/…') },
});
