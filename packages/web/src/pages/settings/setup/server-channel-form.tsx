import { useQueryClient } from '@tanstack/react-query';
import { type NotificationSettings, type SendStep, splitList } from '@upvigil/core/contract/settings';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { drills } from '../../../alerting/queries.ts';
import { api } from '../../../api/api.ts';
import { notificationSettings } from '../../../api/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import type { ConfirmRequest } from '../../../components/dialogs/confirm-request.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { fieldNames } from '../../../components/forms/form-field.ts';
import { FormFields } from '../../../components/forms/form-fields.tsx';
import { FormNotes } from '../../../components/forms/form-frame.tsx';
import { TestResult } from '../../../components/forms/test-result.tsx';
import { type ContractForm, useContractForm } from '../../../components/forms/use-contract-form.ts';
import { type TestOutcome, useTestAction } from '../../../components/forms/use-test-action.ts';
import { failureText } from '../../../failures.ts';
import { useUnsavedChanges } from '../../../shell/boundary/unsaved-changes.tsx';
import { alertFields } from '../alert-fields.ts';
import type { SettingField, SettingsChange } from '../notification-settings-form.tsx';
import { missingFields, type ServerChannel, serverChannels } from './server-channels.ts';

interface ServerChannelFormProps {
  channel: ServerChannel;
  settings: NotificationSettings;
}

/** Server, recipients, test and alert types of a channel. Saving turns it on, and is refused while something is missing. */
export function ServerChannelForm({ channel, settings }: ServerChannelFormProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { notify, confirm } = useDialogs();
  const { name, enabled } = serverChannels[channel];
  const names = fieldNames([...serverFieldsOf(channel), alertFields]) as (keyof NotificationSettings)[];
  const contractForm = useContractForm<SettingsChange, SettingsChange>({
    loadSchema: async () => {
      const { notificationSettingsChange } = await import('@upvigil/core/contract/settings');
      return notificationSettingsChange.superRefine((values, { addIssue }) => {
        for (const field of missingFields(channel, values)) {
          addIssue({ code: 'custom', path: [field], message: settingsMessages.needed[field] });
        }
      });
    },
    defaultValues: Object.fromEntries(names.map((field) => [field, settings[field]])),
    save: async (body, form) => {
      const reason = test.failure();
      if (reason !== null && !(await confirm(turnOnAnyway(name, reason)))) return;
      const saved = await (await api()).settings.updateNotifications({ body: { ...body, [enabled]: true } });
      form.reset(body);
      queryClient.setQueryData(notificationSettings().queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: drills().queryKey });
      notify(settingsMessages.saved);
      navigate('/settings?setup', { replace: true });
    },
    failure: () => settingsMessages.saveFailed,
  });
  const { form, onSubmit, isSaving } = contractForm;
  const test = useTypedTest(channel, form);
  const { isDirty } = form.formState;
  useUnsavedChanges(isDirty);
  return (
    <form className="card p-0!" noValidate onSubmit={(event) => void onSubmit(event)}>
      <div className="grid gap-5 px-5 py-4 max-md:px-4">
        <FormFields
          contractForm={contractForm}
          fields={[...serverFieldsOf(channel), () => <TypedTest channel={channel} test={test} />, alertFields]}
        />
        <FormNotes contractForm={contractForm} />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2.5 rounded-b-xl border-t border-(--border) px-5 py-3 max-md:px-4">
        <p role="status" className="mr-auto text-(--muted)">
          {isDirty ? 'Nothing is saved yet.' : ''}
        </p>
        <Button onClick={() => navigate('/settings')}>Cancel</Button>
        <Button type="submit" kind="primary" pending={isSaving} pendingLabel="Saving...">
          Save and Turn On {name}
        </Button>
      </div>
    </form>
  );
}

const turnOnAnyway = (name: string, reason: string): ConfirmRequest => ({
  title: `Turn on ${name}?`,
  body: `The last test failed: ${reason}. Turn on anyway?`,
  confirmLabel: 'Turn On',
});

function serverFieldsOf(channel: ServerChannel): SettingField[] {
  const { fields, list, placeholder } = serverChannels[channel];
  return [
    ...fields,
    {
      kind: 'section',
      legend: 'Recipients',
      fields: [{ kind: 'textarea', name: list, label: 'Recipients', placeholder, hint: 'Separated by commas' }],
    },
  ];
}

/** The fields that a failed step is about. */
const fieldsOfStep: Record<ServerChannel, Partial<Record<SendStep, keyof SettingsChange>>> = {
  email: { connect: 'smtp_host', sign_in: 'smtp_password', sender: 'smtp_from_email' },
  sms: {},
};

/** Tests the entered values, saved or not, and names the step that failed. */
function useTypedTest(channel: ServerChannel, form: ContractForm<SettingsChange>['form']) {
  const { list, fields } = serverChannels[channel];
  const values = form.watch();
  const [entered, setRecipient] = useState<string | null>(null);
  const recipient = entered ?? splitList(values[list] ?? '')[0] ?? '';
  const serverNames = fieldNames(fields);
  const server = Object.fromEntries(serverNames.map((name) => [name, values[name]]));
  const action = useTestAction({ server, recipient }, async (): Promise<TestOutcome> => {
    try {
      const body = { channel, recipient: recipient.trim(), settings: server };
      const { success, message, failed_step, reason } = await (await api()).settings.test({ body });
      const field = failed_step && fieldsOfStep[channel][failed_step];
      if (field) form.setError(field, { message });
      return success ? { success, message } : { success, message, detail: reason ?? '' };
    } catch (error) {
      return { success: false, message: settingsMessages.testFailed, detail: failureText(error) };
    }
  });
  const run = async () => {
    if (await form.trigger(serverNames, { shouldFocus: true })) await action.run();
  };
  /** Why the last test failed; null if it succeeded, or if the values have changed since. */
  const failure = (): string | null => {
    if (!action.result || action.result.success || action.isStale) return null;
    return action.result.detail || action.result.message;
  };
  return { action, recipient, setRecipient, run, failure };
}

interface TypedTestProps {
  channel: ServerChannel;
  test: ReturnType<typeof useTypedTest>;
}

function TypedTest({ channel, test: { action, recipient, setRecipient, run } }: TypedTestProps) {
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-2 text-[0.8125rem] font-semibold text-(--muted)">Test</legend>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-64 max-w-full max-sm:w-full">
          <Field label="Send the test to">
            {(attributes) => (
              <input
                {...attributes}
                type={channel === 'email' ? 'email' : 'tel'}
                className="control w-full"
                value={recipient}
                onChange={({ target }) => setRecipient(target.value)}
              />
            )}
          </Field>
        </div>
        <Button pending={action.isRunning} onClick={() => void run()}>
          Send Test
        </Button>
        <span className="text-xs leading-9 text-(--muted)">Uses the values above, saved or not.</span>
      </div>
      <TestResult action={action} />
    </fieldset>
  );
}
