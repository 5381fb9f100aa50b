import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationSettings, notificationSettingsChange } from '@upvigil/core/contract/settings';
import { settingsMessages } from '@upvigil/core/texts/settings';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { api } from '../../api/api.ts';
import * as queries from '../../api/queries.ts';
import { Skeleton } from '../../components/basics/skeleton.tsx';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { type FormField, fieldNames } from '../../components/forms/form-field.ts';
import { useContractForm } from '../../components/forms/use-contract-form.ts';
import { LoadState } from '../../components/states/load-state.tsx';
import { SettingsForm } from './settings-form.tsx';

export type SettingsChange = z.input<typeof notificationSettingsChange>;
type SettingName = keyof NotificationSettings;
export type SettingField = FormField<SettingsChange>;

interface NotificationSettingsFormProps {
  fields: (settings: NotificationSettings) => readonly SettingField[];
  /** Content below the form. */
  children?: ReactNode;
}

/** Form for a part of the notification settings, rendered after they are loaded. Sends only its own fields. */
export function NotificationSettingsForm({ fields, children }: NotificationSettingsFormProps) {
  const query = useQuery(queries.notificationSettings());
  return (
    <>
      <LoadState query={query} title="Could not load the settings">
        <Skeleton height={320} />
      </LoadState>
      {query.data ? (
        <div className="grid gap-4">
          <LoadedForm settings={query.data} fields={fields(query.data)} />
          {children}
        </div>
      ) : null}
    </>
  );
}

function LoadedForm({ settings, fields }: { settings: NotificationSettings; fields: readonly SettingField[] }) {
  const queryClient = useQueryClient();
  const { notify } = useDialogs();
  const names = fieldNames(fields) as SettingName[];
  const contractForm = useContractForm<SettingsChange, SettingsChange>({
    loadSchema: async () => (await import('@upvigil/core/contract/settings')).notificationSettingsChange,
    defaultValues: pick(settings, names),
    save: async (body, form) => {
      const saved = await (await api()).settings.updateNotifications({ body });
      form.reset(pick(saved, names));
      queryClient.setQueryData(queries.notificationSettings().queryKey, saved);
      notify(settingsMessages.saved);
    },
    failure: () => settingsMessages.saveFailed,
  });
  return <SettingsForm contractForm={contractForm} fields={fields} />;
}

const pick = (settings: NotificationSettings, names: readonly SettingName[]): SettingsChange =>
  Object.fromEntries(names.map((name) => [name, settings[name]]));
