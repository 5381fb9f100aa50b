import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { GeneralSettings } from '@upvigil/core/contract/settings';
import { limits } from '@upvigil/core/limits';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { automaticOptions } from '../../../alerting/automatic-options.ts';
import * as queries from '../../../alerting/queries.ts';
import { api } from '../../../api/api.ts';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import type { FormField } from '../../../components/forms/form-field.ts';
import { useContractForm } from '../../../components/forms/use-contract-form.ts';
import { LoadState } from '../../../components/states/load-state.tsx';
import { detailOr } from '../../../failures.ts';
import { SettingsForm } from '../settings-form.tsx';

const { automaticAfterMinutes } = limits;

const fields: readonly FormField<GeneralSettings>[] = [
  {
    kind: 'section',
    legend: 'This installation',
    fields: [
      {
        kind: 'number',
        name: 'backup_overdue_hours',
        label: 'Backup overdue',
        unit: 'hours',
        range: limits.backupOverdueHours,
        hint: 'Sends a notice after this time without a backup; 0: never',
      },
      {
        kind: 'url',
        name: 'heartbeat_url',
        label: 'Heartbeat URL',
        isOptional: true,
        placeholder: 'https://example.org/ping/…',
        hint: 'Called every minute while everything works. An external service notifies you when the calls stop',
      },
      {
        kind: 'lines',
        name: 'reference_targets',
        label: 'Reference targets',
        isOptional: true,
        hint: 'Host and port, one per line. If none of them responds either, this server is offline and raises no alerts. Leave empty to disable',
      },
    ],
  },
  {
    kind: 'section',
    legend: 'Automatic incidents',
    fields: [
      {
        kind: 'select',
        name: 'automatic_incidents',
        label: 'When a website has an outage',
        options: automaticOptions,
        hint: 'Each website can override this setting',
      },
      {
        kind: 'number',
        name: 'automatic_after_minutes',
        label: 'After',
        unit: 'minutes',
        range: automaticAfterMinutes,
        hint: `A shorter outage opens no incident; ${automaticAfterMinutes.min} to ${automaticAfterMinutes.max}`,
      },
    ],
  },
  {
    kind: 'section',
    legend: 'Uptime',
    fields: [
      {
        kind: 'switch',
        name: 'uptime_counts_maintenance',
        label: 'Count maintenance in uptime',
        hint: 'When off, checks during maintenance count neither as up nor as down. Changes also apply to past days',
      },
    ],
  },
  {
    kind: 'section',
    fields: [
      {
        kind: 'toggles',
        legend: 'Drills of built-in channels',
        about:
          'Every 30 days, a test message requests a confirmation from each recipient. Additional channels always have drills.',
        fields: [
          { kind: 'switch', name: 'drill_channels.email', label: 'Email' },
          { kind: 'switch', name: 'drill_channels.sms', label: 'SMS' },
          { kind: 'switch', name: 'drill_channels.slack', label: 'Slack' },
        ],
      },
    ],
  },
];

/** Settings that monitor this installation itself. */
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
  const contractForm = useContractForm<GeneralSettings, GeneralSettings>({
    loadSchema: async () => (await import('@upvigil/core/contract/settings')).generalSettingsSchema,
    defaultValues: settings,
    save: async (body, form) => {
      const saved = await (await api()).settings.updateGeneral({ body });
      form.reset(saved);
      queryClient.setQueryData(queries.generalSettings().queryKey, saved);
      notify(settingsMessages.saved);
    },
    failure: (error) => detailOr(error, settingsMessages.saveFailed),
  });
  return <SettingsForm contractForm={contractForm} fields={fields} />;
}
