import type { FormEvent, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ModalDialog, type ModalDialogProps } from '../dialogs/modal-dialog.tsx';
import { useFormClosing } from '../dialogs/use-form-closing.ts';
import type { FormField } from './form-field.ts';
import { FormFields } from './form-fields.tsx';
import { DialogActions, type DialogActionsProps, FormNotes } from './form-frame.tsx';
import { type ContractForm, type ContractFormOptions, useContractForm } from './use-contract-form.ts';

interface FormDialogProps<Input extends FieldValues, Output>
  extends ContractFormOptions<Input, Output>,
    Omit<ModalDialogProps, 'children'>,
    Pick<DialogActionsProps, 'verb' | 'pendingVerb'> {
  fields: readonly FormField<NoInfer<Input>>[];
  /** Further buttons, before Cancel. */
  buttons?: (isSaving: boolean) => ReactNode;
  /** Why the form cannot be submitted now, for example because a question of its own is open; null if it can. */
  reasonBlocked?: (form: ContractForm<Input>['form']) => string | null;
  /** Called before each submit, for example to read which button was pressed. */
  onSubmit?: (event: FormEvent, form: ContractForm<Input>['form']) => void;
}

/**
 * Form in a dialog with Cancel and Save. Shows the error of a failed save, and warns before unsaved changes are lost.
 */
export function FormDialog<Input extends FieldValues, Output>(props: FormDialogProps<Input, Output>) {
  const { title, size, onClose, verb, pendingVerb, fields, buttons, reasonBlocked, onSubmit, ...options } = props;
  const contractForm = useContractForm(options);
  const { form, isSaving } = contractForm;
  const close = useFormClosing(form.formState.isDirty, onClose);
  const submit = (event: FormEvent) => {
    onSubmit?.(event, form);
    void contractForm.onSubmit(event);
  };
  return (
    <ModalDialog title={title} size={size} onClose={close}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={submit}>
        <FormFields contractForm={contractForm} fields={fields} />
        <FormNotes contractForm={contractForm} />
        <DialogActions
          isSaving={isSaving}
          onCancel={close}
          verb={verb}
          pendingVerb={pendingVerb}
          reasonBlocked={reasonBlocked?.(form)}
        >
          {buttons?.(isSaving)}
        </DialogActions>
      </form>
    </ModalDialog>
  );
}
