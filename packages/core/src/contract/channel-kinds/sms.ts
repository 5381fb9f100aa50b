import { limits } from '../../limits.ts';
import { inputMessages } from '../fields/input-messages.ts';
import { defineConfig } from './config-fields.ts';
import { defineChannel, type SettingFields } from './kind.ts';

export const phoneNumber = /^\+?[0-9][0-9 ()./-]{2,30}$/;

const settings = ({ flag, recipients, text, secret }: SettingFields) => ({
  sms_enabled: flag('SMS'),
  phone_list: recipients('SMS recipients', phoneNumber, inputMessages.phone('SMS recipients')),
  sendsms_username: text('SMS username', limits.name.maxLength),
  sendsms_password: secret('SMS password', limits.passwordLength.max),
});

export const sms = defineChannel({
  name: 'sms',
  label: 'SMS',
  settings,
  initial: { sms_enabled: false, phone_list: '', sendsms_username: '', sendsms_password: '' },
  secrets: ['sendsms_password'],
  recipients: {
    enabled: 'sms_enabled',
    switchLabel: 'SMS',
    list: 'phone_list',
    listLabel: 'SMS recipients',
    placeholder: '+40712345678',
    one: 'number',
    many: 'numbers',
  },
});

/** Other phones than the built-in channel, through the same provider. */
export const smsConfig = defineConfig({
  about: 'Through the SMS provider of the tab Notifications, to numbers of its own.',
  documentation: 'https://www.sendsms.ro/en/api/',
  fields: {
    to: {
      type: 'list',
      label: 'Phone numbers',
      most: limits.channelRecipients,
      form: { pattern: phoneNumber, error: inputMessages.phone('Phone numbers') },
      placeholder: '+40712345678',
    },
  },
});
