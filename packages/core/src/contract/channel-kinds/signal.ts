import { limits } from '../../limits.ts';
import { inputMessages } from '../fields/input-messages.ts';
import { ownServer } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

export const signal = defineConfig({
  about: 'Signal through your own signal-cli-rest-api, which has a number registered or linked.',
  documentation: 'https://bbernhard.github.io/signal-cli-rest-api/',
  fields: {
    base_url: ownServer('http://127.0.0.1:8081'),
    number: {
      type: 'text',
      label: 'Number',
      hint: 'That sends, as it is registered there',
      maxLength: limits.name.maxLength,
      form: { pattern: /^\+\d{5,20}$/, error: 'Number must be + and digits' },
    },
    recipients: {
      type: 'list',
      label: 'Recipients',
      hint: 'Numbers, or groups: group.…',
      most: limits.channelRecipients,
      form: {
        pattern: /^(\+\d{5,20}|group\.[A-Za-z0-9+/=_-]+|u:[\w.]{3,64})$/,
        error: inputMessages.signalRecipients,
      },
      placeholder: '+40712345678',
    },
  },
});
