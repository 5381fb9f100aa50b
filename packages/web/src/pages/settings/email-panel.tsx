import type { NotificationSettings } from '@upvigil/core/contract/settings';
import { limits } from '@upvigil/core/limits';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { api } from '../../api/api.ts';
import { NumberField, SecretField, TextField } from '../../components/forms/inputs.tsx';
import { Switch } from '../../components/forms/toggles.tsx';
import { SendTest } from './send-test.tsx';
import { SettingsFormFrame } from './settings-form.tsx';
import { useSettingsForm } from './use-settings-form.ts';
import { WithSettings } from './with-settings.tsx';

const names = ['smtp_host', 'smtp_port', 'smtp_username', 'smtp_password', 'smtp_from_email', 'smtp_use_tls'] as const;

/** The mail server that alerts are sent through, and a test of it. */
export const EmailPanel = () => (
  <WithSettings>
    {(settings) => (
      <div className="grid gap-4">
        <EmailForm settings={settings} />
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
      </div>
    )}
  </WithSettings>
);

function EmailForm({ settings }: { settings: NotificationSettings }) {
  const contractForm = useSettingsForm(settings, names);
  const { field, numberField } = contractForm;
  return (
    <SettingsFormFrame contractForm={contractForm}>
      <section className="grid gap-4">
        <h2>Mail server</h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Host" placeholder="smtp.example.org" spellCheck={false} {...field('smtp_host')} />
          <NumberField label="Port" unit="" range={limits.port} {...numberField('smtp_port')} />
          <TextField label="Username" isOptional autoComplete="off" {...field('smtp_username')} />
          <SecretField label="Password" isOptional {...field('smtp_password')} />
          <TextField type="email" label="From address" placeholder="alerts@example.org" {...field('smtp_from_email')} />
        </div>
        <Switch
          label="TLS"
          hint="On: the connection must be encrypted (STARTTLS; on port 465 from the start)"
          registration={field('smtp_use_tls').registration}
        />
      </section>
    </SettingsFormFrame>
  );
}
