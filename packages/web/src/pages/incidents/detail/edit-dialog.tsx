import type { Incident, IncidentChange } from '@upvigil/core/contract/incidents';
import { incidentMessages } from '@upvigil/core/incident-rules/page-messages';
import { limits } from '@upvigil/core/limits';
import { TargetPicker } from '../../../alerting/targets/target-picker.tsx';
import { api } from '../../../api/api.ts';
import { detailOr } from '../../../api/failure-text.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { ModalDialog } from '../../../components/dialogs/modal-dialog.tsx';
import { useFormClosing } from '../../../components/dialogs/use-form-closing.ts';
import { faultyFields } from '../../../components/forms/field-faults.ts';
import { DialogActions, FormNotes } from '../../../components/forms/form-frame.tsx';
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
  const { form, field, onSubmit, isSaving, refusal } = useContractForm<IncidentChange, IncidentChange>({
    loadSchema: async () => (await import('@upvigil/core/contract/incidents')).incidentChange,
    defaultValues: {
      ...{ title, impact, started_at: localTimeText(started_at) },
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
  const { errors, isDirty, isSubmitted } = form.formState;
  const [website_ids = [], monitor_ids = []] = form.watch(['website_ids', 'monitor_ids']);
  const close = useFormClosing(isDirty, onClose);
  return (
    <ModalDialog title="Edit Incident" onClose={close}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={(event) => void onSubmit(event)}>
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
        <FormNotes refusal={refusal} errorCount={faultyFields(errors).length} isSubmitted={isSubmitted} />
        <DialogActions isSaving={isSaving} onCancel={close} />
      </form>
    </ModalDialog>
  );
}
