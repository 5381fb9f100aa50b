import { secret } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

export const ntfy = defineConfig({
  about: 'Choose a topic that nobody guesses, and subscribe to it in the app.',
  documentation: 'https://docs.ntfy.sh/publish/#publish-as-json',
  fields: {
    base_url: { type: 'address', label: 'Server', initial: 'https://ntfy.sh', optional: true },
    topic: {
      type: 'text',
      label: 'Topic',
      maxLength: 64,
      form: { pattern: /^[-_A-Za-z0-9]{1,64}$/, error: 'Topic must have letters, digits, dashes and underscores only' },
    },
    token: { ...secret('Access token', 'Where the topic needs one: tk_…'), optional: true },
  },
});
