import type { NotificationSettings } from '@upvigil/core/contract/settings';
import type { settingsMessages } from '@upvigil/core/texts/settings';
import { mailServerFields } from '../email-panel.tsx';
import { missingSettings, senderNeeds } from '../missing-sender.ts';
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
    needs: [...senderNeeds.email, 'email_list'],
  },
  sms: {
    name: 'SMS',
    enabled: 'sms_enabled',
    list: 'phone_list',
    placeholder: '+40712345678',
    fields: smsAccountFields,
    needs: [...senderNeeds.sms, 'phone_list'],
  },
};

type Values = Partial<Record<keyof NotificationSettings, unknown>>;

/** The empty fields without which a channel cannot notify anybody. */
export const missingFields = (channel: ServerChannel, values: Values): Needed[] =>
  missingSettings(serverChannels[channel].needs, values);

/** Whether a channel is on and can notify somebody. */
export const isComplete = (channel: ServerChannel, settings: NotificationSettings): boolean =>
  settings[serverChannels[channel].enabled] && missingFields(channel, settings).length === 0;
