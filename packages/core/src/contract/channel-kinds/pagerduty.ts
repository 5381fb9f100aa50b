import { secret } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

export const pagerduty = defineConfig({
  about: "Add the integration 'Events API V2' to a service for its key.",
  documentation: 'https://developer.pagerduty.com/docs/send-alert-event',
  fields: {
    routing_key: {
      ...secret('Integration key', 'Of the integration Events API V2'),
      form: { pattern: /^[A-Za-z0-9]{32}$/, error: 'Integration key must have 32 letters and digits' },
    },
    region: {
      type: 'choice',
      label: 'Region',
      choices: [
        { value: 'us', label: 'US' },
        { value: 'eu', label: 'EU' },
      ],
      initial: 'us',
    },
    base_url: {
      type: 'address',
      label: 'Server',
      hint: "Left empty, PagerDuty's own in the region",
      optional: true,
    },
  },
});
