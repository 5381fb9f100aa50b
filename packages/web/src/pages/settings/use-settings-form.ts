import { useQueryClient } from '@tanstack/react-query';
import type { NotificationSettings, notificationSettingsChange } from '@upvigil/core/contract/settings';
import { settingsMessages } from '@upvigil/core/texts/settings';
import type { z } from 'zod';
import { api } from '../../api/api.ts';
import * as queries from '../../api/queries.ts';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { type ContractForm, useContractForm } from '../../components/forms/use-contract-form.ts';
import { useUnsavedChanges } from '../../shell/boundary/unsaved-changes.tsx';

type Change = z.input<typeof notificationSettingsChange>;
export type SettingName = keyof NotificationSettings;
export type SettingsForm = ContractForm<Change, Change>;

/** A form for some of the notification settings. Only those are sent; the others stay. */
export function useSettingsForm(settings: NotificationSettings, names: readonly SettingName[]): SettingsForm {
  const queryClient = useQueryClient();
  const { notify } = useDialogs();
  const contractForm: SettingsForm = useContractForm({
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
  useUnsavedChanges(contractForm.form.formState.isDirty);
  return contractForm;
}

const pick = (settings: NotificationSettings, names: readonly SettingName[]): Change =>
  Object.fromEntries(names.map((name) => [name, settings[name]]));
