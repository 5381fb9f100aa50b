import type { FormEvent, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ModalDialog, type ModalDialogProps } from '../dialogs/modal-dialog.tsx';
import { useFormClosing } from '../dialogs/use-form-closing.ts';
import { faultyFields } from './field-faults.ts';
import { DialogActions, type DialogActionsProps, FormNotes } from './form-frame.tsx';
import type { ContractForm } from './use-contract-form.ts';

interface FormDialogProps<Input extends FieldValues, Output>
  extends ModalDialogProps,
    Pick<DialogActionsProps, 'verb' | 'pendingVerb'> {
  contractForm: ContractForm<Input, Output>;
  /** In place of the form's own, where a button decides what is sent. */
  onSubmit?: (event: FormEvent) => void;
  /** Further buttons, before Cancel. */
  buttons?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** A form in a dialog: its fields, why the last save did not happen, Cancel and Save. Asks before typed changes are lost. */
export function FormDialog<Input extends FieldValues, Output>({
  contractForm,
  onSubmit = (event) => void contractForm.onSubmit(event),
  onClose,
  verb,
  pendingVerb,
  buttons,
  children,
  ...dialog
}: FormDialogProps<Input, Output>) {
  const { form, isSaving, refusal } = contractForm;
  const { errors, isDirty, isSubmitted } = form.formState;
  const close = useFormClosing(isDirty, onClose);
  return (
    <ModalDialog {...dialog} onClose={close}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={onSubmit}>
        {children}
        <FormNotes refusal={refusal} errorCount={faultyFields(errors).length} isSubmitted={isSubmitted} />
        <DialogActions isSaving={isSaving} onCancel={close} verb={verb} pendingVerb={pendingVerb}>
          {buttons}
        </DialogActions>
      </form>
    </ModalDialog>
  );
}
