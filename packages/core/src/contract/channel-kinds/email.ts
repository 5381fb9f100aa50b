import { limits } from '../../limits.ts';
import { inputMessages } from '../fields/input-messages.ts';
import { defineConfig } from './config-fields.ts';
import { defineChannel, type SettingFields } from './kind.ts';

export const emailAddress = /^[^\s@,<>"]+@[^\s@,<>"]+$/;

const settings = ({ flag, recipients, host, integer, text, secret }: SettingFields) => ({
  email_enabled: flag('Email'),
  email_list: recipients('Email recipients', emailAddress, inputMessages.email('Email recipients')),
  smtp_host: host('SMTP host'),
  smtp_port: integer('SMTP port', limits.port),
  smtp_username: text('SMTP username', limits.name.maxLength),
  smtp_password: secret('SMTP password', limits.passwordLength.max),
  smtp_from_email: text('From address', limits.name.maxLength).refine(
    (address) => address === '' || emailAddress.test(address),
    { error: 'From address must be an email address' },
  ),
  smtp_use_tls: flag('TLS'),
});

export const email = defineChannel({
  name: 'email',
  label: 'email',
  settings,
  initial: {
    email_enabled: false,
    email_list: '',
    smtp_host: '',
    smtp_port: 587,
    smtp_username: '',
    smtp_password: '',
    smtp_from_email: '',
    smtp_use_tls: true,
  },
  secrets: ['smtp_password'],
  recipients: {
    enabled: 'email_enabled',
    switchLabel: 'Email',
    list: 'email_list',
    listLabel: 'Email recipients',
    placeholder: 'ops@example.org, team@example.org',
    one: 'address',
    many: 'addresses',
  },
});

/** Other recipients than the built-in channel, through the same SMTP server. */
export const emailConfig = defineConfig({
  about: 'Through the SMTP server of the tab Notifications, to recipients of its own.',
  documentation: 'https://www.rfc-editor.org/rfc/rfc5321',
  fields: {
    to: {
      type: 'list',
      label: 'Recipients',
      most: limits.channelRecipients,
      form: { pattern: emailAddress, error: inputMessages.email('Recipients') },
      placeholder: 'ops@example.org',
    },
  },
});
