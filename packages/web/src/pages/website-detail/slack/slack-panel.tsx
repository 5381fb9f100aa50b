import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SlackSettings, slackSettingsInput } from '@upvigil/core/contract/slack';
import { slackMessages } from '@upvigil/core/texts/channels';
import type { z } from 'zod';
import { api } from '../../../api/api.ts';
import * as queries from '../../../api/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import type { FormField } from '../../../components/forms/form-field.ts';
import { FormFields } from '../../../components/forms/form-fields.tsx';
import { FormNotes, SaveBar } from '../../../components/forms/form-frame.tsx';
import { TestResult } from '../../../components/forms/test-result.tsx';
import { type ContractForm, useContractForm } from '../../../components/forms/use-contract-form.ts';
import { testOutcome, useTestAction } from '../../../components/forms/use-test-action.ts';
import { LoadState } from '../../../components/states/load-state.tsx';
import { detailOr } from '../../../failures.ts';
import { useUnsavedChanges } from '../../../shell/boundary/unsaved-changes.tsx';

/** Slack settings of a website; the defaults before the first save. */
export function SlackPanel({ websiteId }: { websiteId: number }) {
  const query = useQuery(queries.slackSettings(websiteId));
  return (
    <>
      <LoadState query={query} title="Could not load the Slack settings">
        <Skeleton height={320} />
      </LoadState>
      {query.data === undefined ? null : (
        <SlackForm key={query.data ? 'set' : 'unset'} websiteId={websiteId} settings={query.data} />
      )}
    </>
  );
}

type Values = z.input<typeof slackSettingsInput>;
type Form = ContractForm<Values>;

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
  /** Null before the first save. */
  settings: SlackSettings | null;
}

/** Webhook and alert types of a website. */
function SlackForm({ websiteId, settings }: SlackFormProps) {
  const queryClient = useQueryClient();
  const { notify } = useDialogs();
  const contractForm = useContractForm<Values, SlackSettings>({
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
  const { form, onSubmit, isSaving } = contractForm;
  const { isDirty } = form.formState;
  useUnsavedChanges(isDirty);
  const [isEnabled, webhook] = form.watch(['enabled', 'webhook_url']);
  return (
    // Keeps focused fields visible above the sticky Save bar.
    <form
      className="grid max-w-160 grid-cols-[minmax(0,1fr)] gap-4 [&_:is(input,button,summary)]:scroll-mb-20"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      <section className="card grid gap-4">
        <h2>Alerts to Slack</h2>
        <FormFields contractForm={contractForm} fields={deliveryFields} />
        <ConnectionTest form={form} />
      </section>
      <section className="card">
        <fieldset className="grid gap-x-4 sm:grid-cols-2">
          <legend className="mb-2 text-lg leading-6 font-semibold">Events</legend>
          <FormFields contractForm={contractForm} fields={eventFields} />
        </fieldset>
      </section>
      <section className="card grid gap-4">
        <div>
          <h2>App credentials</h2>
          <p className="text-xs text-(--muted)">Optional. They can be changed while Slack is enabled.</p>
        </div>
        <FormFields contractForm={contractForm} fields={credentialFields(!isEnabled)} />
      </section>
      <FormNotes contractForm={contractForm} />
      <SaveBar isSaving={isSaving} isDirty={isDirty} isDisabled={!isEnabled && !webhook}>
        {settings ? <RemoveButton websiteId={websiteId} /> : null}
      </SaveBar>
    </form>
  );
}

const deliveryFields: readonly FormField<Values>[] = [
  { kind: 'switch', name: 'enabled', label: 'Enabled' },
  { kind: 'url', name: 'webhook_url', label: 'Webhook URL', placeholder: 'https://hooks.slack.com/services/…' },
  {
    kind: 'row',
    fields: [
      { kind: 'text', name: 'channel_id', label: 'Channel ID', isOptional: true },
      { kind: 'text', name: 'channel_name', label: 'Channel name', isOptional: true, placeholder: '#alerts' },
    ],
  },
  {
    kind: 'text',
    name: 'mention_users',
    label: 'Mention users',
    isOptional: true,
    placeholder: 'U0123ABC,U0456DEF',
    hint: 'User IDs, separated by commas',
  },
];

const eventFields: readonly FormField<Values>[] = [
  { kind: 'checkbox', name: 'alert_on_down', label: 'Down' },
  { kind: 'checkbox', name: 'alert_on_slow', label: 'Slow' },
  { kind: 'checkbox', name: 'alert_on_metadata_missing', label: 'Metadata missing' },
  { kind: 'checkbox', name: 'alert_on_recovery', label: 'Recovery' },
  { kind: 'checkbox', name: 'alert_on_port_closed', label: 'Port closed' },
  { kind: 'checkbox', name: 'alert_on_ping_fail', label: 'Ping fail' },
  { kind: 'checkbox', name: 'alert_on_certificate', label: 'Certificate expires' },
  { kind: 'checkbox', name: 'alert_on_domain', label: 'Domain expires' },
];

const credentialFields = (isDisabled: boolean): readonly FormField<Values>[] => [
  {
    kind: 'row',
    fields: [
      { kind: 'text', name: 'app_id', label: 'App ID', isDisabled },
      { kind: 'text', name: 'client_id', label: 'Client ID', isDisabled },
      { kind: 'secret', name: 'client_secret', label: 'Client secret', isDisabled },
      { kind: 'secret', name: 'signing_secret', label: 'Signing secret', isDisabled },
      { kind: 'secret', name: 'verification_token', label: 'Verification token', isDisabled },
      { kind: 'secret', name: 'bot_token', label: 'Bot token', isDisabled },
    ],
  },
];

function ConnectionTest({ form }: { form: Form['form'] }) {
  const { alert } = useDialogs();
  const [isEnabled, webhook_url = '', channel_id = ''] = form.watch(['enabled', 'webhook_url', 'channel_id']);
  const target = { webhook_url, channel_id };
  const test = useTestAction(target, () =>
    testOutcome(async () => (await api()).slack.test({ body: target }), slackMessages.testFailed),
  );
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

function RemoveButton({ websiteId }: { websiteId: number }) {
  const queryClient = useQueryClient();
  const { confirm } = useDialogs();
  const remove = () =>
    confirm({
      title: 'Remove the Slack settings?',
      body: 'This website no longer sends alerts to Slack. Its webhook and credentials will be deleted.',
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
