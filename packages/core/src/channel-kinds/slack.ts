import { defineChannel } from './kind.ts';

/** Set for each website, so its settings stand in contract/slack.ts. */
export const slack = defineChannel({
  name: 'slack',
  label: 'Slack',
  settings: () => ({}),
  initial: {},
  secrets: [],
  recipients: null,
});
