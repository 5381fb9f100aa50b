import type { RoutingDocument } from '@upvigil/core/contract/routing';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { useEffect } from 'react';
import { failureText } from '../../../api/failure-text.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { useContractForm } from '../../../components/forms/use-contract-form.ts';
import { TimeZoneField } from '../../../components/schedule/time-zone-field.tsx';
import { useUnsavedChanges } from '../../../shell/boundary/unsaved-changes.tsx';
import { SettingsFormFrame } from '../settings-form.tsx';
import { type RoutingChanges, routingFailure } from './use-routing-changes.ts';

interface ZoneFormProps {
  document: RoutingDocument;
  changes: RoutingChanges;
}

/** In which time zone the hours of rules and channels are meant. */
export function ZoneForm({ document: { time_zone }, changes }: ZoneFormProps) {
  const { notify } = useDialogs();
  const contractForm = useContractForm({
    loadSchema: async () => (await import('@upvigil/core/contract/routing')).routingDocument.pick({ time_zone: true }),
    defaultValues: { time_zone },
    save: async (entered, form) => {
      await changes
        .save((document) => ({ ...document, ...entered }))
        .catch((error: unknown) => {
          throw new Error(routingFailure(error), { cause: error });
        });
      form.reset(entered);
      notify(settingsMessages.saved);
    },
    failure: failureText,
  });
  const { form } = contractForm;
  const { isDirty } = form.formState;
  useUnsavedChanges(isDirty);
  useEffect(() => {
    if (!isDirty) form.reset({ time_zone });
  }, [form, isDirty, time_zone]);
  return (
    <SettingsFormFrame contractForm={contractForm}>
      <section className="grid gap-4">
        <h2>Time zone</h2>
        <p className="text-(--muted)">The hours of rules, and the quiet hours of channels, are meant in it.</p>
        <TimeZoneField {...contractForm.field('time_zone')} />
      </section>
    </SettingsFormFrame>
  );
}
