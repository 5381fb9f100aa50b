import { useQueryClient } from '@tanstack/react-query';
import type { SlackSettings, slackSettingsInput } from '@upvigil/core/contract/slack';
import { slackMessages } from '@upvigil/core/texts/channels';
import type { z } from 'zod';
import { api } from '../../../api/api.ts';
import { detailOr, failureText } from '../../../api/failure-text.ts';
import * as queries from '../../../api/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { FormNotes, SaveBar } from '../../../components/forms/form-frame.tsx';
import { SecretField, TextField } from '../../../components/forms/inputs.tsx';
import { TestResult } from '../../../components/forms/test-result.tsx';
import { Checkbox, Switch } from '../../../components/forms/toggles.tsx';
import { type ContractForm, useContractForm } from '../../../components/forms/use-contract-form.ts';
import { type TestOutcome, useTestAction } from '../../../components/forms/use-test-action.ts';
import { useUnsavedChanges } from '../../../shell/boundary/unsaved-changes.tsx';

type Form = ContractForm<z.input<typeof slackSettingsInput>, SlackSettings>;

const emptySettings: SlackSettings = {
  enabled: false,
  webhook_url: '',
  channel_id: '',
  channel_name: '',
  mention_users: '',
  app_id: '',
  client_id: '',
  client_secret: '',
  signing_secret: '',
  verification_token: '',
  bot_token: '',
  alert_on_down: true,
  alert_on_slow: true,
  alert_on_metadata_missing: true,
  alert_on_recovery: true,
  alert_on_port_closed: true,
  alert_on_ping_fail: true,
  alert_on_certificate: true,
  alert_on_domain: true,
};

interface SlackFormProps {
  websiteId: number;
  /** Null while nothing is set. */
  settings: SlackSettings | null;
}

/** Where a website's alerts go in Slack, and which of them. */
export function SlackForm({ websiteId, settings }: SlackFormProps) {
  const queryClient = useQueryClient();
  const { notify } = useDialogs();
  const contractForm: Form = useContractForm({
    loadSchema: async () => (await import('@upvigil/core/contract/slack')).slackSettingsInput,
    defaultValues: settings ?? emptySettings,
    save: async (body, form) => {
      const saved = await (await api()).slack.save({ params: { websiteId }, body });
      form.reset(saved);
      queryClient.setQueryData(queries.slackSettings(websiteId).queryKey, saved);
      notify(slackMessages.saved);
    },
    failure: (error) => detailOr(error, slackMessages.saveFailed),
  });
  const { form, onSubmit, isSaving, refusal } = contractForm;
  const { errors, isDirty, isSubmitted } = form.formState;
  useUnsavedChanges(isDirty);
  const [isEnabled, webhook] = form.watch(['enabled', 'webhook_url']);
  return (
    // What gets the focus comes out from below the Save line.
    <form
      className="grid max-w-160 grid-cols-[minmax(0,1fr)] gap-4 [&_:is(input,button,summary)]:scroll-mb-20"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      <DeliveryFields contractForm={contractForm} />
      <EventFields contractForm={contractForm} />
      <CredentialFields contractForm={contractForm} isDisabled={!isEnabled} />
      <FormNotes refusal={refusal} errorCount={Object.keys(errors).length} isSubmitted={isSubmitted} />
      <SaveBar isSaving={isSaving} isDirty={isDirty} isDisabled={!isEnabled && !webhook}>
        {settings ? <RemoveButton websiteId={websiteId} /> : null}
      </SaveBar>
    </form>
  );
}

function DeliveryFields({ contractForm: { form, field } }: { contractForm: Form }) {
  return (
    <section className="card grid gap-4">
      <h2>Alerts to Slack</h2>
      <Switch label="Enabled" registration={field('enabled').registration} />
      <TextField
        type="url"
        label="Webhook URL"
        placeholder="https://hooks.slack.com/services/…"
        spellCheck={false}
        {...field('webhook_url')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Channel ID" isOptional {...field('channel_id')} />
        <TextField label="Channel name" isOptional placeholder="#alerts" {...field('channel_name')} />
      </div>
      <TextField
        label="Mention users"
        isOptional
        placeholder="U0123ABC,U0456DEF"
        hint="User IDs, separated by commas"
        {...field('mention_users')}
      />
      <ConnectionTest form={form} />
    </section>
  );
}

function ConnectionTest({ form }: { form: Form['form'] }) {
  const { alert } = useDialogs();
  const [isEnabled, webhook_url = '', channel_id = ''] = form.watch(['enabled', 'webhook_url', 'channel_id']);
  const target = { webhook_url, channel_id };
  const test = useTestAction(target, () => testSlack(target));
  const run = async () => {
    if (isEnabled && webhook_url) await test.run();
    else await alert(slackMessages.webhookFirst);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button pending={test.isRunning} onClick={() => void run()}>
        Test Connection
      </Button>
      <TestResult action={test} />
    </div>
  );
}

async function testSlack(body: { webhook_url: string; channel_id: string }): Promise<TestOutcome> {
  try {
    const { success, message } = await (await api()).slack.test({ body });
    return success ? { success, message } : { success, message: slackMessages.testFailed, detail: message };
  } catch (error) {
    return { success: false, message: slackMessages.testFailed, detail: failureText(error) };
  }
}

const events = [
  ['alert_on_down', 'Down'],
  ['alert_on_slow', 'Slow'],
  ['alert_on_metadata_missing', 'Metadata missing'],
  ['alert_on_recovery', 'Recovery'],
  ['alert_on_port_closed', 'Port closed'],
  ['alert_on_ping_fail', 'Ping fail'],
  ['alert_on_certificate', 'Certificate expires'],
  ['alert_on_domain', 'Domain expires'],
] as const;

const EventFields = ({ contractForm: { field } }: { contractForm: Form }) => (
  <section className="card">
    <fieldset className="grid gap-x-4 sm:grid-cols-2">
      <legend className="mb-2 text-lg leading-6 font-semibold">Events</legend>
      {events.map(([name, label]) => (
        <Checkbox key={name} label={label} registration={field(name).registration} />
      ))}
    </fieldset>
  </section>
);

const secrets = [
  ['client_secret', 'Client secret'],
  ['signing_secret', 'Signing secret'],
  ['verification_token', 'Verification token'],
  ['bot_token', 'Bot token'],
] as const;

const CredentialFields = ({ contractForm: { field }, isDisabled }: { contractForm: Form; isDisabled: boolean }) => (
  <section className="card grid gap-4">
    <div>
      <h2>App credentials</h2>
      <p className="text-xs text-(--muted)">Optional. They can be changed while Slack is enabled.</p>
    </div>
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="App ID" disabled={isDisabled} {...field('app_id')} />
      <TextField label="Client ID" disabled={isDisabled} {...field('client_id')} />
      {secrets.map(([name, label]) => (
        <SecretField key={name} label={label} disabled={isDisabled} {...field(name)} />
      ))}
    </div>
  </section>
);

function RemoveButton({ websiteId }: { websiteId: number }) {
  const queryClient = useQueryClient();
  const { confirm } = useDialogs();
  const remove = () =>
    confirm({
      title: 'Remove the Slack settings?',
      body: 'This website sends nothing to Slack any more, and its webhook and credentials are forgotten.',
      confirmLabel: 'Remove',
      pendingLabel: 'Removing...',
      isDanger: true,
      run: async () => {
        await (await api()).slack.remove({ params: { websiteId } });
        queryClient.setQueryData(queries.slackSettings(websiteId).queryKey, null);
      },
    });
  return (
    <Button kind="bare" className="mr-auto" onClick={() => void remove()}>
      Remove
    </Button>
  );
}
