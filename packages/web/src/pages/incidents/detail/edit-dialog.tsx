import type { Incident, IncidentChange } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import { incidentMessages } from '@upvigil/core/texts/incidents';
import { TargetPicker } from '../../../alerting/targets/target-picker.tsx';
import { api } from '../../../api/api.ts';
import { detailOr } from '../../../api/failure-text.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { SelectField, TextField } from '../../../components/forms/inputs.tsx';
import { useContractForm } from '../../../components/forms/use-contract-form.ts';
import { impactOptions } from '../editor/choices.ts';
import { localTimeText, timeOfText } from '../editor/local-time.ts';
import { TimeField } from '../editor/time-field.tsx';

interface EditDialogProps {
  incident: Incident;
  onSaved: (incident: Incident) => Promise<void>;
  onClose: () => void;
}

/** What an incident is about: everything but its updates. */
export function EditDialog({ incident, onSaved, onClose }: EditDialogProps) {
  const { notify } = useDialogs();
  const { title, impact, started_at } = incident;
  const contractForm = useContractForm<IncidentChange, IncidentChange>({
    loadSchema: async () => (await import('@upvigil/core/contract/incidents')).incidentChange,
    defaultValues: {
      title,
      impact,
      started_at: localTimeText(started_at),
      website_ids: [...incident.website_ids],
      monitor_ids: [...incident.monitor_ids],
    },
    withoutHidden: (values) => ({ ...values, started_at: timeOfText(values.started_at ?? '', started_at) }),
    save: async (body) => {
      const saved = await (await api()).incidents.update({ params: { incidentId: incident.id }, body });
      await onSaved(saved);
      notify(incidentMessages.saved);
      onClose();
    },
    failure: (error) => detailOr(error, incidentMessages.saveFailed),
  });
  const { form, field } = contractForm;
  const { errors } = form.formState;
  const [website_ids = [], monitor_ids = []] = form.watch(['website_ids', 'monitor_ids']);
  return (
    <FormDialog contractForm={contractForm} title="Edit Incident" onClose={onClose}>
      <TextField label="Title" maxLength={limits.incidentTitle.maxLength} {...field('title')} />
      <SelectField label="Impact" options={impactOptions} {...field('impact')} />
      <TargetPicker
        legend="Affects"
        none="Nothing named"
        add="Add to the incident"
        {...{ website_ids, monitor_ids }}
        error={errors.website_ids?.message ?? errors.monitor_ids?.message}
        onChange={(targets) => {
          form.setValue('website_ids', targets.website_ids, { shouldDirty: true });
          form.setValue('monitor_ids', targets.monitor_ids, { shouldDirty: true });
        }}
      />
      <TimeField label="Began" hint="In your time zone" {...field('started_at')} />
    </FormDialog>
  );
}
