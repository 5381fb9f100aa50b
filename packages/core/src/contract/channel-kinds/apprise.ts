import { limits } from '../../limits.ts';
import { ownServer, secret } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

export const apprise = defineConfig({
  about: 'All services that Apprise knows, through your own apprise-api. Their addresses are kept there, under a key.',
  documentation: 'https://github.com/caronc/apprise-api#persistent-stateful-storage-solution',
  fields: {
    base_url: ownServer('http://127.0.0.1:8000'),
    key: {
      ...secret('Configuration key', 'Of the configuration in apprise-api'),
      form: { pattern: /^[\w-]{1,128}$/, error: 'Configuration key must have letters, digits, dashes and underscores' },
    },
    tags: {
      type: 'text',
      label: 'Tags',
      hint: 'Separated by commas; a service with tags is notified only if one of them is here',
      maxLength: limits.name.maxLength,
      optional: true,
    },
  },
});
