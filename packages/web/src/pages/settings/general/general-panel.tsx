import { useQuery, useQueryClient } from '@tanstack/react-query';
import { builtInChannels } from '@upvigil/core/contract/names/channels';
import type { GeneralSettings, generalSettingsSchema } from '@upvigil/core/contract/settings';
import { limits } from '@upvigil/core/limits';
import { settingsMessages } from '@upvigil/core/texts/settings';
import type { z } from 'zod';
import { automaticOptions } from '../../../alerting/automatic-options.ts';
import * as queries from '../../../alerting/queries.ts';
import { api } from '../../../api/api.ts';
import { detailOr } from '../../../api/failure-text.ts';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { NumberField, SelectField, TextArea, TextField } from '../../../components/forms/inputs.tsx';
import { Switch } from '../../../components/forms/toggles.tsx';
import { type ContractForm, useContractForm } from '../../../components/forms/use-contract-form.ts';
import { LoadState } from '../../../components/states/load-state.tsx';
import { useUnsavedChanges } from '../../../shell/boundary/unsaved-changes.tsx';
import { SettingsFormFrame } from '../settings-form.tsx';

/** What stands in the form: the targets are text, one on each line. */
type Values = Omit<GeneralSettings, 'reference_targets'> & { reference_targets: string | string[] };
type GeneralForm = ContractForm<Values, GeneralSettings>;

const valuesOf = (settings: GeneralSettings): Values => ({
  ...settings,
  reference_targets: settings.reference_targets.join('\n'),
});
const entered = ({ reference_targets: targets, ...rest }: Values): Values => ({
  ...rest,
  reference_targets: (typeof targets === 'string' ? targets.split(/[\n,;]/) : targets)
    .map((line) => line.trim())
    .filter(Boolean),
});

const channelWords = { email: 'Email', sms: 'SMS', slack: 'Slack' } as const;

/** Whether this installation itself is well, and who says so. */
export function GeneralPanel() {
  const query = useQuery(queries.generalSettings());
  return (
    <>
      <LoadState query={query} title={settingsMessages.loadFailed}>
        <Skeleton height={320} />
      </LoadState>
      {query.data ? <GeneralSettingsForm settings={query.data} /> : null}
    </>
  );
}

function GeneralSettingsForm({ settings }: { settings: GeneralSettings }) {
  const queryClient = useQueryClient();
  const { notify } = useDialogs();
  const contractForm: GeneralForm = useContractForm<Values, GeneralSettings>({
    loadSchema: async () =>
      (await import('@upvigil/core/contract/settings')).generalSettingsSchema as typeof generalSettingsSchema &
        z.ZodType<GeneralSettings, Values>,
    defaultValues: valuesOf(settings),
    withoutHidden: entered,
    save: async (body, form) => {
      const saved = await (await api()).settings.updateGeneral({ body });
      form.reset(valuesOf(saved));
      queryClient.setQueryData(queries.generalSettings().queryKey, saved);
      notify(settingsMessages.saved);
    },
    failure: (error) => detailOr(error, settingsMessages.saveFailed),
  });
  const { field } = contractForm;
  useUnsavedChanges(contractForm.form.formState.isDirty);
  return (
    <SettingsFormFrame contractForm={contractForm}>
      <WatchFields contractForm={contractForm} />
      <IncidentFields contractForm={contractForm} />
      <section className="grid gap-4 border-t border-(--border) pt-5">
        <h2>Uptime</h2>
        <Switch
          label="Count maintenance in uptime"
          hint="Else what is checked during maintenance counts neither as up nor as down. Past days follow."
          registration={field('uptime_counts_maintenance').registration}
        />
      </section>
      <section className="grid gap-4 border-t border-(--border) pt-5">
        <fieldset>
          <legend className="mb-2 text-[1.0625rem] leading-6 font-semibold">Drills of built-in channels</legend>
          <p className="text-xs text-(--muted)">
            Every 30 days a test message asks each recipient to confirm that it arrived. Channels that were added are
            always drilled.
          </p>
          {builtInChannels.map((channel) => (
            <Switch
              key={channel}
              label={channelWords[channel]}
              registration={field(`drill_channels.${channel}`).registration}
            />
          ))}
        </fieldset>
      </section>
    </SettingsFormFrame>
  );
}

/** Whether an outage opens an incident of itself. */
function IncidentFields({ contractForm: { field, numberField } }: { contractForm: GeneralForm }) {
  return (
    <section className="grid gap-4 border-t border-(--border) pt-5">
      <h2>Automatic incidents</h2>
      <SelectField
        label="When a website has an outage"
        options={automaticOptions}
        hint="A website can have a choice of its own"
        {...field('automatic_incidents')}
      />
      <NumberField
        label="After"
        unit="minutes"
        range={limits.automaticAfterMinutes}
        hint={`An outage that is over before opens none; ${limits.automaticAfterMinutes.min} to ${limits.automaticAfterMinutes.max}`}
        {...numberField('automatic_after_minutes')}
      />
    </section>
  );
}

function WatchFields({ contractForm: { form, field, numberField } }: { contractForm: GeneralForm }) {
  const fault: unknown = form.formState.errors.reference_targets;
  const parts = Array.isArray(fault) ? (fault as ({ message?: string } | undefined)[]) : [];
  const targets = field('reference_targets');
  return (
    <section className="grid gap-4">
      <h2>This installation</h2>
      <NumberField
        label="Backup overdue"
        unit="hours"
        range={limits.backupOverdueHours}
        hint="A notice when no backup was made for so long; 0: never"
        {...numberField('backup_overdue_hours')}
      />
      <TextField
        type="url"
        label="Heartbeat URL"
        isOptional
        inputMode="url"
        spellCheck={false}
        placeholder="https://example.org/ping/…"
        hint="Fetched every minute while all is well: another service tells you when it stops"
        {...field('heartbeat_url')}
      />
      <TextArea
        label="Reference targets"
        isOptional
        hint="Host and port, one on each line. When none of them answers either, this server is offline, and nothing is judged; empty: never"
        registration={targets.registration}
        error={targets.error ?? parts.find((part) => part?.message)?.message}
      />
    </section>
  );
}
