import type { ReactNode } from 'react';
import { FormNotes, SaveBar } from '../../components/forms/form-frame.tsx';
import type { SettingsForm } from './use-settings-form.ts';

interface SettingsFormFrameProps {
  contractForm: SettingsForm;
  children: ReactNode;
}

/** The fields of one tab above what went wrong and Save. */
export function SettingsFormFrame({ contractForm, children }: SettingsFormFrameProps) {
  const { form, onSubmit, isSaving, refusal } = contractForm;
  const { errors, isDirty, isSubmitted } = form.formState;
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void onSubmit(event)}>
      {children}
      <FormNotes refusal={refusal} errorCount={Object.keys(errors).length} isSubmitted={isSubmitted} />
      <SaveBar isSaving={isSaving} isDirty={isDirty} />
    </form>
  );
}
