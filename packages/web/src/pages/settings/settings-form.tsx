import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormNotes, SaveBar } from '../../components/forms/form-frame.tsx';
import type { ContractForm } from '../../components/forms/use-contract-form.ts';

interface SettingsFormFrameProps<Input extends FieldValues, Output> {
  contractForm: ContractForm<Input, Output>;
  children: ReactNode;
}

/** One concern as a card: its fields above what went wrong and its own Save. */
export function SettingsFormFrame<Input extends FieldValues, Output>(props: SettingsFormFrameProps<Input, Output>) {
  const { contractForm, children } = props;
  const { form, onSubmit, isSaving, refusal } = contractForm;
  const { errors, isDirty, isSubmitted } = form.formState;
  return (
    <form
      className="card p-0 [&_:is(input,button,summary)]:scroll-mb-20"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      <div className="grid gap-5 px-5 py-4 max-md:px-4">
        {children}
        <FormNotes refusal={refusal} errorCount={Object.keys(errors).length} isSubmitted={isSubmitted} />
      </div>
      <SaveBar isInCard isSaving={isSaving} isDirty={isDirty} />
    </form>
  );
}
