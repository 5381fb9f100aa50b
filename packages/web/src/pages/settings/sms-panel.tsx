import type { NotificationSettings } from '@upvigil/core/contract/settings';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { api } from '../../api/api.ts';
import { SecretField, TextField } from '../../components/forms/inputs.tsx';
import { SendTest } from './send-test.tsx';
import { SettingsFormFrame } from './settings-form.tsx';
import { useSettingsForm } from './use-settings-form.ts';
import { WithSettings } from './with-settings.tsx';

const names = ['sendsms_username', 'sendsms_password'] as const;

/** The SMS provider's account, and a test of it. */
export const SmsPanel = () => (
  <WithSettings>
    {(settings) => (
      <div className="grid gap-4">
        <SmsForm settings={settings} />
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
      </div>
    )}
  </WithSettings>
);

function SmsForm({ settings }: { settings: NotificationSettings }) {
  const contractForm = useSettingsForm(settings, names);
  const { field } = contractForm;
  return (
    <SettingsFormFrame contractForm={contractForm}>
      <section className="grid gap-4">
        <h2>SMS provider</h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Username" autoComplete="off" {...field('sendsms_username')} />
          <SecretField label="Password" {...field('sendsms_password')} />
        </div>
      </section>
    </SettingsFormFrame>
  );
}
