import { settingsMessages } from '@upvigil/core/texts/settings';
import { api } from '../../api/api.ts';
import { NotificationSettingsForm, type SettingField } from './notification-settings-form.tsx';
import { SendTest } from './send-test.tsx';

export const smsAccountFields: readonly SettingField[] = [
  {
    kind: 'section',
    legend: 'SMS provider',
    fields: [
      {
        kind: 'row',
        fields: [
          { kind: 'text', name: 'sendsms_username', label: 'Username', autoComplete: 'off' },
          { kind: 'secret', name: 'sendsms_password', label: 'Password' },
        ],
      },
    ],
  },
];

/** SMS provider settings, and a test message. */
export const SmsPanel = () => (
  <NotificationSettingsForm fields={() => smsAccountFields}>
    <SendTest
      title="Send a test SMS"
      label="Number"
      type="tel"
      placeholder="+40712345678"
      action="Send Test SMS"
      missing={settingsMessages.phoneMissing}
      sent={settingsMessages.testSmsSent}
      failed={settingsMessages.testSmsFailed}
      send={async (phone) => (await api()).settings.testSms({ query: { phone } })}
    />
  </NotificationSettingsForm>
);
