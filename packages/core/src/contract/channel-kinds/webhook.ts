import { limits } from '../../limits.ts';
import { secret } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

export const webhook = defineConfig({
  about: 'A POST of JSON to your own program, signed so that it can verify the sender.',
  documentation: 'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md',
  fields: {
    url: { type: 'address', label: 'URL', placeholder: 'https://example.org/hooks/alerts', exact: true },
    headers: { type: 'headers', label: 'Headers', most: limits.webhookHeaders, optional: true },
    secret: {
      ...secret('Signing secret', 'Left empty, one is made and shown once'),
      optional: true,
      form: {
        pattern: /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/,
        error: 'Signing secret must be whsec_ and 24 to 64 bytes in base64',
      },
    },
  },
});
