import { limits } from '@upvigil/core/limits';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { api } from '../../api/api.ts';
import { NotificationSettingsForm, type SettingField } from './notification-settings-form.tsx';
import { SendTest } from './send-test.tsx';

export const mailServerFields: readonly SettingField[] = [
  {
    kind: 'section',
    legend: 'Mail server',
    fields: [
      {
        kind: 'row',
        fields: [
          { kind: 'text', name: 'smtp_host', label: 'Host', placeholder: 'smtp.example.org', spellCheck: false },
          { kind: 'number', name: 'smtp_port', label: 'Port', unit: '', range: limits.port },
          { kind: 'text', name: 'smtp_username', label: 'Username', isOptional: true, autoComplete: 'off' },
          { kind: 'secret', name: 'smtp_password', label: 'Password', isOptional: true },
          { kind: 'email', name: 'smtp_from_email', label: 'From address', placeholder: 'alerts@example.org' },
        ],
      },
      {
        kind: 'switch',
        name: 'smtp_use_tls',
        label: 'TLS',
        hint: 'When on, the connection must be encrypted (STARTTLS, or TLS on port 465)',
      },
    ],
  },
];

/** SMTP settings, and a test message. */
export const EmailPanel = () => (
  <NotificationSettingsForm fields={() => mailServerFields}>
    <SendTest
      title="Send a test email"
      label="Address"
      type="email"
      placeholder="me@example.org"
      action="Send Test Email"
      missing={settingsMessages.emailMissing}
      sent={settingsMessages.testEmailSent}
      failed={settingsMessages.testEmailFailed}
      send={async (email) => (await api()).settings.testEmail({ query: { email } })}
    />
  </NotificationSettingsForm>
);
