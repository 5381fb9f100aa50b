import type { NotificationSettings } from '@upvigil/core/contract/settings';
import type { settingsMessages } from '@upvigil/core/texts/settings';
import { mailServerFields } from '../email-panel.tsx';
import type { SettingField } from '../notification-settings-form.tsx';
import { smsAccountFields } from '../sms-panel.tsx';

/** The built-in channels with a server and recipients of their own. */
export type ServerChannel = 'email' | 'sms';

type Needed = keyof typeof settingsMessages.needed;

interface ServerChannelParts {
  name: string;
  enabled: 'email_enabled' | 'sms_enabled';
  list: 'email_list' | 'phone_list';
  placeholder: string;
  fields: readonly SettingField[];
  needs: readonly Needed[];
}

export const serverChannels: Readonly<Record<ServerChannel, ServerChannelParts>> = {
  email: {
    name: 'Email',
    enabled: 'email_enabled',
    list: 'email_list',
    placeholder: 'ops@example.org, me@example.org',
    fields: mailServerFields,
    needs: ['smtp_host', 'smtp_from_email', 'email_list'],
  },
  sms: {
    name: 'SMS',
    enabled: 'sms_enabled',
    list: 'phone_list',
    placeholder: '+40712345678',
    fields: smsAccountFields,
    needs: ['sendsms_username', 'sendsms_password', 'phone_list'],
  },
};

type Values = Partial<Record<keyof NotificationSettings, unknown>>;

/** The empty fields without which a channel cannot notify anybody. A username with a domain serves as From address. */
export const missingFields = (channel: ServerChannel, values: Values): Needed[] =>
  serverChannels[channel].needs.filter(
    (name) => !values[name] && !(name === 'smtp_from_email' && String(values.smtp_username ?? '').includes('@')),
  );

/** Whether a channel is on and can notify somebody. */
export const isComplete = (channel: ServerChannel, settings: NotificationSettings): boolean =>
  settings[serverChannels[channel].enabled] && missingFields(channel, settings).length === 0;
