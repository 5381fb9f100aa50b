import type { RoutingDocument } from '@upvigil/core/contract/routing';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { useEffect } from 'react';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import type { FormField } from '../../../components/forms/form-field.ts';
import { useContractForm } from '../../../components/forms/use-contract-form.ts';
import { failureText } from '../../../failures.ts';
import { SettingsForm } from '../settings-form.tsx';
import { type RoutingChanges, saveFormPart } from './use-routing-changes.ts';

interface ZoneFormProps {
  document: RoutingDocument;
  changes: RoutingChanges;
}

/** Time zone of the hours in rules and quiet hours. */
export function ZoneForm({ document: { time_zone }, changes }: ZoneFormProps) {
  const { notify } = useDialogs();
  const contractForm = useContractForm({
    loadSchema: async () => (await import('@upvigil/core/contract/routing')).routingDocument.pick({ time_zone: true }),
    defaultValues: { time_zone },
    save: async (entered, form) => {
      await saveFormPart(changes, (document) => ({ ...document, ...entered }));
      form.reset(entered);
      notify(settingsMessages.saved);
    },
    failure: failureText,
  });
  const { form } = contractForm;
  const { isDirty } = form.formState;
  useEffect(() => {
    if (!isDirty) form.reset({ time_zone });
  }, [form, isDirty, time_zone]);
  return <SettingsForm contractForm={contractForm} fields={fields} />;
}

const fields: readonly FormField<Pick<RoutingDocument, 'time_zone'>>[] = [
  {
    kind: 'section',
    legend: 'Time zone',
    about: 'Applies to the hours of rules and the quiet hours of channels.',
    fields: [{ kind: 'time-zone', name: 'time_zone' }],
  },
];
