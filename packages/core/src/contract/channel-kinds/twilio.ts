import { limits } from '../../limits.ts';
import { inputMessages } from '../fields/input-messages.ts';
import { providerAddress, secret } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';
import { phoneNumber } from './sms.ts';

export const twilio = defineConfig({
  about: 'SMS through your account at Twilio.',
  documentation: 'https://www.twilio.com/docs/messaging/api/message-resource',
  fields: {
    account_sid: {
      type: 'text',
      label: 'Account SID',
      maxLength: limits.name.maxLength,
      form: { pattern: /^AC[0-9a-f]{32}$/i, error: 'Account SID must be AC and 32 hexadecimal digits' },
    },
    auth_token: secret('Auth token', 'On the first page of the console'),
    from: {
      type: 'text',
      label: 'From',
      hint: 'A number of yours, a sender name, or a messaging service: MG…',
      maxLength: limits.name.maxLength,
    },
    to: {
      type: 'list',
      label: 'Phone numbers',
      most: limits.channelRecipients,
      form: { pattern: phoneNumber, error: inputMessages.phone('Phone numbers') },
      placeholder: '+40712345678',
    },
    base_url: providerAddress('https://api.twilio.com'),
  },
});
