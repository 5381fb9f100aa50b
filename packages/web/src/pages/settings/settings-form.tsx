import type { FieldValues } from 'react-hook-form';
import type { FormField } from '../../components/forms/form-field.ts';
import { FormFields } from '../../components/forms/form-fields.tsx';
import { FormNotes, SaveBar } from '../../components/forms/form-frame.tsx';
import type { ContractForm } from '../../components/forms/use-contract-form.ts';
import { useUnsavedChanges } from '../../shell/boundary/unsaved-changes.tsx';

interface SettingsFormProps<Input extends FieldValues> {
  contractForm: ContractForm<Input>;
  fields: readonly FormField<Input>[];
}

/** Form in a card with its own Save button and error. Warns before unsaved changes are lost. */
export function SettingsForm<Input extends FieldValues>({ contractForm, fields }: SettingsFormProps<Input>) {
  const { form, onSubmit, isSaving } = contractForm;
  const { isDirty } = form.formState;
  useUnsavedChanges(isDirty);
  return (
    <form
      className="card p-0 [&_:is(input,button,summary)]:scroll-mb-20"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      <div className="grid gap-5 px-5 py-4 max-md:px-4">
        <FormFields contractForm={contractForm} fields={fields} />
        <FormNotes contractForm={contractForm} />
      </div>
      <SaveBar isInCard isSaving={isSaving} isDirty={isDirty} />
    </form>
  );
}
