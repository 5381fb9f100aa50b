import type { Incident, IncidentUpdate, IncidentUpdateChange } from '@upvigil/core/contract/incidents';
import { incidentMessages } from '@upvigil/core/incident-rules/page-messages';
import { api } from '../../../api/api.ts';
import { detailOr } from '../../../api/failure-text.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { ModalDialog } from '../../../components/dialogs/modal-dialog.tsx';
import { useFormClosing } from '../../../components/dialogs/use-form-closing.ts';
import { faultyFields } from '../../../components/forms/field-faults.ts';
import { DialogActions, FormNotes } from '../../../components/forms/form-frame.tsx';
import { SelectField } from '../../../components/forms/inputs.tsx';
import { useContractForm } from '../../../components/forms/use-contract-form.ts';
import { BodyField } from '../editor/body-field.tsx';
import { statusOptions } from '../editor/choices.ts';
import { localTimeText, timeOfText } from '../editor/local-time.ts';
import { TimeField } from '../editor/time-field.tsx';

interface UpdateDialogProps {
  incident: Incident;
  update: IncidentUpdate;
  onSaved: (incident: Incident) => Promise<void>;
  onClose: () => void;
}

/** Changes an update that stands there already. */
export function UpdateDialog({ incident, update, onSaved, onClose }: UpdateDialogProps) {
  const { notify } = useDialogs();
  const { form, field, onSubmit, isSaving, refusal } = useContractForm<IncidentUpdateChange, IncidentUpdateChange>({
    loadSchema: async () => (await import('@upvigil/core/contract/incidents')).incidentUpdateChange,
    defaultValues: { status: update.status, body: update.body, display_at: localTimeText(update.display_at) },
    withoutHidden: (values) => ({ ...values, display_at: timeOfText(values.display_at ?? '', update.display_at) }),
    save: async (body) => {
      const params = { incidentId: incident.id, updateId: update.id };
      await onSaved(await (await api()).incidents.changeUpdate({ params, body }));
      notify(incidentMessages.changed);
      onClose();
    },
    failure: (error) => detailOr(error, incidentMessages.updateFailed),
  });
  const { errors, isDirty, isSubmitted } = form.formState;
  const close = useFormClosing(isDirty, onClose);
  return (
    <ModalDialog title="Edit Update" onClose={close}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={(event) => void onSubmit(event)}>
        <SelectField label="Status" options={statusOptions} {...field('status')} />
        <TimeField label="Time" hint="In your time zone" {...field('display_at')} />
        <BodyField body={form.watch('body') ?? ''} {...field('body')} />
        <FormNotes refusal={refusal} errorCount={faultyFields(errors).length} isSubmitted={isSubmitted} />
        <DialogActions isSaving={isSaving} onCancel={close} />
      </form>
    </ModalDialog>
  );
}
